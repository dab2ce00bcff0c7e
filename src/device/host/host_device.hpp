// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens the CPU's own arithmetic: `how` is "" (denormals kept) or "flush" (denormals flushed, where the CPU can). It
/// rounds to nearest-even and neither traps nor leaves flags, whatever floating-point environment the caller has set.
/// Throws Error(kDevice) for another `how`, naming those there are.
[[nodiscard]] std::unique_ptr<Device> open_host(const std::string& how);

/// `host`, and `host:flush` where the CPU can flush.
[[nodiscard]] std::vector<DeviceDescription> list_host();

}  // namespace halfulp::device
