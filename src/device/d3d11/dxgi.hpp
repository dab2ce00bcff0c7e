// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <dxgi.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "device/com_object.hpp"

// Adapters and errors of Direct3D 11 and 12; `api`, "d3d11" or "d3d12", begins the messages.
namespace halfulp::device {

/// Where Direct3D computes: the adapter of that number, or WARP, Microsoft's driver for the CPU.
struct AdapterChoice {
  std::optional<unsigned> number = 0;  ///< nothing: WARP
};

/// The device is gone, for this process: the driver was reset, updated or taken out.
struct DeviceRemoved : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All adapters, at least one. Throws Error(kDevice) with the way out where there is none.
[[nodiscard]] std::vector<ComObject<IDXGIAdapter1>> all_adapters(std::string_view api);

/// The adapter of that number. Throws Error(kUsage) where there is none of that number, and as all_adapters() does.
[[nodiscard]] ComObject<IDXGIAdapter1> adapter_of_number(std::string_view api, unsigned number);

/// WARP's. Throws Error(kDevice) where there is none.
[[nodiscard]] ComObject<IDXGIAdapter1> warp_adapter(std::string_view api);

/// The adapter's name.
[[nodiscard]] std::string name_of(IDXGIAdapter* adapter);

/// "31.0.15.5222", or "" where the driver does not say.
[[nodiscard]] std::string driver_version(IDXGIAdapter* adapter);

/// Throws Error(kDevice): what is not there, and the way out.
[[noreturn]] void throw_not_there(std::string_view api, const std::string& what, HRESULT result);

/// Throws Error(kDevice) with what failed where `result` is an error, DeviceRemoved where the device is gone.
void require_direct3d(std::string_view api, HRESULT result, const char* what);

}  // namespace halfulp::device
