// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "device/vulkan/instance.hpp"
#include "device/vulkan/loader.hpp"
#include "device/vulkan/owned.hpp"

namespace halfulp::device {

/// A buffer that the host and the device see, mapped for its whole life.
struct SharedBuffer {
  Owned<VkDeviceMemory> memory;
  Owned<VkBuffer> buffer;
  std::span<std::byte> bytes;
};

/// An opened device with what every dispatch uses: one buffer of operands, one of results, and a layout in which these
/// are the bindings 0 and 1.
class Session {
 public:
  /// `block_timeout`: how long a dispatch may take. Throws Error(kDevice).
  Session(const InstanceFunctions& instance_functions, const PhysicalDevice& physical, std::size_t operand_bytes,
          std::size_t result_bytes, std::chrono::seconds block_timeout);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() = default;

  [[nodiscard]] std::span<std::byte> operands() const { return operands_.bytes; }
  [[nodiscard]] std::span<std::byte> results() const { return results_.bytes; }
  [[nodiscard]] VkBuffer operand_buffer() const { return operands_.buffer.get(); }
  [[nodiscard]] VkBuffer result_buffer() const { return results_.buffer.get(); }
  [[nodiscard]] VkDevice device() const { return root_.device; }
  [[nodiscard]] const DeviceFunctions& functions() const { return functions_; }

  /// Memory that has all `needed` flags, and the preferred ones where there is such a type. Throws Error(kDevice).
  [[nodiscard]] Owned<VkDeviceMemory> allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags needed,
                                               VkMemoryPropertyFlags preferred) const;

  /// A module of SPIR-V. Throws Error(kDevice) when the driver refuses it.
  [[nodiscard]] Owned<VkShaderModule> create_module(std::span<const std::uint32_t> spirv) const;

  /// A compute pipeline of one SPIR-V module, with `constants` as its specialization constants 0, 1, 2, ..., in the
  /// session's own layout or in another. Throws Error(kDevice) when the driver refuses it.
  [[nodiscard]] Owned<VkPipeline> create_pipeline(std::span<const std::uint32_t> spirv,
                                                  std::span<const std::uint32_t> constants) const;
  [[nodiscard]] Owned<VkPipeline> create_pipeline(std::span<const std::uint32_t> spirv,
                                                  std::span<const std::uint32_t> constants,
                                                  VkPipelineLayout layout) const;

  /// Dispatches `groups` work groups of a pipeline in the session's layout, with the push constant `cases`, and waits
  /// until the results can be read. Throws Error(kDevice) when the device is lost or takes longer than it may.
  void run(VkPipeline pipeline, std::uint32_t cases, std::uint32_t groups);

  /// Runs the commands that `record` records, and waits until the host can read what `writer` wrote last to the buffer
  /// of results. Throws as run() does.
  struct Writer {
    VkAccessFlags access;
    VkPipelineStageFlags stages;
  };
  void submit(std::uint32_t cases, const Writer& writer, const std::function<void(VkCommandBuffer)>& record);

  /// Whether a dispatch never ended: the objects are still in use, so nothing may be destroyed.
  [[nodiscard]] bool hung() const { return hung_; }

 private:
  [[nodiscard]] SharedBuffer create_buffer(std::size_t bytes, VkBufferUsageFlags usage,
                                           VkMemoryPropertyFlags preferred) const;
  void create_descriptors();

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
  VkPhysicalDeviceMemoryProperties memory_{};
  VkQueue queue_ = VK_NULL_HANDLE;
  SharedBuffer operands_;
  SharedBuffer results_;
  Owned<VkDescriptorSetLayout> set_layout_;
  Owned<VkDescriptorPool> descriptor_pool_;
  Owned<VkPipelineLayout> pipeline_layout_;
  Owned<VkCommandPool> command_pool_;
  Owned<VkFence> fence_;
  VkDescriptorSet descriptor_set_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  bool hung_ = false;
};

}  // namespace halfulp::device
