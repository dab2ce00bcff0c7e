// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/workspace.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace halfulp::device {

Workspace::Workspace(const Session& session) : session_(session), commands_(session.create_commands()) {
  const DeviceFunctions& functions = session.functions();
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2};
  VkDescriptorPoolCreateInfo pool_info{};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.maxSets = 1;
  pool_info.poolSizeCount = 1;
  pool_info.pPoolSizes = &size;
  VkDescriptorPool pool = VK_NULL_HANDLE;
  require(functions.vkCreateDescriptorPool(session.device(), &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  descriptor_pool_ = {session.device(), pool, functions.vkDestroyDescriptorPool};
  VkDescriptorSetLayout layout = session.set_layout();
  VkDescriptorSetAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  allocation.descriptorPool = pool;
  allocation.descriptorSetCount = 1;
  allocation.pSetLayouts = &layout;
  require(functions.vkAllocateDescriptorSets(session.device(), &allocation, &descriptor_set_),
          "vkAllocateDescriptorSets");
}

void Workspace::run(Session& session, const Stage& stage, VkPipeline pipeline, const PushConstants& constants,
                    std::uint32_t invocations, const BufferRange& operands, const BufferRange& results) {
  const DeviceFunctions& functions = session.functions();
  const std::array<VkDescriptorBufferInfo, 2> buffers{
      {{operands.buffer, operands.offset, operands.bytes}, {results.buffer, results.offset, results.bytes}}};
  VkWriteDescriptorSet write{};
  write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
  write.dstSet = descriptor_set_;
  write.dstBinding = 0;  // both bindings: the write goes on into the next binding of the same type
  write.descriptorCount = static_cast<std::uint32_t>(buffers.size());
  write.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write.pBufferInfo = buffers.data();
  functions.vkUpdateDescriptorSets(session.device(), 1, &write, 0, nullptr);

  session.submit(commands_, constants.cases, stage.writer(), [&](VkCommandBuffer commands) {
    const VkPipelineLayout layout = session.pipeline_layout();
    functions.vkCmdBindDescriptorSets(commands, stage.bind_point(), layout, 0, 1, &descriptor_set_, 0, nullptr);
    functions.vkCmdPushConstants(commands, layout, kOperationStages, 0, sizeof(constants), &constants);
    stage.record(commands, pipeline, invocations);
  });
}

const SharedBuffer& Workspace::grown(SharedBuffer& buffer, std::size_t bytes) const {
  constexpr std::size_t kLeast = std::size_t{1} << 16;
  if (buffer.bytes.size() < bytes || buffer.bytes.empty()) {
    buffer = SharedBuffer();
    buffer = session_.create_buffer(std::bit_ceil(std::max(bytes, kLeast)));
  }
  return buffer;
}

std::unique_ptr<Workspace> Workspaces::take() {
  const std::lock_guard lock(mutex_);
  if (free_.empty()) return std::make_unique<Workspace>(session_);
  std::unique_ptr<Workspace> workspace = std::move(free_.back());
  free_.pop_back();
  return workspace;
}

void Workspaces::with_one(const std::function<void(Workspace&)>& block) {
  std::unique_ptr<Workspace> workspace = take();
  try {
    block(*workspace);
  } catch (...) {
    if (session_.hung()) static_cast<void>(workspace.release());
    throw;
  }
  const std::lock_guard lock(mutex_);
  free_.push_back(std::move(workspace));
}

}  // namespace halfulp::device
