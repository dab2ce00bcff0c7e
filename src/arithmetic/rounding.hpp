// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "arithmetic/binary32.hpp"

// frc, round_*, round and modf: exact, but for frc's one rounding.

namespace halfulp::arithmetic {

/// x - floor(x), rounded once, in [+0, 1): a tiny negative x, whose nearest result is 1, gives the largest value
/// below 1. frc(-0) = +0; infinities give NaN [D3D11.3 §22.10.7].
inline Word fraction(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  const float result = operand - std::floor(operand);
  if (result == 1.0F) return kLargestBelowOne;
  return given(flush, result);
}

// A zero result keeps the operand's sign, as IEEE 754's roundToIntegral does.
inline Word round_nearest_even(Flush flush, Word x) { return given(flush, std::nearbyint(value(taken(flush, x)))); }
inline Word round_down(Flush flush, Word x) { return given(flush, std::floor(value(taken(flush, x)))); }
inline Word round_up(Flush flush, Word x) { return given(flush, std::ceil(value(taken(flush, x)))); }
inline Word round_toward_zero(Flush flush, Word x) { return given(flush, std::trunc(value(taken(flush, x)))); }
inline Word round_half_away(Flush flush, Word x) { return given(flush, std::round(value(taken(flush, x)))); }

/// x less what round_toward_zero gives; of an infinity a zero, which has x's sign as all others do.
inline Word signed_fraction(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  return given(flush, std::copysign(std::isinf(operand) ? 0.0F : operand - std::trunc(operand), operand));
}

}  // namespace halfulp::arithmetic
