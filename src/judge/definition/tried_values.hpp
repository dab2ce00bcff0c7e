// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "judge/definition/ruling.hpp"
#include "judge/definition/step_results.hpp"

// Which values of a step's operands are tried, so that the hull of its results over all of them is found.
//
// A narrow hull is tried value by value. Of a wide one the ends are tried, the values around zero if it straddles zero,
// and, for steps of one operand, the values at both sides of each place where the step's bound is not monotone that
// add_crossings() finds. That is the whole hull where the ends of what the step permits are monotone in each operand:
// for + - * / rounded to nearest or toward zero, as these functions are monotone in each operand on each side of zero
// and rounding is monotone. It need not be for steps of two wide operands with n ULP: the lower end q - n ulp(q) drops
// by n / 2 ULP (of the larger) where q passes a power of two, so that the hull's end may be that much too near; and for
// steps of one operand with more than four pieces and binades at either end. docs/limits.md has this limit.

namespace halfulp::judge {

/// Hulls of at most this many values are tried value by value, and pairs of values one by one.
inline constexpr std::int64_t kMostTried = 512;

/// The ordinal of a value of the format.
[[nodiscard]] std::int64_t position(const FormatInfo& row, const Rational& value);
/// What stands alone: zeros, infinities and NaN.
[[nodiscard]] std::vector<Bits> members(const FormatInfo& row, const StepResults& x);
/// These, the ends of the hull and the values around zero.
[[nodiscard]] std::vector<Bits> ends_and_members(const FormatInfo& row, const StepResults& x);
/// Where a function of a wide hull passes a power of two its ULP changes, and where a piece of its bound ends the bound
/// does: the ends of what it permits are not monotone there. Adds the values on both sides of the first four such
/// places that bisection finds on either side of zero. `rule`: the function's.
void add_crossings(const Ruling& rule, const StepResults& x, std::vector<Bits>& points);

}  // namespace halfulp::judge
