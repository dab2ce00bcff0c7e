// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/run/plan.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Fills the report's findings from its results: per broken rule, and per reading under which results pass, how often
/// and where, and the first example explained.
void find(const RunRequest& request, report::Report& report);

/// The rulebook of the request that a result was judged by.
[[nodiscard]] const BookToJudgeBy& book_of(const RunRequest& request, const report::Result& result);

/// What is permitted in a case of that result, and why.
[[nodiscard]] Explanation explained(const BookToJudgeBy& book, const report::Result& result, const Witness& witness);

/// The operands of a case of that result.
[[nodiscard]] std::span<const Bits> operands_of(const report::Result& result, const Witness& witness);

}  // namespace halfulp::cli
