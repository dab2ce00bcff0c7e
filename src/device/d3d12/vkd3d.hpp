// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens Direct3D 12 by vkd3d, on the Vulkan driver that vkd3d chooses; `which` is "" or "0". Throws Error(kUsage) for
/// another, Error(kDevice) with the way out where there is none.
[[nodiscard]] std::unique_ptr<Device> open_d3d12(const std::string& which, const DeviceOptions& options);

/// That device. Throws Error(kDevice) with the way out where there is none.
[[nodiscard]] std::vector<DeviceDescription> list_d3d12();

}  // namespace halfulp::device
