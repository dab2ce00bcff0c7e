// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// A function of one finite operand in its domain (rsq, exp..., log..., sin ... tanpi, asin ... atanh) as the nearest
/// double: within 2^-52 relative of the exact result (its bound: correct rounding to 64 bits, then to 53), where that
/// is no denormal of double. Results beyond double's range become infinity or zero.
[[nodiscard]] double nearest_double(Operation operation, double x);

/// The same of pow and powr (x > 0) and of atan2 (operands as the operation has them: y, x).
[[nodiscard]] double nearest_double(Operation operation, double x, double y);

}  // namespace halfulp::exact
