// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether the device is Direct3D 12 and computes the operation that way: by raw buffers, or by a texture.
[[nodiscard]] bool has_d3d12_reproducer(const DeviceDescription& device, const std::string& variant,
                                        Operation operation, Format format);

/// One file of C++11 that one command builds: it runs the device's shader by vkd3d on the case, prints the result's
/// bits and whether they are permitted, and exits 0 if so and 1 if not; 2 where vkd3d fails. The shader's DXBC
/// container is in it, its assembly in a comment; a texture has the case 256 times in its first row. Other comments
/// as of opencl_reproducer(). `variant`: its name, from the device's variants(). Throws Error(kUsage) unless
/// has_d3d12_reproducer().
[[nodiscard]] std::string d3d12_reproducer(const DeviceDescription& device, const std::string& variant,
                                           const FailedCase& failed);

}  // namespace halfulp::device
