// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "report/found_causes.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Judges the failures of a report by the rulebook of the device's API, as far as the report keeps them: the first case
/// of each operation and rule of each cause, and of what no cause explains. Of a Vulkan device that is vulkan1.3 under
/// the float controls in force; of an OpenCL device opencl3, or opencl3-fast, under the readings that its build options
/// call for, but for ways that are shown for comparison. Leaves a report alone that is of another device, or by that
/// rulebook already.
void judge_by_own_rules(const RunRequest& request, const report::FoundCauses& found, report::Report& report);

/// The readings of vulkan1.3 for those float controls.
[[nodiscard]] Readings readings_of(const FormatControls& controls);

}  // namespace halfulp::cli
