// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Fills the report's causes, and what no cause explains, from its results.
void find_causes(const RunRequest& request, report::Report& report);

}  // namespace halfulp::cli
