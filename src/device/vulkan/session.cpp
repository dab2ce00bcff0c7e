// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/session.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <optional>
#include <vector>

#include "device/vulkan/logical_device.hpp"
#include "device/vulkan/specialization.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::uint32_t kBindings = 2;

// Those of a texture's shader, which say how it is laid out.
constexpr std::size_t kFewConstants = 4;

}  // namespace

std::optional<std::uint32_t> find_memory_type(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t allowed,
                                              VkMemoryPropertyFlags flags) {
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
  }
  return std::nullopt;
}

Session::Session(const InstanceFunctions& instance_functions, PhysicalDevice& physical,
                 std::chrono::seconds block_timeout)
    : block_timeout_(block_timeout), queue_family_(physical.queue_family) {
  root_.device = create_device(instance_functions, physical);
  functions_ = load_device_functions(instance_functions, root_.device);
  root_.destroy = functions_.vkDestroyDevice;
  functions_.vkGetDeviceQueue(root_.device, queue_family_, 0, &queue_);
  instance_functions.vkGetPhysicalDeviceMemoryProperties(physical.handle, &memory_);
  pipeline_cache_.emplace(functions_, root_.device, physical.properties);
  create_layouts();
}

Commands Session::create_commands() const {
  VkCommandPoolCreateInfo pool_info{};
  pool_info.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
  pool_info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool_info.queueFamilyIndex = queue_family_;
  VkCommandPool pool = VK_NULL_HANDLE;
  require(functions_.vkCreateCommandPool(root_.device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  Commands commands;
  commands.pool = {root_.device, pool, functions_.vkDestroyCommandPool};
  VkCommandBufferAllocateInfo commands_info{};
  commands_info.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
  commands_info.commandPool = pool;
  commands_info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  commands_info.commandBufferCount = 1;
  require(functions_.vkAllocateCommandBuffers(root_.device, &commands_info, &commands.buffer),
          "vkAllocateCommandBuffers");
  VkFenceCreateInfo fence_info{};
  fence_info.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
  VkFence fence = VK_NULL_HANDLE;
  require(functions_.vkCreateFence(root_.device, &fence_info, nullptr, &fence), "vkCreateFence");
  commands.fence = {root_.device, fence, functions_.vkDestroyFence};
  return commands;
}

SharedBuffer Session::create_buffer(std::size_t bytes) const {
  VkBufferCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  info.sharingMode = VK_SHARING_MODE_EXCLUSIVE;
  VkBuffer buffer = VK_NULL_HANDLE;
  require(functions_.vkCreateBuffer(root_.device, &info, nullptr, &buffer), "vkCreateBuffer");
  SharedBuffer shared;
  shared.buffer = {root_.device, buffer, functions_.vkDestroyBuffer};

  VkMemoryRequirements requirements{};
  functions_.vkGetBufferMemoryRequirements(root_.device, buffer, &requirements);
  // Every implementation has a type with these two for buffers [Vulkan 1.3 §11.2.1].
  constexpr VkMemoryPropertyFlags kNeeded = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  shared.memory = allocate(requirements, kNeeded, VK_MEMORY_PROPERTY_HOST_CACHED_BIT);
  VkDeviceMemory memory = shared.memory.get();
  require(functions_.vkBindBufferMemory(root_.device, buffer, memory, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  require(functions_.vkMapMemory(root_.device, memory, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  shared.bytes = {static_cast<std::byte*>(mapped), bytes};
  return shared;
}

Owned<VkDeviceMemory> Session::allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags needed,
                                        VkMemoryPropertyFlags preferred) const {
  auto type = find_memory_type(memory_, requirements.memoryTypeBits, needed | preferred);
  if (!type) type = find_memory_type(memory_, requirements.memoryTypeBits, needed);
  if (!type) {
    throw Error(Error::Kind::kDevice,
                "vulkan: the driver has no memory of the kind that is needed; choose another device (halfulp devices)");
  }
  VkMemoryAllocateInfo allocation{};
  allocation.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  allocation.allocationSize = requirements.size;
  allocation.memoryTypeIndex = *type;
  VkDeviceMemory memory = VK_NULL_HANDLE;
  require(functions_.vkAllocateMemory(root_.device, &allocation, nullptr, &memory), "vkAllocateMemory");
  return {root_.device, memory, functions_.vkFreeMemory};
}

void Session::create_layouts() {
  std::array<VkDescriptorSetLayoutBinding, kBindings> bindings{};
  for (std::uint32_t i = 0; i < kBindings; ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = kOperationStages;
  }
  VkDescriptorSetLayoutCreateInfo set_info{};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.bindingCount = kBindings;
  set_info.pBindings = bindings.data();
  VkDescriptorSetLayout set_layout = VK_NULL_HANDLE;
  require(functions_.vkCreateDescriptorSetLayout(root_.device, &set_info, nullptr, &set_layout),
          "vkCreateDescriptorSetLayout");
  set_layout_ = {root_.device, set_layout, functions_.vkDestroyDescriptorSetLayout};

  const VkPushConstantRange range{kOperationStages, 0, sizeof(PushConstants)};
  VkPipelineLayoutCreateInfo layout_info{};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set_layout;
  layout_info.pushConstantRangeCount = 1;
  layout_info.pPushConstantRanges = &range;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  require(functions_.vkCreatePipelineLayout(root_.device, &layout_info, nullptr, &layout), "vkCreatePipelineLayout");
  pipeline_layout_ = {root_.device, layout, functions_.vkDestroyPipelineLayout};
}

Owned<VkShaderModule> Session::create_module(std::span<const std::uint32_t> spirv) const {
  VkShaderModuleCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  info.codeSize = spirv.size_bytes();
  info.pCode = spirv.data();
  VkShaderModule handle = VK_NULL_HANDLE;
  require(functions_.vkCreateShaderModule(root_.device, &info, nullptr, &handle), "vkCreateShaderModule");
  return {root_.device, handle, functions_.vkDestroyShaderModule};
}

VkPipelineCache Session::pipeline_cache(std::span<const std::uint32_t> constants) const {
  return constants.size() > kFewConstants ? VK_NULL_HANDLE : pipeline_cache_->get();
}

Owned<VkPipeline> Session::create_pipeline(std::span<const std::uint32_t> spirv,
                                           std::span<const std::uint32_t> constants, VkPipelineLayout layout) const {
  const Owned<VkShaderModule> module = create_module(spirv);
  const Specialization specialization(constants);
  VkComputePipelineCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.get();
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = specialization.info();
  info.layout = layout;
  VkPipeline pipeline = VK_NULL_HANDLE;
  const VkResult result =
      functions_.vkCreateComputePipelines(root_.device, pipeline_cache(constants), 1, &info, nullptr, &pipeline);
  if (result != VK_SUCCESS) throw refused_shader(result);
  return {root_.device, pipeline, functions_.vkDestroyPipeline};
}

void Session::submit(const Commands& commands, std::uint32_t cases, const Writer& writer,
                     const std::function<void(VkCommandBuffer)>& record) {
  VkCommandBufferBeginInfo begin{};
  begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  require(functions_.vkBeginCommandBuffer(commands.buffer, &begin), "vkBeginCommandBuffer");
  record(commands.buffer);
  // What the host wrote before the submission is visible to the device; what the device writes has to be made so.
  VkMemoryBarrier barrier{};
  barrier.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
  barrier.srcAccessMask = writer.access;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  functions_.vkCmdPipelineBarrier(commands.buffer, writer.stages, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                                  nullptr, 0, nullptr);
  require(functions_.vkEndCommandBuffer(commands.buffer), "vkEndCommandBuffer");
  VkSubmitInfo info{};
  info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
  info.commandBufferCount = 1;
  info.pCommandBuffers = &commands.buffer;
  const VkFence fence = commands.fence.get();
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(queue_mutex_);
    require(functions_.vkQueueSubmit(queue_, 1, &info, fence), "vkQueueSubmit");
    number = submitted_++;
  }
  wait(number, fence, cases);
  require(functions_.vkResetFences(root_.device, 1, &fence), "vkResetFences");
}

void Session::wait(std::uint64_t number, VkFence fence, std::uint32_t cases) {
  std::unique_lock lock(end_mutex_);
  ended_one_.wait(lock, [&] { return ended_ == number || hung_; });
  VkResult result = VK_TIMEOUT;
  if (!hung_) {
    lock.unlock();
    const std::chrono::nanoseconds timeout = block_timeout_;
    result = functions_.vkWaitForFences(root_.device, 1, &fence, VK_TRUE, static_cast<std::uint64_t>(timeout.count()));
    lock.lock();
    ++ended_;
    hung_ = result == VK_TIMEOUT;
    ended_one_.notify_all();
  }
  if (result == VK_TIMEOUT) {
    throw Error(Error::Kind::kDevice,
                fmt::format("vulkan: the device did not end a block of {} cases within {} seconds; give it "
                            "more with --device-timeout if it is merely slow",
                            cases, block_timeout_.count()));
  }
  require(result, "vkWaitForFences");
}

}  // namespace halfulp::device
