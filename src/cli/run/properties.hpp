// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/run/job_state.hpp"
#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Whether a rulebook says of the job's conversion that all codes come back.
[[nodiscard]] bool asks_round_trip(const Job& job, const std::vector<BookToJudgeBy>& books);

/// Asks the device for the conversion of every code there and back. `tried` is empty when it does not offer the way
/// back, codes have more than 16 bits, the variant wants fewer cases than there are codes, or the device is lost.
[[nodiscard]] RoundTrip round_trip(const Job& job, Device& device);

/// What the rulebooks' property rules say of a conversion of which all cases were judged: from the codes that its
/// operands became, and from the round trip, if there was one.
[[nodiscard]] std::vector<report::Property> judge_properties(const Job& job, const JobState& done,
                                                             const std::vector<BookToJudgeBy>& books);

}  // namespace halfulp::cli
