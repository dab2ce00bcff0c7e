// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arithmetic/binary32.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::arithmetic {

/// What a rulebook, under its default readings, does with the denormals of an operation. Moves and sign-bit operations
/// do not ask.
[[nodiscard]] Flush flush_policy(const Rulebook& rulebook, Operation operation, Format format);

}  // namespace halfulp::arithmetic
