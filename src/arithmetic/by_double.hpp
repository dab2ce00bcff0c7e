// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::arithmetic {

/// The correctly rounded result, to nearest, ties to even, or toward zero, where a double decides it: of operations on
/// formats of at most 11 bits, and of conversions to floating formats of at most 24; of + - * /, roots and fma in
/// binary64, to nearest, which the hardware rounds. Nothing for zeros, infinities, NaN, what is near a value or a tie,
/// and results beyond the range of normal values. The thread must be in the default floating-point environment.
[[nodiscard]] std::optional<Bits> by_double(Operation operation, Format format, std::span<const Bits> operands,
                                            bool truncates);

}  // namespace halfulp::arithmetic
