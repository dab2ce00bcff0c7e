// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "arithmetic/binary32.hpp"
#include "halfulp/operation.hpp"

// The operations that the machine's own IEEE 754 vectors do: + - * /, roots, mad and fma, roundings, min, max, fdim,
// comparisons.

namespace halfulp::arithmetic {

/// Results for the first of `count` values of each lane; returns of how many: up to vectors that the lanes do not fill,
/// or in which some result is not sure.
using VectorFunction = std::size_t (*)(const std::byte* const* operands, std::byte* results, std::size_t count);

/// The one of an operation for this CPU, with the bits of the operation's kernel; nullptr where there is none. Where
/// `flush` has both, a number::MachineFlush is to live while it is called.
[[nodiscard]] VectorFunction vector_function(Operation operation, Flush flush);

}  // namespace halfulp::arithmetic
