// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether the device is one of OpenCL that has that way of computing.
[[nodiscard]] bool has_opencl_reproducer(const DeviceDescription& device, const std::string& variant,
                                         Operation operation, Format format);

/// One file of C99 that one command builds: it runs the device's kernel with the same options on the case, prints the
/// result's bits and whether they are permitted, and exits 0 if so and 1 if not. Comments hold the case, the permitted
/// bits, the rule's sentence and the command that builds it. `variant`: its name, from the device's variants(). Throws
/// Error(kUsage) unless has_opencl_reproducer().
[[nodiscard]] std::string opencl_reproducer(const DeviceDescription& device, const std::string& variant,
                                            const FailedCase& failed);

}  // namespace halfulp::device
