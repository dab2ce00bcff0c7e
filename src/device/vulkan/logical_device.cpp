// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/logical_device.hpp"

#include "device/facts.hpp"

namespace halfulp::device {
namespace {

VkResult try_device(const InstanceFunctions& functions, const PhysicalDevice& physical, VkDevice& device) {
  const float priority = 1.0F;
  VkDeviceQueueCreateInfo queue{};
  queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
  queue.queueFamilyIndex = physical.queue_family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;

  VkPhysicalDeviceShaderFloat16Int8Features float16_int8{};
  float16_int8.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES;
  float16_int8.shaderFloat16 = physical.features.shader_float16 ? VK_TRUE : VK_FALSE;
  float16_int8.shaderInt8 = physical.features.shader_int8 ? VK_TRUE : VK_FALSE;
  VkPhysicalDevice16BitStorageFeatures storage16{};
  storage16.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES;
  storage16.pNext = physical.features.shader_float16 || physical.features.shader_int8 ? &float16_int8 : nullptr;
  storage16.storageBuffer16BitAccess = physical.features.storage_buffer_16bit_access ? VK_TRUE : VK_FALSE;
  VkPhysicalDeviceFeatures2 features{};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features.pNext = &storage16;
  features.features.dualSrcBlend = physical.features.dual_src_blend ? VK_TRUE : VK_FALSE;
  features.features.fragmentStoresAndAtomics = physical.fragments_store ? VK_TRUE : VK_FALSE;
  features.features.shaderFloat64 = physical.features.shader_float64 ? VK_TRUE : VK_FALSE;
  features.features.shaderInt16 = physical.features.shader_int16 ? VK_TRUE : VK_FALSE;
  features.features.shaderStorageImageWriteWithoutFormat =
      physical.features.storage_image_write_without_format ? VK_TRUE : VK_FALSE;

  VkDeviceCreateInfo info{};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
  info.pNext = &features;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<std::uint32_t>(physical.extensions.size());
  info.ppEnabledExtensionNames = physical.extensions.data();
  return functions.vkCreateDevice(physical.handle, &info, nullptr, &device);
}

/// Whether the driver takes the features.
bool takes(const InstanceFunctions& functions, PhysicalDevice physical, const ShaderFeatures& features) {
  physical.features = features;
  VkDevice device = VK_NULL_HANDLE;
  if (try_device(functions, physical, device) != VK_SUCCESS) return false;
  const auto destroy = reinterpret_cast<PFN_vkDestroyDevice>(functions.vkGetDeviceProcAddr(device, "vkDestroyDevice"));
  if (destroy != nullptr) destroy(device, nullptr);
  return true;
}

}  // namespace

VkDevice create_device(const InstanceFunctions& functions, PhysicalDevice& physical) {
  VkDevice device = VK_NULL_HANDLE;
  VkResult result = try_device(functions, physical, device);
  if (result == VK_ERROR_FEATURE_NOT_PRESENT) {
    physical.features = features_that(physical.features,
                                      [&](const ShaderFeatures& alone) { return takes(functions, physical, alone); });
    for (auto& [what, text] : physical.description.facts) {
      if (what == kShaderFeatures) text = shader_features_text(physical.features);
    }
    result = try_device(functions, physical, device);
  }
  require(result, "vkCreateDevice");
  return device;
}

}  // namespace halfulp::device
