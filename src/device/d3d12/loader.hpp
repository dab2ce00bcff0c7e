// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

// What vkd3d's headers need: structures are returned as its library returns them.
#define WIDL_EXPLICIT_AGGREGATE_RETURNS
#define VKD3D_UTILS_API_VERSION VKD3D_API_VERSION_1_2
#include <vkd3d_shader.h>
#include <vkd3d_utils.h>
#undef min
#undef max

namespace halfulp::device {

/// The functions of libvkd3d that are needed, which is Direct3D 12 on top of a Vulkan driver.
struct D3d12Functions {
  decltype(&::D3D12CreateDeviceVKD3D) create_device = nullptr;
  decltype(&::D3D12SerializeRootSignature) serialize_root_signature = nullptr;
  decltype(&::vkd3d_get_vk_physical_device) physical_device = nullptr;
  decltype(&::vkd3d_shader_get_version) shader_version = nullptr;
};

/// Loads libvkd3d-utils when first called. Throws Error(kDevice) with the way out where it is not there.
[[nodiscard]] const D3d12Functions& d3d12();

/// What the Vulkan driver below says of itself.
struct DriverBelow {
  std::string name;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string driver;
  std::string version;
};
[[nodiscard]] DriverBelow driver_below(ID3D12Device* device);

/// Throws Error(kDevice) with what failed where `result` is an error.
void require_d3d12(HRESULT result, const char* what);

}  // namespace halfulp::device
