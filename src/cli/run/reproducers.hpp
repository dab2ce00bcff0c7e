// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Throws Error(kUsage) unless the device's operations are shaders or kernels that can be written out.
void require_shaders(const DeviceDescription& device);

/// Writes, for each result and each rule that it breaks, the first failing case into the folder, under the name
/// BOOK-OPERATION-VARIANT-RULE: of a Vulkan device as a stand-alone shader (.comp) and as tests of Amber (.amber) and
/// VkRunner (.shader_test) with that shader, of an OpenCL or CUDA device as a program (.c), of Direct3D 12 (.cpp).
/// Makes the folder. Returns the number of cases. Throws Error(kInput) when a file cannot be written.
std::size_t write_reproducers(const RunRequest& request, const report::Report& report, const std::string& folder);

}  // namespace halfulp::cli
