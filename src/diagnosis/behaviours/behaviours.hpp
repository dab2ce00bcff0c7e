// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/behaviours/behaviour_case.hpp"

namespace halfulp::diagnosis {

// Behaviours that devices have shown: whether each explains a failing case. What it is in words and which operations it
// is tried on: the table in diagnosis/hypotheses.cpp.

// Denormals.
[[nodiscard]] bool keeps_denormal_operands(const BehaviourCase& c);
[[nodiscard]] bool keeps_denormal_results(const BehaviourCase& c);
[[nodiscard]] bool keeps_denormals(const BehaviourCase& c);
[[nodiscard]] bool flushes_denormal_operands(const BehaviourCase& c);
[[nodiscard]] bool flushes_denormal_results(const BehaviourCase& c);
[[nodiscard]] bool flushes_denormals(const BehaviourCase& c);
[[nodiscard]] bool flushes_to_plus_zero(const BehaviourCase& c);

// NaN, infinities, zeros, and what is selected or compared.
[[nodiscard]] bool quiets_nan(const BehaviourCase& c);
[[nodiscard]] bool canonical_nan(const BehaviourCase& c);
[[nodiscard]] bool zero_for_nan(const BehaviourCase& c);
[[nodiscard]] bool propagates_nan(const BehaviourCase& c);
[[nodiscard]] bool nan_for_infinity(const BehaviourCase& c);
[[nodiscard]] bool zero_times_anything_is_zero(const BehaviourCase& c);
[[nodiscard]] bool selects_second_unordered(const BehaviourCase& c);
[[nodiscard]] bool selects_first_unordered(const BehaviourCase& c);
[[nodiscard]] bool true_of_nan(const BehaviourCase& c);
[[nodiscard]] bool one_for_true(const BehaviourCase& c);
[[nodiscard]] bool one_for_nan(const BehaviourCase& c);
[[nodiscard]] bool log2_of_fields(const BehaviourCase& c);
[[nodiscard]] bool loses_zero_sign(const BehaviourCase& c);
[[nodiscard]] bool minus_zero(const BehaviourCase& c);
[[nodiscard]] bool largest_for_infinity(const BehaviourCase& c);
[[nodiscard]] bool infinity_for_largest(const BehaviourCase& c);

// Roundings, of the result or on the way.
[[nodiscard]] bool nearest_even(const BehaviourCase& c);
[[nodiscard]] bool ties_away(const BehaviourCase& c);
[[nodiscard]] bool toward_zero(const BehaviourCase& c);
[[nodiscard]] bool up(const BehaviourCase& c);
[[nodiscard]] bool down(const BehaviourCase& c);
[[nodiscard]] bool through_binary32(const BehaviourCase& c);
[[nodiscard]] bool through_binary64(const BehaviourCase& c);
[[nodiscard]] bool in_half_the_bits(const BehaviourCase& c);

// Expressions in place of the operation.
[[nodiscard]] bool unfused(const BehaviourCase& c);
[[nodiscard]] bool times_reciprocal(const BehaviourCase& c);
[[nodiscard]] bool root_by_reciprocal_root(const BehaviourCase& c);
[[nodiscard]] bool reciprocal_of_root(const BehaviourCase& c);
[[nodiscard]] bool floor_of_half_more(const BehaviourCase& c);
[[nodiscard]] bool integer_ties_away(const BehaviourCase& c);
[[nodiscard]] bool absolute_operand(const BehaviourCase& c);

// Integers and codes.
[[nodiscard]] bool wraps(const BehaviourCase& c);
[[nodiscard]] bool largest_code_for_nan(const BehaviourCase& c);
[[nodiscard]] bool least_code_for_nan(const BehaviourCase& c);
[[nodiscard]] bool indefinite_integer(const BehaviourCase& c);
[[nodiscard]] bool rounds_integer(const BehaviourCase& c);
[[nodiscard]] bool power_of_two_scale(const BehaviourCase& c);
[[nodiscard]] bool times_rounded_reciprocal(const BehaviourCase& c);
[[nodiscard]] bool over_power_of_two(const BehaviourCase& c);
[[nodiscard]] bool through_unorm8(const BehaviourCase& c);
[[nodiscard]] bool second_minus_one(const BehaviourCase& c);
[[nodiscard]] bool snorm_without_zero(const BehaviourCase& c);
[[nodiscard]] bool without_curve(const BehaviourCase& c);
[[nodiscard]] bool gamma_2_2(const BehaviourCase& c);

// Whatever the operation.
[[nodiscard]] bool returns_operand(const BehaviourCase& c);
[[nodiscard]] bool gives_zero(const BehaviourCase& c);
[[nodiscard]] bool one_step_off(const BehaviourCase& c);

}  // namespace halfulp::diagnosis
