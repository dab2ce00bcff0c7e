// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "diagnosis/causes/causes.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Judges the failures of a Vulkan device's report by vulkan1.3 under the float controls that are in force, as far as
/// the report keeps them: the first case of each operation and rule of each cause, and of what no cause explains.
/// Leaves a report alone that is of another device, or by vulkan1.3 already.
void judge_by_own_rules(const RunRequest& request, const diagnosis::FoundCauses& found, report::Report& report);

/// The readings of vulkan1.3 for those float controls.
[[nodiscard]] Readings readings_of(const FormatControls& controls);

}  // namespace halfulp::cli
