// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/result.hpp"
#include "judge/definition/bound.hpp"

namespace halfulp::judge {

/// What evaluating an expansion step by step may give: a hull around the finite outcomes that are not zero, and single
/// members. The ends of the hull are values of the format (of the extended grid for intermediates that keep extra
/// range).
struct Outcomes {
  bool finite = false;  ///< whether there is a hull
  Rational low;
  Rational high;
  bool minus_zero = false;
  bool plus_zero = false;
  bool minus_infinity = false;
  bool plus_infinity = false;
  bool nan = false;
  bool anything = false;  ///< some step is unconstrained

  void include(const Rational& from, const Rational& to);
  void include(const Outcomes& other);
};

/// A value to be expanded: its bits in `row`.
[[nodiscard]] Outcomes outcomes_of(const FormatInfo& row, Bits bits);

/// Adds what stands alone: NaN, the infinities and the zeros.
void add_members(const Outcomes& outcomes, ValueSet& set);

/// Everything that the expansion of an inherited bound may give over the orders that the policies leave open, and the
/// error bound that follows.
struct Expansion {
  Outcomes outcomes;   ///< of the last step, as the format has them: flushed, infinite on overflow
  Rational error = 0;  ///< largest distance of a finite outcome from the exact result
};

/// `operands`: bits by position, named by the operation; `exact`: the exact result of the operation itself.
[[nodiscard]] Expansion expand(const Bound& bound, Operation operation, const FormatInfo& row,
                               std::span<const Bits> operands, const exact::Result& exact, const AskedPolicies& policies);

/// What an order of evaluation may give: "(x0 * y0 + x1 * y1) + x2 * y2".
using OrderTrace = std::vector<std::pair<std::string, Outcomes>>;

/// The products of a sum of products, then every order in which the policies let it be summed.
[[nodiscard]] OrderTrace trace_orders(const Bound& bound, Operation operation, const FormatInfo& row,
                                      std::span<const Bits> operands, const AskedPolicies& policies);

/// The permitted set of an inherited bound, before flushing.
[[nodiscard]] ValueSet inherited_values(const Bound& bound, Operation operation, const FormatInfo& row,
                                        std::span<const Bits> operands, const exact::Result& exact,
                                        const AskedPolicies& policies);

}  // namespace halfulp::judge
