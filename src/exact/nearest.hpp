// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// The exact result rounded to nearest, ties to even, denormals kept; NaN is the canonical one.
/// Operations: those with a floating result that do arithmetic. Operands: arity many bits of `format`. Correctly
/// rounded.
[[nodiscard]] Bits nearest_even(Operation operation, Format format, std::span<const Bits> operands);

}  // namespace halfulp::exact
