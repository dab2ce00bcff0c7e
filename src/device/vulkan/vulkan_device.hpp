// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether lanes in memory of Device::use() are used where they are, if the driver can, or copied.
enum class HostMemoryUse : std::uint8_t { imported, copied };

/// Opens a Vulkan device by its index or a part of its name; "" is the first. Throws Error(kDevice) with the way out.
[[nodiscard]] std::unique_ptr<Device> open_vulkan(const std::string& which, const DeviceOptions& options,
                                                  HostMemoryUse host_memory = HostMemoryUse::imported);

/// The Vulkan devices of this machine. Throws Error(kDevice), with the way out, when there is no loader or no driver.
[[nodiscard]] std::vector<DeviceDescription> list_vulkan();

}  // namespace halfulp::device
