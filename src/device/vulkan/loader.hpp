// SPDX-License-Identifier: Apache-2.0
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#include <string>

#include "halfulp/error.hpp"

// Every Vulkan function that this folder calls, by the object that it is asked of.
#define HALFULP_VULKAN_INSTANCE_FUNCTIONS(ROW)  \
  ROW(vkDestroyInstance)                        \
  ROW(vkEnumeratePhysicalDevices)               \
  ROW(vkGetPhysicalDeviceFeatures2)             \
  ROW(vkGetPhysicalDeviceProperties2)           \
  ROW(vkGetPhysicalDeviceMemoryProperties)      \
  ROW(vkGetPhysicalDeviceFormatProperties)      \
  ROW(vkGetPhysicalDeviceQueueFamilyProperties) \
  ROW(vkEnumerateDeviceExtensionProperties)     \
  ROW(vkCreateDevice)                           \
  ROW(vkGetDeviceProcAddr)

#define HALFULP_VULKAN_DEVICE_FUNCTIONS(ROW) \
  ROW(vkDestroyDevice)                       \
  ROW(vkGetDeviceQueue)                      \
  ROW(vkCreateBuffer)                        \
  ROW(vkDestroyBuffer)                       \
  ROW(vkGetBufferMemoryRequirements)         \
  ROW(vkAllocateMemory)                      \
  ROW(vkFreeMemory)                          \
  ROW(vkBindBufferMemory)                    \
  ROW(vkMapMemory)                           \
  ROW(vkCreateImage)                         \
  ROW(vkDestroyImage)                        \
  ROW(vkGetImageMemoryRequirements)          \
  ROW(vkBindImageMemory)                     \
  ROW(vkCreateImageView)                     \
  ROW(vkDestroyImageView)                    \
  ROW(vkCreateSampler)                       \
  ROW(vkDestroySampler)                      \
  ROW(vkCreateRenderPass)                    \
  ROW(vkDestroyRenderPass)                   \
  ROW(vkCreateFramebuffer)                   \
  ROW(vkDestroyFramebuffer)                  \
  ROW(vkCreateDescriptorSetLayout)           \
  ROW(vkDestroyDescriptorSetLayout)          \
  ROW(vkCreateDescriptorPool)                \
  ROW(vkDestroyDescriptorPool)               \
  ROW(vkAllocateDescriptorSets)              \
  ROW(vkUpdateDescriptorSets)                \
  ROW(vkCreatePipelineCache)                 \
  ROW(vkDestroyPipelineCache)                \
  ROW(vkGetPipelineCacheData)                \
  ROW(vkCreatePipelineLayout)                \
  ROW(vkDestroyPipelineLayout)               \
  ROW(vkCreateShaderModule)                  \
  ROW(vkDestroyShaderModule)                 \
  ROW(vkCreateComputePipelines)              \
  ROW(vkCreateGraphicsPipelines)             \
  ROW(vkDestroyPipeline)                     \
  ROW(vkCreateCommandPool)                   \
  ROW(vkDestroyCommandPool)                  \
  ROW(vkAllocateCommandBuffers)              \
  ROW(vkBeginCommandBuffer)                  \
  ROW(vkEndCommandBuffer)                    \
  ROW(vkCmdBindPipeline)                     \
  ROW(vkCmdBindDescriptorSets)               \
  ROW(vkCmdPushConstants)                    \
  ROW(vkCmdDispatch)                         \
  ROW(vkCmdBeginRenderPass)                  \
  ROW(vkCmdEndRenderPass)                    \
  ROW(vkCmdSetScissor)                       \
  ROW(vkCmdSetBlendConstants)                \
  ROW(vkCmdDraw)                             \
  ROW(vkCmdCopyBufferToImage)                \
  ROW(vkCmdCopyImageToBuffer)                \
  ROW(vkCmdPipelineBarrier)                  \
  ROW(vkQueueSubmit)                         \
  ROW(vkCreateFence)                         \
  ROW(vkDestroyFence)                        \
  ROW(vkWaitForFences)                       \
  ROW(vkResetFences)

namespace halfulp::device {

#define HALFULP_MEMBER(name) PFN_##name name = nullptr;
struct InstanceFunctions {
  HALFULP_VULKAN_INSTANCE_FUNCTIONS(HALFULP_MEMBER)
};
struct DeviceFunctions {
  HALFULP_VULKAN_DEVICE_FUNCTIONS(HALFULP_MEMBER)
  HALFULP_MEMBER(vkGetMemoryHostPointerPropertiesEXT)  ///< null where the driver has none
};
#undef HALFULP_MEMBER

/// The Vulkan loader's one exported function; the library is loaded on the first call and stays.
/// Throws Error(kDevice), with the way out, when this machine has no loader.
[[nodiscard]] PFN_vkGetInstanceProcAddr vulkan_loader();

/// The functions of an instance, and of a device. Throw Error(kDevice) when one is missing.
[[nodiscard]] InstanceFunctions load_instance_functions(VkInstance instance);
[[nodiscard]] DeviceFunctions load_device_functions(const InstanceFunctions& functions, VkDevice device);

/// "VK_ERROR_DEVICE_LOST", or the number of a result that has no name here.
[[nodiscard]] std::string result_name(VkResult result);

/// That the driver's compiler gave this result instead of a pipeline.
[[nodiscard]] Error refused_shader(VkResult result);

/// Throws Error(kDevice) that says what failed unless the result is VK_SUCCESS.
void require(VkResult result, const std::string& what);

}  // namespace halfulp::device
