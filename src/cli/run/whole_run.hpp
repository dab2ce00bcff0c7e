// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Fills in what the run as a whole shows and no single result: how the device rounds, from the report's results, and
/// whether it offers together what belongs together, from all that it offers, asked for or not.
void judge_whole_run(const RunRequest& request, const Device& device, report::Report& report);

}  // namespace halfulp::cli
