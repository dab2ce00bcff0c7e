// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "halfulp/judge.hpp"
#include "judge/definition/distance.hpp"
#include "judge/definition/ruling.hpp"
#include "judge/verdict/other_readings.hpp"

namespace halfulp::judge {

/// Whether a judgement names the rule that a result breaks that passes under another reading. In bulk it is not shown.
enum class RuleOfReadings : bool { left_out, named };

/// The verdict on one result, by the definition. `others`: of the ruling's rulebook, operation, format and readings.
/// `distance`: where to write how far the result is from the exact one, or nullptr. Throws Error(kInternal) where 2^14
/// bits do not decide, or where the rulebook permits nothing.
[[nodiscard]] Judgement judge_case(const Ruling& ruling, const OtherReadings& others, std::span<const Bits> operands,
                                   Bits observed, RuleOfReadings rule_of_readings, Distance* distance = nullptr);

}  // namespace halfulp::judge
