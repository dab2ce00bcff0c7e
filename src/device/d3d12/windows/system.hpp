// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "device/d3d11/dxgi.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens Direct3D 12 on an adapter: that of Windows, or of Wine. Throws Error(kUsage) for a number that no adapter has,
/// Error(kDevice) with the way out where there is no Direct3D 12 of feature level 11_0. compute() throws DeviceRemoved
/// where the device is gone. For one thread at a time.
[[nodiscard]] std::unique_ptr<Device> open_windows_d3d12(const AdapterChoice& choice);

/// A line for each adapter: its number and name, and whether it has Direct3D 12. Throws Error(kDevice) where there is
/// no adapter.
[[nodiscard]] std::vector<std::string> list_d3d12_adapters();

}  // namespace halfulp::device
