// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Throws Error(kUsage) unless the device's operations are shaders that can be written out.
void require_shaders(const DeviceDescription& device);

/// Writes, for each result and each rule that it breaks, the first failing case as a stand-alone shader into the
/// folder, BOOK-OPERATION-VARIANT-RULE.comp, and as tests of Amber (.amber) and VkRunner (.shader_test) with that
/// shader. Makes the folder. Returns the number of shaders. Throws Error(kInput) when a file cannot be written.
std::size_t write_reproducers(const RunRequest& request, const report::Report& report, const std::string& folder);

}  // namespace halfulp::cli
