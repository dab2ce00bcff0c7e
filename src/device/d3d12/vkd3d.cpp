// SPDX-License-Identifier: Apache-2.0
// Direct3D 12 on Linux: libvkd3d-utils, opened at run time.
#include "device/d3d12/vkd3d.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <cstdlib>

#include "device/d3d12/api.hpp"
#include "device/d3d12/d3d12_device.hpp"
#include "device/set_variable.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

struct Vkd3dFunctions {
  decltype(&::D3D12CreateDeviceVKD3D) create_device = nullptr;
  SerializeRootSignature* serialize_root_signature = nullptr;
  decltype(&::vkd3d_get_vk_physical_device) physical_device = nullptr;
  decltype(&::vkd3d_shader_get_version) shader_version = nullptr;
};

template <class Function>
void load(Function& function, void* library, const char* name) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function != nullptr) return;
  throw Error(Error::Kind::kDevice,
              fmt::format("d3d12: libvkd3d-utils.so.1 has no {}; vkd3d 1.2 or newer is needed: apt install "
                          "libvkd3d-utils1",
                          name));
}

Vkd3dFunctions load_vkd3d() {
  // It writes what it does not know on standard error; a user asks for that. Its compiler's log is what it says of a
  // shader that it refuses, and nothing of others.
  setenv("VKD3D_DEBUG", "none", 0);
  setenv("VKD3D_SHADER_DEBUG", "fixme", 0);
  void* const library = dlopen("libvkd3d-utils.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {
    throw Error(Error::Kind::kDevice,
                "d3d12: vkd3d (libvkd3d-utils.so.1), which is Direct3D 12 on a Vulkan driver, is not on this machine; "
                "apt install libvkd3d-utils1");
  }
  Vkd3dFunctions functions;
  load(functions.create_device, library, "D3D12CreateDeviceVKD3D");
  load(functions.serialize_root_signature, library, "D3D12SerializeRootSignature");
  load(functions.physical_device, library, "vkd3d_get_vk_physical_device");
  load(functions.shader_version, library, "vkd3d_shader_get_version");
  return functions;
}

const Vkd3dFunctions& vkd3d() {
  // Never unloaded: drivers leave threads and exit handlers behind that point into their libraries.
  static const Vkd3dFunctions kFunctions = load_vkd3d();
  return kFunctions;
}

ComObject<ID3D12Device> create_vkd3d_device() {
  void* device = nullptr;
  const HRESULT result =
      vkd3d().create_device(nullptr, D3D_FEATURE_LEVEL_11_0, IID_ID3D12Device, &device, VKD3D_UTILS_API_VERSION);
  if (result < 0) {
    const std::string variable = set_variable({"VK_DRIVER_FILES", "VK_ICD_FILENAMES"});
    const std::string way_out = variable.empty()
                                    ? "apt install mesa-vulkan-drivers"
                                    : "point " + variable + " at such a driver's .json, or leave the variable out";
    throw Error(
        Error::Kind::kDevice,
        fmt::format("d3d12: vkd3d finds no Vulkan driver that it can use (0x{:08x}); it needs what llvmpipe and "
                    "drivers of GPUs have: {}",
                    static_cast<std::uint32_t>(result), way_out));
  }
  return ComObject<ID3D12Device>(static_cast<ID3D12Device*>(device));
}

/// What the Vulkan driver below says of itself.
struct DriverBelow {
  std::string name;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string driver;
  std::string version;
};

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
  properties_of(reinterpret_cast<VkPhysicalDevice>(vkd3d().physical_device(device)), &properties);
  return {properties.properties.deviceName, driver.driverName, driver.driverInfo};
}

DeviceDescription description_of(ID3D12Device* device) {
  const DriverBelow below = driver_below(device);
  unsigned major = 0;
  unsigned minor = 0;
  const char* const version = vkd3d().shader_version(&major, &minor);
  return {.name = "d3d12:0",
          .kind = "d3d12",
          .title = below.name,
          .facts = {{"driver", "vkd3d"},
                    {"driver version", version},
                    {"Vulkan driver below", below.driver},
                    {"its version", below.version}}};
}

}  // namespace

void require_d3d12(HRESULT result, const char* what) {
  if (result >= 0) return;
  throw Error(Error::Kind::kDevice, fmt::format("d3d12: {} failed with 0x{:08x}; run again, and if it stays so, update "
                                                "vkd3d or the Vulkan driver below it",
                                                what, static_cast<std::uint32_t>(result)));
}

std::unique_ptr<Device> open_d3d12(const std::string& which, const DeviceOptions& options) {
  if (!which.empty() && which != "0") {
    throw Error(Error::Kind::kUsage, fmt::format("d3d12:{}: vkd3d has one device, d3d12:0, on the first Vulkan driver; "
                                                 "VK_ICD_FILENAMES chooses which that is",
                                                 which));
  }
  ComObject<ID3D12Device> device = create_vkd3d_device();
  DeviceDescription description = description_of(device.get());
  return make_d3d12({std::move(device), vkd3d().serialize_root_signature}, std::move(description),
                    options.block_timeout);
}

std::vector<DeviceDescription> list_d3d12() { return {description_of(create_vkd3d_device().get())}; }

}  // namespace halfulp::device
