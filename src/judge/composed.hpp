// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "exact/result.hpp"
#include "judge/inherited.hpp"
#include "judge/ruling.hpp"

namespace halfulp::judge {

/// Everything that "implemented as" an expression may give, where each step is an operation that the rulebook judges by
/// its own rule. A step's finite outcomes count as the hull around them; a name that `with` explains stands for one
/// value at a time.
[[nodiscard]] Outcomes compose(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands);

/// What the last step of such an expression may give, its flushes included: the very values, no hull around them.
[[nodiscard]] OrdinalSet sequence_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands);

/// The permitted set of such a bound, before flushing: all values no further from the exact result than the furthest
/// finite outcome, and the infinities, zeros and NaN that some choice reaches.
[[nodiscard]] OrdinalSet composed_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                                         const exact::Result& exact, const Policies& policies);

}  // namespace halfulp::judge
