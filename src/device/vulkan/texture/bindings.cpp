// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/bindings.hpp"

#include <vector>

namespace halfulp::device {
namespace {

struct Binding {
  std::uint32_t number;  // as device/shader/texture.hpp has it
  VkDescriptorType type;
};

constexpr Binding kOperands{0, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
constexpr Binding kResults{1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
constexpr Binding kTexels{2, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE};
constexpr Binding kSampler{3, VK_DESCRIPTOR_TYPE_SAMPLER};
constexpr Binding kTarget{4, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE};

std::vector<Binding> bindings_of(TextureAccess access) {
  switch (access) {
    case TextureAccess::fetch:
      return {kResults, kTexels};
    case TextureAccess::sample:
    case TextureAccess::gather:
    case TextureAccess::filter:
      return {kResults, kTexels, kSampler};
    case TextureAccess::linear:
      return {kOperands, kResults, kTexels, kSampler};
    case TextureAccess::store:
      return {kOperands, kTarget};
    case TextureAccess::render:
    case TextureAccess::blend:
    case TextureAccess::blend_constant:
      return {kOperands};
  }
  return {};
}

VkShaderStageFlags stage_of(TextureAccess access) {
  return draws(access) ? VK_SHADER_STAGE_FRAGMENT_BIT : VK_SHADER_STAGE_COMPUTE_BIT;
}

Owned<VkSampler> create_sampler(const Session& session, VkFilter filter) {
  VkSamplerCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  info.magFilter = filter;
  info.minFilter = filter;
  info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
  info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  VkSampler sampler = VK_NULL_HANDLE;
  require(session.functions().vkCreateSampler(session.device(), &info, nullptr, &sampler), "vkCreateSampler");
  return {session.device(), sampler, session.functions().vkDestroySampler};
}

Owned<VkDescriptorSetLayout> create_set_layout(const Session& session, TextureAccess access,
                                               const std::vector<Binding>& bindings) {
  std::vector<VkDescriptorSetLayoutBinding> rows(bindings.size());
  for (std::size_t i = 0; i < bindings.size(); ++i) {
    rows[i].binding = bindings[i].number;
    rows[i].descriptorType = bindings[i].type;
    rows[i].descriptorCount = 1;
    rows[i].stageFlags = stage_of(access);
  }
  VkDescriptorSetLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  info.bindingCount = static_cast<std::uint32_t>(rows.size());
  info.pBindings = rows.data();
  VkDescriptorSetLayout layout = VK_NULL_HANDLE;
  require(session.functions().vkCreateDescriptorSetLayout(session.device(), &info, nullptr, &layout),
          "vkCreateDescriptorSetLayout");
  return {session.device(), layout, session.functions().vkDestroyDescriptorSetLayout};
}

Owned<VkDescriptorPool> create_pool(const Session& session, const std::vector<Binding>& bindings) {
  std::vector<VkDescriptorPoolSize> sizes;
  sizes.reserve(bindings.size());
  for (const Binding& binding : bindings) sizes.push_back({binding.type, 1});
  VkDescriptorPoolCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  info.maxSets = 1;
  info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  VkDescriptorPool pool = VK_NULL_HANDLE;
  require(session.functions().vkCreateDescriptorPool(session.device(), &info, nullptr, &pool),
          "vkCreateDescriptorPool");
  return {session.device(), pool, session.functions().vkDestroyDescriptorPool};
}

Owned<VkPipelineLayout> create_pipeline_layout(const Session& session, TextureAccess access,
                                               VkDescriptorSetLayout set_layout) {
  const VkPushConstantRange range{stage_of(access), 0, sizeof(std::uint32_t)};
  VkPipelineLayoutCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  info.setLayoutCount = 1;
  info.pSetLayouts = &set_layout;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  require(session.functions().vkCreatePipelineLayout(session.device(), &info, nullptr, &layout),
          "vkCreatePipelineLayout");
  return {session.device(), layout, session.functions().vkDestroyPipelineLayout};
}

}  // namespace

TextureBindings::TextureBindings(const Session& session, TextureAccess access, const Image& image,
                                 VkBuffer operand_buffer, VkBuffer result_buffer)
    : access_(access) {
  const std::vector<Binding> bindings = bindings_of(access);
  const bool is_nearest = access == TextureAccess::sample || access == TextureAccess::gather;
  if (is_nearest) sampler_ = create_sampler(session, VK_FILTER_NEAREST);
  if (filters(access)) sampler_ = create_sampler(session, VK_FILTER_LINEAR);
  set_layout_ = create_set_layout(session, access, bindings);
  pool_ = create_pool(session, bindings);
  VkDescriptorSetLayout set_layout = set_layout_.get();
  pipeline_layout_ = create_pipeline_layout(session, access, set_layout);

  VkDescriptorSetAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocation.descriptorPool = pool_.get();
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &set_layout;
  require(session.functions().vkAllocateDescriptorSets(session.device(), &allocation, &set_),
          "vkAllocateDescriptorSets");

  const VkDescriptorBufferInfo operands{operand_buffer, 0, VK_WHOLE_SIZE};
  const VkDescriptorBufferInfo results{result_buffer, 0, VK_WHOLE_SIZE};
  const bool stored = access == TextureAccess::store;
  const VkDescriptorImageInfo picture{sampler_.get(), image.view.get(),
                                      stored ? kWrittenImage.layout : kReadImage.layout};
  std::vector<VkWriteDescriptorSet> writes;
  for (const Binding& binding : bindings) {
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set_;
    write.dstBinding = binding.number;
    write.descriptorCount = 1;
    write.descriptorType = binding.type;
    write.pBufferInfo = binding.number == kOperands.number ? &operands : &results;
    write.pImageInfo = &picture;
    writes.push_back(write);
  }
  session.functions().vkUpdateDescriptorSets(session.device(), static_cast<std::uint32_t>(writes.size()), writes.data(),
                                             0, nullptr);
}

void TextureBindings::record(const Session& session, VkCommandBuffer commands, std::uint32_t cases) const {
  const auto point = draws(access_) ? VK_PIPELINE_BIND_POINT_GRAPHICS : VK_PIPELINE_BIND_POINT_COMPUTE;
  session.functions().vkCmdBindDescriptorSets(commands, point, layout(), 0, 1, &set_, 0, nullptr);
  session.functions().vkCmdPushConstants(commands, layout(), stage_of(access_), 0, sizeof(cases), &cases);
}

}  // namespace halfulp::device
