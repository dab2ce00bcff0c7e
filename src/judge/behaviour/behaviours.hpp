// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/behaviour/case.hpp"

namespace halfulp::judge::behaviour {

// Behaviours that devices have shown: whether each explains a failing case. What it is in words and which operations it
// is tried on: the table in judge/hypotheses.cpp.

// Denormals.
[[nodiscard]] bool keeps_denormal_operands(const Case& c);
[[nodiscard]] bool keeps_denormal_results(const Case& c);
[[nodiscard]] bool keeps_denormals(const Case& c);
[[nodiscard]] bool flushes_denormal_operands(const Case& c);
[[nodiscard]] bool flushes_denormal_results(const Case& c);
[[nodiscard]] bool flushes_denormals(const Case& c);
[[nodiscard]] bool flushes_to_plus_zero(const Case& c);

// NaN, infinities, zeros, and what is selected or compared.
[[nodiscard]] bool quiets_nan(const Case& c);
[[nodiscard]] bool canonical_nan(const Case& c);
[[nodiscard]] bool zero_for_nan(const Case& c);
[[nodiscard]] bool propagates_nan(const Case& c);
[[nodiscard]] bool nan_for_infinity(const Case& c);
[[nodiscard]] bool zero_times_anything_is_zero(const Case& c);
[[nodiscard]] bool selects_second_unordered(const Case& c);
[[nodiscard]] bool selects_first_unordered(const Case& c);
[[nodiscard]] bool true_of_nan(const Case& c);
[[nodiscard]] bool one_for_true(const Case& c);
[[nodiscard]] bool one_for_nan(const Case& c);
[[nodiscard]] bool log2_of_fields(const Case& c);
[[nodiscard]] bool loses_zero_sign(const Case& c);
[[nodiscard]] bool minus_zero(const Case& c);
[[nodiscard]] bool largest_for_infinity(const Case& c);
[[nodiscard]] bool infinity_for_largest(const Case& c);

// Roundings, of the result or on the way.
[[nodiscard]] bool nearest_even(const Case& c);
[[nodiscard]] bool ties_away(const Case& c);
[[nodiscard]] bool toward_zero(const Case& c);
[[nodiscard]] bool up(const Case& c);
[[nodiscard]] bool down(const Case& c);
[[nodiscard]] bool through_binary32(const Case& c);
[[nodiscard]] bool through_binary64(const Case& c);
[[nodiscard]] bool in_half_the_bits(const Case& c);

// Expressions in place of the operation.
[[nodiscard]] bool unfused(const Case& c);
[[nodiscard]] bool times_reciprocal(const Case& c);
[[nodiscard]] bool root_by_reciprocal_root(const Case& c);
[[nodiscard]] bool reciprocal_of_root(const Case& c);
[[nodiscard]] bool floor_of_half_more(const Case& c);
[[nodiscard]] bool integer_ties_away(const Case& c);
[[nodiscard]] bool absolute_operand(const Case& c);

// Integers and codes.
[[nodiscard]] bool wraps(const Case& c);
[[nodiscard]] bool largest_code_for_nan(const Case& c);
[[nodiscard]] bool least_code_for_nan(const Case& c);
[[nodiscard]] bool indefinite_integer(const Case& c);
[[nodiscard]] bool rounds_integer(const Case& c);
[[nodiscard]] bool power_of_two_scale(const Case& c);
[[nodiscard]] bool times_rounded_reciprocal(const Case& c);
[[nodiscard]] bool over_power_of_two(const Case& c);
[[nodiscard]] bool through_unorm8(const Case& c);
[[nodiscard]] bool second_minus_one(const Case& c);
[[nodiscard]] bool snorm_without_zero(const Case& c);
[[nodiscard]] bool without_curve(const Case& c);
[[nodiscard]] bool gamma_2_2(const Case& c);

// Whatever the operation.
[[nodiscard]] bool returns_operand(const Case& c);
[[nodiscard]] bool gives_zero(const Case& c);
[[nodiscard]] bool one_step_off(const Case& c);

}  // namespace halfulp::judge::behaviour
