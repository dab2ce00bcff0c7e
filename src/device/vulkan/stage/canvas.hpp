// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/texture/image.hpp"

namespace halfulp::device {

/// What becomes of a texel that a fragment is drawn on.
enum class Drawing : std::uint8_t {
  written,              ///< the fragment's colour or depth
  blended,              ///< the colour times its alpha, plus the texel times the fragment's second colour
  blended_by_constant,  ///< the colour times a constant of the draw, plus the texel times the colour's alpha
};

/// What a fragment shader draws on: a render pass and its framebuffer, with one attachment of colours or of depths, or
/// with none for a shader that writes to buffers. Pipelines draw a triangle over it: no test, one sample.
class Canvas {
 public:
  /// Without an attachment. Throws Error(kDevice).
  Canvas(const Session& session, VkExtent2D extent);

  /// With the image, which outlives this. Throws Error(kDevice).
  Canvas(const Session& session, const Image& image, VkFormat format, Drawing drawing);

  /// `fragment`: a SPIR-V module; `constants`: its specialization constants 0, 1, 2, ... Throws Error(kDevice).
  [[nodiscard]] Owned<VkPipeline> create_pipeline(const Session& session, std::span<const std::uint32_t> fragment,
                                                  std::span<const std::uint32_t> constants,
                                                  VkPipelineLayout layout) const;

  /// Records the drawing of the pixels within `drawn` from the upper left, after which an image is in the layout of
  /// kDownloadedImage. One that is blended with is in that of kBlendedImage before. The pipeline's bindings are
  /// recorded before.
  /// `constants`: of blended_by_constant, one for each pixel in the order of rows, each of which has its draw.
  void record(const Session& session, VkCommandBuffer commands, VkPipeline pipeline, VkExtent2D drawn,
              std::span<const float> constants = {}) const;

 private:
  [[nodiscard]] bool is_depth() const { return aspect_ == VK_IMAGE_ASPECT_DEPTH_BIT; }
  [[nodiscard]] std::uint32_t colors() const { return aspect_ == VK_IMAGE_ASPECT_COLOR_BIT ? 1 : 0; }
  void create_render_pass(const Session& session, VkFormat format);
  void create_framebuffer(const Session& session, VkImageView view);

  VkExtent2D extent_;
  VkImageAspectFlags aspect_ = 0;  ///< of the attachment; 0: none
  Drawing drawing_ = Drawing::written;
  Owned<VkRenderPass> pass_;
  Owned<VkFramebuffer> framebuffer_;
};

}  // namespace halfulp::device
