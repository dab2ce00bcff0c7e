// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/run/job_run.hpp"
#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Adds what the rulebooks' property rules say of a conversion that was run: from the codes that its operands became,
/// and by asking the device for the conversion of every code there and back. A device that is lost on the way keeps
/// what was judged.
void judge_properties(const Job& job, const JobResult& done, const std::vector<BookToJudgeBy>& books, Device& device,
                      report::Report& report);

}  // namespace halfulp::cli
