// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

template <class Function, class Get>
void load(Function& function, const char* name, const Get& get) {
  function = reinterpret_cast<Function>(get(name));
  if (function == nullptr) {
    throw Error(Error::Kind::kDevice,
                fmt::format("vulkan: the driver has no {}; a driver for Vulkan 1.1 or newer is needed", name));
  }
}

}  // namespace

PFN_vkGetInstanceProcAddr vulkan_loader() {
  // Never unloaded: drivers leave threads and exit handlers behind that point into their libraries.
  static void* const library = [] {
    void* handle = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
    return handle != nullptr ? handle : dlopen("libvulkan.so", RTLD_NOW | RTLD_LOCAL);
  }();
  if (library == nullptr) {
    throw Error(
        Error::Kind::kDevice,
        "vulkan: the Vulkan loader (libvulkan.so.1) is not on this machine; install libvulkan1 and a driver, such "
        "as mesa-vulkan-drivers");
  }
  auto* entry = reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (entry == nullptr) {
    throw Error(Error::Kind::kDevice, "vulkan: libvulkan.so.1 has no vkGetInstanceProcAddr; install libvulkan1 again");
  }
  return entry;
}

InstanceFunctions load_instance_functions(VkInstance instance) {
  const auto get = [entry = vulkan_loader(), instance](const char* name) { return entry(instance, name); };
  InstanceFunctions functions;
#define HALFULP_LOAD(name) load(functions.name, #name, get);
  HALFULP_VULKAN_INSTANCE_FUNCTIONS(HALFULP_LOAD)
#undef HALFULP_LOAD
  return functions;
}

DeviceFunctions load_device_functions(const InstanceFunctions& instance_functions, VkDevice device) {
  const auto get = [&instance_functions, device](const char* name) {
    return instance_functions.vkGetDeviceProcAddr(device, name);
  };
  DeviceFunctions functions;
#define HALFULP_LOAD(name) load(functions.name, #name, get);
  HALFULP_VULKAN_DEVICE_FUNCTIONS(HALFULP_LOAD)
#undef HALFULP_LOAD
  functions.vkGetMemoryHostPointerPropertiesEXT =
      reinterpret_cast<PFN_vkGetMemoryHostPointerPropertiesEXT>(get("vkGetMemoryHostPointerPropertiesEXT"));
  return functions;
}

std::string result_name(VkResult result) {
#define HALFULP_CASE(name) \
  case name:               \
    return #name;
  switch (result) {
    HALFULP_CASE(VK_SUCCESS)
    HALFULP_CASE(VK_NOT_READY)
    HALFULP_CASE(VK_TIMEOUT)
    HALFULP_CASE(VK_INCOMPLETE)
    HALFULP_CASE(VK_ERROR_OUT_OF_HOST_MEMORY)
    HALFULP_CASE(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    HALFULP_CASE(VK_ERROR_INITIALIZATION_FAILED)
    HALFULP_CASE(VK_ERROR_DEVICE_LOST)
    HALFULP_CASE(VK_ERROR_MEMORY_MAP_FAILED)
    HALFULP_CASE(VK_ERROR_LAYER_NOT_PRESENT)
    HALFULP_CASE(VK_ERROR_EXTENSION_NOT_PRESENT)
    HALFULP_CASE(VK_ERROR_FEATURE_NOT_PRESENT)
    HALFULP_CASE(VK_ERROR_INCOMPATIBLE_DRIVER)
    HALFULP_CASE(VK_ERROR_TOO_MANY_OBJECTS)
    HALFULP_CASE(VK_ERROR_INVALID_SHADER_NV)
    default:
      return fmt::format("VkResult {}", static_cast<int>(result));
  }
#undef HALFULP_CASE
}

Error refused_shader(VkResult result) {
  return {Error::Kind::kDevice,
          fmt::format("vulkan: the driver's compiler refuses the shader with {}; leave the operation out of "
                      "what is asked, and report the shader to the driver's authors",
                      result_name(result))};
}

void require(VkResult result, const std::string& what) {
  if (result == VK_SUCCESS) return;
  const char* way_out = "";
  if (result == VK_ERROR_DEVICE_LOST) {
    way_out =
        ": the driver gave the device up; run again, and if it stays so, update the driver or choose another device";
  } else if (result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY) {
    way_out = ": about 40 MiB of host-visible memory are needed; end what else uses the device";
  } else if (result == VK_ERROR_FEATURE_NOT_PRESENT) {
    way_out = ", although the driver lists what was asked; update the driver or choose another device";
  }
  throw Error(Error::Kind::kDevice, fmt::format("vulkan: {} failed with {}{}", what, result_name(result), way_out));
}

}  // namespace halfulp::device
