// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether the device is one of CUDA that has that way of computing.
[[nodiscard]] bool has_cuda_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                                       Format format);

/// One file of C99 that one command builds, without a toolkit: it opens NVIDIA's driver, runs the device's program on
/// the case, prints the result's bits and whether they are permitted, and exits 0 if so and 1 if not; 2 where the
/// driver fails. Comments as of opencl_reproducer(). Throws Error(kUsage) unless has_cuda_reproducer().
[[nodiscard]] std::string cuda_reproducer(const DeviceDescription& device, const std::string& variant,
                                          const FailedCase& failed);

}  // namespace halfulp::device
