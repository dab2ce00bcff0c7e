// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/texture/image.hpp"

namespace halfulp::device {

/// An image as the one attachment of a render pass, of colours or of depths, and the pipeline that draws a triangle
/// over it: no blending, no test, one sample.
class RenderTarget {
 public:
  /// `fragment`: a SPIR-V module; `constants`: its specialization constants. Throws Error(kDevice).
  RenderTarget(const Session& session, const Image& image, VkFormat format, VkPipelineLayout layout,
               std::span<const std::uint32_t> fragment, std::span<const std::uint32_t> constants);

  /// Records the drawing of the first `rows` rows, after which the image is in the layout of kDownloadedImage. The
  /// shader's bindings are recorded before.
  void record(const Session& session, VkCommandBuffer commands, std::uint32_t rows) const;

 private:
  void create_render_pass(const Session& session, VkFormat format);
  [[nodiscard]] std::uint32_t colors() const { return is_depth_ ? 0 : 1; }
  void create_framebuffer(const Session& session, const Image& image);
  void create_pipeline(const Session& session, VkPipelineLayout layout, std::span<const std::uint32_t> fragment,
                       std::span<const std::uint32_t> constants);

  VkExtent2D extent_;
  bool is_depth_;
  Owned<VkRenderPass> pass_;
  Owned<VkFramebuffer> framebuffer_;
  Owned<VkPipeline> pipeline_;
};

}  // namespace halfulp::device
