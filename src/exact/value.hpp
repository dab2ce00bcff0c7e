// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exact/rational.hpp"
#include "halfulp/format.hpp"

namespace halfulp::exact {

/// The value of finite bits of any format: integers, bool32 and rgb9e5 as their code, srgb8 on sRGB's own scale.
[[nodiscard]] Rational value_of(const FormatInfo& row, Bits bits);

/// The bits nearest to `value`, ties to even: IEEE 754's rounding with its overflow to infinity; the sign of a zero
/// result is that of `value`, +0 for zero. Formats without a sign take values below zero to zero.
[[nodiscard]] Bits round_to_nearest_even(const FormatInfo& row, const Rational& value);

}  // namespace halfulp::exact
