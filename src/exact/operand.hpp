// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "exact/result.hpp"

namespace halfulp::exact {

// IEEE 754 on exact values: rationals, zeros with a sign, infinities and NaN.

/// One floating operand: its class and, when finite, its value.
struct Operand {
  bool nan;
  bool infinite;
  bool zero;
  bool negative;
  Rational value;  ///< zero unless finite
};

[[nodiscard]] Operand classify(const FormatInfo& row, Bits bits);
/// A result that is no irrational number.
[[nodiscard]] Operand as_operand(const Result& x);
[[nodiscard]] Result as_result(const Operand& x);
/// A real that may be zero: +0 then.
[[nodiscard]] Result real(Real value);
/// All bits of 32, or none.
[[nodiscard]] Result truth(bool value);

[[nodiscard]] Operand negated(Operand x);
[[nodiscard]] Result product(const Operand& x, const Operand& y);
[[nodiscard]] Result quotient(const Operand& x, const Operand& y);
/// The sum of exact results, as one operation. None is irrational.
[[nodiscard]] Result sum(std::span<const Result> terms);
/// -1, 0, 1; neither is NaN.
[[nodiscard]] int compare(const Operand& x, const Operand& y);
/// minimumNumber where `smaller`, else maximumNumber.
[[nodiscard]] Result selection(bool smaller, const Operand& x, const Operand& y);

}  // namespace halfulp::exact
