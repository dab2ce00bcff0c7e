// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/result.hpp"
#include "judge/definition/step_results.hpp"

namespace halfulp::judge {

/// Everything that the expansion of an inherited bound may give over the orders that the policies leave open, and the
/// error bound that follows.
struct Expansion {
  StepResults outcomes;  ///< of the last step, as the format has them: flushed, infinite on overflow
  Rational error = 0;    ///< largest distance of a finite outcome from the exact result
};

/// `operands`: bits by position, named by the operation; `exact`: the exact result of the operation itself.
[[nodiscard]] Expansion expand(const Bound& bound, Operation operation, const FormatInfo& row,
                               std::span<const Bits> operands, const exact::Result& exact,
                               const AskedPolicies& policies);

/// What an order of evaluation may give: "(x0 * y0 + x1 * y1) + x2 * y2".
using OrderTrace = std::vector<std::pair<std::string, StepResults>>;

/// The products of a sum of products, then every order in which the policies let it be summed.
[[nodiscard]] OrderTrace trace_orders(const Bound& bound, Operation operation, const FormatInfo& row,
                                      std::span<const Bits> operands, const AskedPolicies& policies);

/// The permitted set of an inherited bound, before flushing.
[[nodiscard]] ValueSet inherited_values(const Bound& bound, Operation operation, const FormatInfo& row,
                                        std::span<const Bits> operands, const exact::Result& exact,
                                        const AskedPolicies& policies);

}  // namespace halfulp::judge
