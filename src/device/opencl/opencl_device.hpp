// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens an OpenCL device, `PLATFORM/DEVICE/MODE`: an index or a part of the name of each of the first two, and how its
/// programs are built (see BuildMode); what is missing or "" is the first, or, of modes, what the float controls call
/// for.
/// Throws Error(kDevice) with the way out, Error(kUsage) for a mode that does not exist.
[[nodiscard]] std::unique_ptr<Device> open_opencl(const std::string& which, const DeviceOptions& options);

/// The OpenCL devices of this machine. Throws Error(kDevice), with the way out, when there is no loader or no driver.
[[nodiscard]] std::vector<DeviceDescription> list_opencl();

}  // namespace halfulp::device
