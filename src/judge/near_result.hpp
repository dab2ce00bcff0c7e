// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include "halfulp/operation.hpp"

namespace halfulp::judge {

/// A double near an exact result, at most `slack` off, relative to it; 0: the exact result, or what it is rounded to
/// odd.
struct Near {
  double d = std::numeric_limits<double>::quiet_NaN();
  double slack = 0;
};

/// The rounding of one operation in double, or of the two of rsq.
constexpr double kRounded = 0x1p-51;

/// The result of an operation on finite values of at most 24 bits (sums of products: of at most 11), not NaN where it
/// has one. Of ldexp by more than 600, that of 600.
[[nodiscard]] Near near_result(Operation operation, const std::array<double, kMaxArity>& values);

}  // namespace halfulp::judge
