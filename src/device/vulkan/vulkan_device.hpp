// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens a Vulkan device by its index or a part of its name; "" is the first. Throws Error(kDevice) with the way out.
[[nodiscard]] std::unique_ptr<Device> open_vulkan(const std::string& which, const DeviceOptions& options);

/// The Vulkan devices of this machine; none when there is no loader or no driver.
[[nodiscard]] std::vector<DeviceDescription> list_vulkan();

}  // namespace halfulp::device
