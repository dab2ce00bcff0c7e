// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// How much of each distance that the rulebook's accuracy rule states the results of a job use.
[[nodiscard]] std::vector<report::Margin> margins_of(const Job& job, const BookToJudgeBy& book, const Tally& tally);

/// The largest error of each binade in which a case was measured.
[[nodiscard]] std::vector<report::BinadeError> binade_errors(const Job& job, const Tally& tally);

}  // namespace halfulp::cli
