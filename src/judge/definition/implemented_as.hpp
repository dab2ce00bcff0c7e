// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/result.hpp"
#include "judge/definition/fused_steps.hpp"
#include "judge/definition/permitted.hpp"

namespace halfulp::judge {

/// What one step of an expression may give, as explain shows it.
using StepTrace = std::vector<std::pair<std::string, StepResults>>;

/// Everything that "implemented as" an expression may give, where each step is an operation that the rulebook judges by
/// its own rule. A step's finite outcomes count as the hull around them; a name that `with` explains stands for one
/// value at a time. `trace`: takes each step with what it may give over all of these, in the order of evaluation.
[[nodiscard]] StepResults compose(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                                  StepTrace* trace = nullptr);

/// What the last step of such an expression may give, its flushes included: the very values, no hull around them.
[[nodiscard]] ValueSet sequence_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands);

/// The steps of the expression that holds for the operands, if their bound is one of an expression.
[[nodiscard]] StepTrace traced(const Ruling& ruling, std::span<const Bits> operands);

/// StepResults as people read sets.
[[nodiscard]] PermittedSet permitted_of(const StepResults& outcomes, Format format);

/// The permitted set of such a bound, before flushing: all values no further from the exact result than the furthest
/// finite outcome, and the infinities, zeros and NaN that some choice reaches.
[[nodiscard]] ValueSet composed_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                                       const exact::Result& exact, const AskedPolicies& policies);

}  // namespace halfulp::judge
