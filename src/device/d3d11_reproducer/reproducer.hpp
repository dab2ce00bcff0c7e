// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether the device is halfulp-d3d11.exe behind `exec:`, computing by Direct3D 11.
[[nodiscard]] bool is_d3d11_program(const DeviceDescription& device);

/// Whether that program computes the operation by the instruction, in its stage: a row of the table of shaders, or a
/// texture.
[[nodiscard]] bool has_d3d11_reproducer(const DeviceDescription& device, const std::string& instruction,
                                        Operation operation, Format format);

/// One file of C++11 for Windows that one command builds, of mingw or of Visual C++: it runs the same shader by
/// Direct3D 11 in the device's stage on the case, prints the result's bits and whether they are permitted, and exits 0
/// if so and 1 if not; 2 where Direct3D fails. The shader's DXBC container is in it, its assembly in a comment.
/// `instruction`: of the device's variants(). Throws Error(kUsage) unless has_d3d11_reproducer().
[[nodiscard]] std::string d3d11_reproducer(const DeviceDescription& device, const std::string& instruction,
                                           const FailedCase& failed);

}  // namespace halfulp::device
