// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "judge/definition/bound.hpp"

namespace halfulp::judge {

/// The codes of a normalised, fixed-point or integer format within a bound (a rounding, steps or steps_below) of an
/// exact code. Where the bound has a factor, an integer's low bits are the code.
[[nodiscard]] ValueSet codes_within(const Bound& bound, const Real& code, const FormatInfo& row, bool ties_to_even);

/// The operand times the bound's factor, saturated to the range of its integer; NaN gives 0.
[[nodiscard]] Real scaled_code(const FormatInfo& operand_row, Bits operand, const rulebook::Bound& bound,
                               const FormatInfo& result_row);

/// The exact code with its product, of a finite or infinite operand and the format's largest code, rounded to binary32.
[[nodiscard]] Real code_of_rounded_product(const FormatInfo& operand_row, Bits operand, const FormatInfo& result_row);

/// The values of a floating format in [0, 1] that srgb8 encodes, before rounding, at most `amount` steps from the code;
/// of two codes the means of such values.
[[nodiscard]] ValueSet recoded_values(std::span<const Bits> codes, const Rational& amount, const FormatInfo& row);

/// The codes of rgb9e5 for three components: all nearest, or for nearest_even those with ties to even.
[[nodiscard]] ValueSet shared_exponent_values(Bound::Kind kind, std::span<const Bits> operands);

}  // namespace halfulp::judge
