// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/shader/texture.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/session.hpp"
#include "device/vulkan/texture/image.hpp"

namespace halfulp::device {

/// The layout and the set of what one shader of textures is bound to: those of its bindings that it uses.
class TextureBindings {
 public:
  /// Throws Error(kDevice).
  TextureBindings(const Session& session, TextureAccess access, const Image& image, VkBuffer operand_buffer,
                  VkBuffer result_buffer);

  [[nodiscard]] VkPipelineLayout layout() const { return pipeline_layout_.get(); }

  /// Records the binding of the set, and of the push constant `cases`.
  void record(const Session& session, VkCommandBuffer commands, std::uint32_t cases) const;

 private:
  TextureAccess access_;
  Owned<VkSampler> sampler_;
  Owned<VkDescriptorSetLayout> set_layout_;
  Owned<VkDescriptorPool> pool_;
  Owned<VkPipelineLayout> pipeline_layout_;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
};

}  // namespace halfulp::device
