// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "halfulp/operation.hpp"

namespace halfulp::verdicts {

/// An exact result: value + rest, at most `slack` off. NaN, infinity or zero where it is no number of double's range.
struct Near {
  double value = 0;
  double slack = 0;
  double rest = 0;  ///< what a value of binary32 is off by, less than half of what double tells; or 0
};

/// Whether near_result() takes the operation: Direct3D's functions of one operand, and what exact/certified.hpp has.
[[nodiscard]] bool has_near_result(Operation operation);

/// The exact result of a function of one binary32 operand. The thread must be in the default floating-point
/// environment.
[[nodiscard]] Near near_result(Operation operation, double x);

}  // namespace halfulp::verdicts
