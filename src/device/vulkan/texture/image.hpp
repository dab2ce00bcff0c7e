// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/vulkan/loader.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"

namespace halfulp::device {

/// A two-dimensional image of one level, in the device's own memory.
struct Image {
  Owned<VkDeviceMemory> memory;
  Owned<VkImage> image;
  Owned<VkImageView> view;
  VkExtent2D extent{};
  VkImageAspectFlags aspect = 0;
};

/// Throws Error(kDevice).
[[nodiscard]] Image create_image(const Session& session, VkFormat format, VkImageAspectFlags aspect, VkExtent2D extent,
                                 VkImageUsageFlags usage);

/// What an image is used for at a point of the commands.
struct ImageUse {
  VkImageLayout layout;
  VkAccessFlags access;
  VkPipelineStageFlags stages;
};

inline constexpr ImageUse kUnusedImage{VK_IMAGE_LAYOUT_UNDEFINED, 0, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
inline constexpr ImageUse kUploadedImage{VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_ACCESS_TRANSFER_WRITE_BIT,
                                         VK_PIPELINE_STAGE_TRANSFER_BIT};
inline constexpr ImageUse kDownloadedImage{VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_ACCESS_TRANSFER_READ_BIT,
                                           VK_PIPELINE_STAGE_TRANSFER_BIT};
/// Blended with, without a transition.
inline constexpr ImageUse kBlendedImage{VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                        VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT};
inline constexpr ImageUse kReadImage{VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_ACCESS_SHADER_READ_BIT,
                                     VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT};
inline constexpr ImageUse kWrittenImage{VK_IMAGE_LAYOUT_GENERAL, VK_ACCESS_SHADER_WRITE_BIT,
                                        VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT};

/// Records the transition from one use to the next.
void record_transition(const Session& session, VkCommandBuffer commands, const Image& image, const ImageUse& from,
                       const ImageUse& to);

/// Records the copy of the first `rows` rows, packed, from a buffer and to one. The image is in the layout of
/// kUploadedImage and kDownloadedImage.
void record_upload(const Session& session, VkCommandBuffer commands, VkBuffer from, const Image& image,
                   std::uint32_t rows);
void record_download(const Session& session, VkCommandBuffer commands, const Image& image, VkBuffer to,
                     std::uint32_t rows);

}  // namespace halfulp::device
