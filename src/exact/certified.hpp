// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// Bound of the functions below: |result - exact| <= kCertifiedError * |exact|. certified_lanes.hpp derives one for
/// each function; all but pow's stay below half of this.
inline constexpr double kCertifiedError = 0x1p-48;

/// So far from 1 a result is called near it.
inline constexpr double kNearOne = 0x1p-20;

/// The functions whose result is on that side of 1, or of -1, on which the exact one is, wherever it is near 1, and 1
/// only where that is the exact result.
[[nodiscard]] constexpr bool keeps_side_of_one(Operation operation) noexcept {
  using enum Operation;
  switch (operation) {
    case exp:
    case exp2:
    case exp10:
    case pow:
    case powr:
    case sin:
    case cos:
    case sincos_sin:
    case sincos_cos:
    case sinpi:
    case cospi:
    case cosh:
    case tanh:
      return true;
    default:
      return false;
  }
}

/// Whether there is a function below that an operation names.
[[nodiscard]] bool has_certified(Operation operation) noexcept;

/// A function of one finite binary32 operand, no zero, where it has a value: exp, exp2, exp10, log, log2, log10, sin,
/// cos, tan, sinpi, cospi, tanpi, asin, acos, atan, sinh, cosh, tanh, asinh, acosh, atanh and the two of sincos. Within
/// the bound where 2^-149 <= |exact| <= 2^149; beyond that the result is beyond it too. Results that are zeros or
/// powers of two are exact. The thread must be in the default floating-point environment. Only IEEE 754 basic
/// operations: the same bits on every machine, and in vectors.
[[nodiscard]] double certified(Operation operation, double x) noexcept;

/// The same of pow and powr and of atan2, for operands that are finite and no zeros (operands as the operation has
/// them: y, x). NaN for x < 0 and y that is no integer.
[[nodiscard]] double certified(Operation operation, double x, double y) noexcept;

}  // namespace halfulp::exact
