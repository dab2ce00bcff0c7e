// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exact/result.hpp"
#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// What evaluating an expansion step by step may give: a hull around the finite outcomes that are not zero, and single
/// members. The ends of the hull are values of the format (of the extended grid for intermediates that keep extra
/// range).
struct StepResults {
  bool finite = false;  ///< whether there is a hull
  Rational low;
  Rational high;
  std::vector<Rational> values;    ///< under `reachable_set` the members of the hull; none: all between its ends
  std::array<bool, 2> zero{};      ///< +0, -0
  std::array<bool, 2> infinity{};  ///< +inf, -inf
  bool nan = false;
  bool cancels = false;  ///< the exact results of the step reach over zero

  [[nodiscard]] bool has_zero() const { return zero[0] || zero[1]; }
  /// Whether some finite outcome that is no zero has that sign.
  [[nodiscard]] bool has_number(bool negative) const { return finite && (negative ? low.sign() < 0 : high.sign() > 0); }
  void include(const Rational& from, const Rational& to);
  void include(const StepResults& other);
  /// Sorts `values`; of more than can be tried one by one none are kept.
  void settle_values();
};

/// Steps with at most this many pairs of values, or results, are taken value by value.
inline constexpr std::size_t kMostStepValues = 4096;

/// A value to be expanded: its bits in `row`.
[[nodiscard]] StepResults outcomes_of(const FormatInfo& row, Bits bits);

/// What stands alone: NaN, the infinities and the zeros.
[[nodiscard]] ValueSet members_of(const StepResults& outcomes, const FormatInfo& row);
/// StepResults as people read sets: intermediates beyond the format as the infinity or the zero that is nearest.
[[nodiscard]] ValueSet values_of(const StepResults& outcomes, const FormatInfo& row);

/// By what the steps of a fused operation are rounded.
struct StepRules {
  const Bound& bound;  ///< the inherited one, of which the steps are
  const AskedPolicies& policies;
  const Grid& grid;
  const Grid& extended;
};
enum class StepPlace : std::uint8_t { intermediate, last };

/// Adds what a step gives for exact values in a hull, rounded by the step's bound.
void add_rounded(const StepRules& rules, StepResults& result, const Hull& x, const Bound& step, StepPlace place);
/// Adds values that pass through a step unchanged; the last step still puts them into the format.
void add_unchanged(const StepRules& rules, StepResults& result, const Hull& values, StepPlace place);

/// What a step of an expression, or an order of evaluation, "(x0 * y0 + x1 * y1) + x2 * y2", may give: as explain shows
/// it.
using StepTrace = std::vector<std::pair<std::string, ValueSet>>;

// ---- fused_steps.cpp

/// The products of a sum of products, then every order in which the policies let it be summed.
[[nodiscard]] StepTrace trace_orders(const Bound& bound, Operation operation, const FormatInfo& row,
                                     std::span<const Bits> operands, const AskedPolicies& policies);

/// The permitted set of an inherited bound, before flushing. `operands`: bits by position, named by the operation;
/// `exact`: the exact result of the operation itself.
[[nodiscard]] ValueSet inherited_values(const Bound& bound, Operation operation, const FormatInfo& row,
                                        std::span<const Bits> operands, const exact::Result& exact,
                                        const AskedPolicies& policies);

// ---- implemented_as.cpp: everything that "implemented as" an expression may give, where each step is an operation
// that the rulebook judges by its own rule. A name that `with` explains stands for one value at a time.

/// What the last step of such an expression may give, its flushes included: the very values, no hull around them.
[[nodiscard]] ValueSet sequence_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands);

/// The permitted set of such a bound, before flushing: all values no further from the exact result than the furthest
/// finite outcome, and the infinities, zeros and NaN that some choice reaches. A step's finite outcomes count as the
/// hull around them.
[[nodiscard]] ValueSet composed_values(const Ruling& ruling, const Bound& bound, std::span<const Bits> operands,
                                       const exact::Result& exact, const AskedPolicies& policies);

/// The steps of the expression that holds for the operands, in the order of evaluation, if their bound is one of an
/// expression.
[[nodiscard]] StepTrace traced(const Ruling& ruling, std::span<const Bits> operands);

}  // namespace halfulp::judge
