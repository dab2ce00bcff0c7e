// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/loader.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <cstdlib>

#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

template <class Function>
void load(Function& function, void* library, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function != nullptr) return;
  throw Error(Error::Kind::kDevice,
              fmt::format("d3d12: libvkd3d-utils.so.1 has no {}; vkd3d 1.2 or newer is needed: apt install "
                          "libvkd3d-utils1",
                          name));
}

D3d12Functions load_functions() {
  // It writes what it does not know on standard error; a user asks for that.
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "none", 0);
  void* const library = dlopen("libvkd3d-utils.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Error::Kind::kDevice,
                "d3d12: vkd3d (libvkd3d-utils.so.1), which is Direct3D 12 on a Vulkan driver, is not on this machine; "
                "apt install libvkd3d-utils1");
  }
  D3d12Functions functions;
  load(functions.create_device, library, "D3D12CreateDeviceVKD3D");
  load(functions.serialize_root_signature, library, "D3D12SerializeRootSignature");
  load(functions.physical_device, library, "vkd3d_get_vk_physical_device");
  load(functions.shader_version, library, "vkd3d_shader_get_version");
  return functions;
}

}  // namespace

const D3d12Functions& d3d12() {
  // Never unloaded: drivers leave threads and exit handlers behind that point into their libraries.
  static const D3d12Functions kFunctions = load_functions();
  return kFunctions;
}

DriverBelow driver_below(ID3D12Device* device) {
  // vkd3d has loaded it.
  void* const library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return {};
  const auto properties_of =
      reinterpret_cast<PFN_vkGetPhysicalDeviceProperties2>(dlsym(library, "vkGetPhysicalDeviceProperties2"));
  if (properties_of == nullptr) return {};
  VkPhysicalDeviceDriverProperties driver{};
  driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
  VkPhysicalDeviceProperties2 properties{};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &driver;
  properties_of(reinterpret_cast<VkPhysicalDevice>(d3d12().physical_device(device)), &properties);
  return {properties.properties.deviceName, driver.driverName, driver.driverInfo};
}

void require_d3d12(HRESULT result, const char* what) {
  if (result >= 0) return;
  throw Error(Error::Kind::kDevice, fmt::format("d3d12: {} failed with 0x{:08x}; run again, and if it stays so, update "
                                                "vkd3d or the Vulkan driver below it",
                                                what, static_cast<std::uint32_t>(result)));
}

}  // namespace halfulp::device
