// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "device/shader/features.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/stage.hpp"
#include "device/vulkan/loader.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The fact that has the features.
inline constexpr std::string_view kShaderFeatures = "shader features";

/// One driver's device, before it is opened.
struct PhysicalDevice {
  VkPhysicalDevice handle = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;  ///< one that computes; if there is one, that draws too
  bool draws = false;              ///< whether it does
  bool fragments_store = false;    ///< fragmentStoresAndAtomics: whether fragment shaders write to buffers
  ShaderFeatures features;
  OfferedControls offered;
  std::vector<const char*> extensions;  ///< that the features, the controls and host memory need
  /// What the address and size of host memory that the device may use are multiples of; 0: it uses none.
  VkDeviceSize host_memory_alignment = 0;
  VkPhysicalDeviceProperties properties{};
  DeviceDescription description;

  /// Why it cannot compute in a stage, with the way out; "" where it can.
  [[nodiscard]] std::string why_not(ShaderStage stage) const;
};

/// A Vulkan instance and the devices that can run the shaders.
class Instance {
 public:
  /// Its devices are described as computing in that stage. Throws Error(kDevice), with the way out, when there is no
  /// loader, no driver or no device.
  explicit Instance(ShaderStage stage);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  [[nodiscard]] const InstanceFunctions& functions() const { return functions_; }
  [[nodiscard]] const std::vector<PhysicalDevice>& devices() const { return devices_; }

  /// The device of an index or of a part of a name, case apart; "" is the first.
  /// Throws Error(kDevice) that lists what there is, or says what the device lacks for the stage.
  [[nodiscard]] const PhysicalDevice& find(const std::string& which) const;

 private:
  ShaderStage stage_;
  VkInstance handle_ = VK_NULL_HANDLE;
  InstanceFunctions functions_;
  std::vector<PhysicalDevice> devices_;
};

}  // namespace halfulp::device
