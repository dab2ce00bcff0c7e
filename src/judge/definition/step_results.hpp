// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "exact/result.hpp"
#include "judge/definition/bound.hpp"

namespace halfulp::judge {

/// What evaluating an expansion step by step may give: a hull around the finite outcomes that are not zero, and single
/// members. The ends of the hull are values of the format (of the extended grid for intermediates that keep extra
/// range).
struct StepResults {
  bool finite = false;  ///< whether there is a hull
  Rational low;
  Rational high;
  std::vector<Rational> values;  ///< under `reachable_set` the members of the hull; none: all between its ends
  bool minus_zero = false;
  bool plus_zero = false;
  bool minus_infinity = false;
  bool plus_infinity = false;
  bool nan = false;
  bool anything = false;  ///< some step is unconstrained

  void include(const Rational& from, const Rational& to);
  void include(const StepResults& other);
  /// Sorts `values`; of more than can be tried one by one none are kept.
  void settle_values();
};

/// Steps with at most this many pairs of values, or results, are taken value by value.
inline constexpr std::size_t kMostStepValues = 4096;

/// A value to be expanded: its bits in `row`.
[[nodiscard]] StepResults outcomes_of(const FormatInfo& row, Bits bits);

/// Adds what stands alone: NaN, the infinities and the zeros.
void add_members(const StepResults& outcomes, ValueSet& set);

/// What one step of a fused operation gives for exact values in an interval, rounded by the step's bound.
class StepRounding {
 public:
  enum class Place : std::uint8_t { intermediate, last };

  /// `bound`: the inherited one, of which the step is; `exact`: the exact result of the operation itself.
  StepRounding(const Bound& bound, const FormatInfo& row, const exact::Result& exact, const AskedPolicies& policies);

  /// Adds what a step gives for exact values in [x_low, x_high].
  void add_rounded(StepResults& result, const Rational& x_low, const Rational& x_high, const Bound& step, Place place);
  /// Adds values that pass through a step unchanged; the last step still puts them into the format.
  void keep(StepResults& result, const Rational& low, const Rational& high, Place place);
  /// The largest distance of a last step's finite outcome from the exact result.
  [[nodiscard]] const Rational& error() const { return error_; }

 private:
  void include(StepResults& result, const Rational& low, const Rational& high, const Grid& grid) const;
  void add_last(StepResults& result, Rational low, Rational high, const Rational& x_low, const Rational& x_high,
                const Bound& step);
  [[nodiscard]] bool is_middle(const Rational& v) const;
  [[nodiscard]] Hull ends_of_step(const Rational& x_low, const Rational& x_high, const Bound& step,
                                  const Grid& grid) const;
  [[nodiscard]] Rational end_of_step(const Rational& x_low, const Rational& x_high, const Bound& step, const Grid& grid,
                                     bool highest) const;
  void include_in_format(StepResults& result, Rational low, Rational high, const Rational& x_low,
                         const Rational& x_high) const;
  void note_overflow(StepResults& result, const Rational& x, const Bound& step) const;
  void note_flush(StepResults& result, const Rational& low, const Rational& high) const;
  void note_error(const Rational& outcome);

  const Bound& bound_;
  const AskedPolicies& policies_;
  const Grid& grid_;
  const Grid& extended_;
  bool has_target_;
  Rational target_ = 0;
  Rational error_ = 0;
};

}  // namespace halfulp::judge
