// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>

#include "device/vulkan/instance.hpp"
#include "device/vulkan/loader.hpp"
#include "device/vulkan/owned.hpp"
#include "device/vulkan/pipeline_cache.hpp"

namespace halfulp::device {

/// A buffer that the host and the device see, mapped for its whole life.
struct SharedBuffer {
  Owned<VkDeviceMemory> memory;
  Owned<VkBuffer> buffer;
  std::span<std::byte> bytes;
};

/// A memory type out of the allowed ones that has all `flags`.
[[nodiscard]] std::optional<std::uint32_t> find_memory_type(const VkPhysicalDeviceMemoryProperties& memory,
                                                            std::uint32_t allowed, VkMemoryPropertyFlags flags);

/// What one thread records commands in, and waits for them with.
struct Commands {
  Owned<VkCommandPool> pool;
  Owned<VkFence> fence;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
};

/// Part of a buffer that a shader is bound to.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;
  VkDeviceSize offset = 0;
  VkDeviceSize bytes = 0;
};

/// The stages in which shaders of operations run.
inline constexpr VkShaderStageFlags kOperationStages = VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

/// What a shader of operations is given: cases, and values from the begin of a lane to that of the next.
struct PushConstants {
  std::uint32_t cases;
  std::uint32_t stride;
};

/// An opened device, and the layout of shaders of operations: operands and results are the bindings 0 and 1. Any thread
/// may call all of it at any time.
class Session {
 public:
  /// `physical`: as of create_device(). `block_timeout`: how long a dispatch may take. Throws Error(kDevice).
  Session(const InstanceFunctions& instance_functions, PhysicalDevice& physical, std::chrono::seconds block_timeout);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  [[nodiscard]] VkDevice device() const { return root_.device; }
  [[nodiscard]] const DeviceFunctions& functions() const { return functions_; }
  [[nodiscard]] const VkPhysicalDeviceMemoryProperties& memory_properties() const { return memory_; }
  [[nodiscard]] VkDescriptorSetLayout set_layout() const { return set_layout_.get(); }
  /// The cache for a pipeline with these specialization constants: none for the many of a shader of constants, since
  /// such a pipeline is of no use to a later run.
  [[nodiscard]] VkPipelineCache pipeline_cache(std::span<const std::uint32_t> constants) const;
  [[nodiscard]] VkPipelineLayout pipeline_layout() const { return pipeline_layout_.get(); }

  /// A buffer in memory that the host sees, cached by it where there is such memory: what is not is read 50 times as
  /// slowly. Throws Error(kDevice).
  [[nodiscard]] SharedBuffer create_buffer(std::size_t bytes) const;

  /// Throws Error(kDevice).
  [[nodiscard]] Commands create_commands() const;

  /// Memory that has all `needed` flags, and the preferred ones where there is such a type. Throws Error(kDevice).
  [[nodiscard]] Owned<VkDeviceMemory> allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags needed,
                                               VkMemoryPropertyFlags preferred) const;

  /// A module of SPIR-V. Throws Error(kDevice) when the driver refuses it.
  [[nodiscard]] Owned<VkShaderModule> create_module(std::span<const std::uint32_t> spirv) const;

  /// A compute pipeline of one SPIR-V module, with `constants` as its specialization constants 0, 1, 2, ... Throws
  /// Error(kDevice) when the driver refuses it.
  [[nodiscard]] Owned<VkPipeline> create_pipeline(std::span<const std::uint32_t> spirv,
                                                  std::span<const std::uint32_t> constants,
                                                  VkPipelineLayout layout) const;

  /// Runs the commands that `record` records, and waits until the host can read what `writer` wrote last. Threads may
  /// submit while others wait; each block's time counts from when it is the first that has not ended. Throws
  /// Error(kDevice) when the device is lost or takes longer than it may.
  struct Writer {
    VkAccessFlags access;
    VkPipelineStageFlags stages;
  };
  void submit(const Commands& commands, std::uint32_t cases, const Writer& writer,
              const std::function<void(VkCommandBuffer)>& record);

  /// Whether a dispatch never ended: the objects are still in use, so nothing may be destroyed.
  [[nodiscard]] bool hung() const { return hung_; }

 private:
  void create_layouts();
  void wait(std::uint64_t number, VkFence fence, std::uint32_t cases);

  /// The device itself, destroyed last.
  struct Root {
    VkDevice device = VK_NULL_HANDLE;
    PFN_vkDestroyDevice destroy = nullptr;
    Root() = default;
    Root(const Root&) = delete;
    Root& operator=(const Root&) = delete;
    ~Root() {
      if (destroy != nullptr) destroy(device, nullptr);
    }
  };

  std::chrono::seconds block_timeout_;
  Root root_;
  DeviceFunctions functions_;
  std::uint32_t queue_family_;
  VkPhysicalDeviceMemoryProperties memory_{};
  std::optional<PipelineCache> pipeline_cache_;
  Owned<VkDescriptorSetLayout> set_layout_;
  Owned<VkPipelineLayout> pipeline_layout_;

  std::mutex queue_mutex_;
  VkQueue queue_ = VK_NULL_HANDLE;
  std::uint64_t submitted_ = 0;

  std::mutex end_mutex_;
  std::condition_variable ended_one_;
  std::uint64_t ended_ = 0;
  std::atomic<bool> hung_ = false;
};

}  // namespace halfulp::device
