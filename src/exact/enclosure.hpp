// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// exp2, log2, sin or cos of a finite operand as the nearest double: within 2^-52 relative of the exact result (its
/// bound: correct rounding to 64 bits, then to 53). log2: x > 0. Results beyond double's range become infinity or zero.
[[nodiscard]] double nearest_double(Operation operation, double x);

}  // namespace halfulp::exact
