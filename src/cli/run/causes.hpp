// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/run/plan.hpp"
#include "report/found_causes.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Fills the report's causes, and what no cause explains, from its results that count.
void find_causes(const RunRequest& request, report::Report& report);

/// The failures of a report's results, which outlive them.
[[nodiscard]] std::vector<report::FailingResult> failing_results(const report::Report& report);

/// Without the charges of ways that are shown for comparison: they make no device fail, so that the report gives their
/// failures no cause.
[[nodiscard]] report::FoundCauses without_shown_ways(const report::Report& report, report::FoundCauses found);

/// The id of the cause of what passes under readings in a result, by its number: the one that explains failures of the
/// same operation and the first of these cases, else the readings themselves.
[[nodiscard]] std::string cause_of_readings(const RunRequest& request, const report::Report& report, std::size_t number,
                                            std::span<const report::FailingResult> failing,
                                            const report::FoundCauses& found, const std::string& readings);

}  // namespace halfulp::cli
