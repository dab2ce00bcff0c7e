// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// A double near an exact result, at most `slack` off, relative to it; 0: the exact result, or what it is rounded to
/// odd.
struct Near {
  double d = std::numeric_limits<double>::quiet_NaN();
  double slack = 0;
};

/// The rounding of one operation in double, or of the two of rsq.
constexpr double kRounded = 0x1p-51;

/// The result of an operation on finite values: of at most 24 bits, but for conversions; of at most 11, from 2^-24 to
/// 2^16, for sums and sums of products. NaN where it has none, and of other operations. Of ldexp by more than 600, that
/// of 600.
[[nodiscard]] Near near_result(Operation operation, const std::array<double, kMaxArity>& values);

/// A value of a format that a result rounds to.
struct Rounded {
  Bits bits = 0;
  double error = 0;   ///< distance in ULP of the exact result
  bool away = false;  ///< further from zero than the exact result
  bool tie = false;   ///< the exact result is half-way between two values
};

/// The result rounded to a floating format of at most 24 bits, to nearest, ties to even, or toward zero, where that
/// is decided: a finite value that is not zero and, if the result is not known exactly, no close neighbour of a value
/// or of the middle between two. False elsewhere.
[[nodiscard]] bool round(const FormatInfo& format, const Near& result, bool truncates, Rounded& rounded);

}  // namespace halfulp::exact
