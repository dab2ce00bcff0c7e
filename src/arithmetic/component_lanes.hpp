// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/operation.hpp"
#include "pixel/component.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::arithmetic {

/// The conversion of one component from 32 bits, in vectors: of any operand to a code or an integer, of rgb9e5 and of
/// normal operands to a float, the result rounded as `rules` say; of other operands to a float it is some value.
/// nullptr for other operations.
[[nodiscard]] pixel::Kernel component_lanes(Operation operation, pixel::Rules rules);

}  // namespace halfulp::arithmetic
