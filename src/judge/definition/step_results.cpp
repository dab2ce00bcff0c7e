// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "exact/value.hpp"
#include "judge/definition/steps.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

void StepResults::include(const Rational& from, const Rational& to) {
  low = finite ? std::min(low, from) : from;
  high = finite ? std::max(high, to) : to;
  finite = true;
}

void StepResults::include(const StepResults& other) {
  if (other.finite) {
    const bool is_listed = (!finite || !values.empty()) && !other.values.empty();
    include(other.low, other.high);
    if (!is_listed) values.clear();
    if (is_listed) values.insert(values.end(), other.values.begin(), other.values.end());
  }
  for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
    zero[sign] = zero[sign] || other.zero[sign];
    infinity[sign] = infinity[sign] || other.infinity[sign];
  }
  nan = nan || other.nan;
  cancels = cancels || other.cancels;
}

void StepResults::settle_values() {
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  values.erase(repeated.begin(), repeated.end());
  if (values.size() > kMostStepValues) values.clear();
}

StepResults outcomes_of(const FormatInfo& row, Bits bits) {
  const number::Layout layout(row);
  const std::size_t sign = layout.is_negative(bits) ? 1 : 0;
  StepResults result;
  if (layout.is_nan(bits)) {
    result.nan = true;
  } else if (layout.is_infinite(bits)) {
    result.infinity[sign] = true;
  } else if (layout.is_zero(bits)) {
    result.zero[sign] = true;
  } else {
    const Rational value = exact::value_of(row, bits);
    result.include(value, value);
  }
  return result;
}

ValueSet members_of(const StepResults& outcomes, const FormatInfo& row) {
  const number::Layout layout(row);
  ValueSet set(row.format);
  if (outcomes.nan) set.add_any_nan();
  for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
    if (outcomes.infinity[sign]) set.add_bits(layout.infinity(sign != 0));
    if (outcomes.zero[sign]) set.add_bits(layout.zero(sign != 0));
  }
  return set;
}

ValueSet values_of(const StepResults& outcomes, const FormatInfo& row) {
  ValueSet set = members_of(outcomes, row);
  if (outcomes.finite) set.add(position_of(row, outcomes.low), position_of(row, outcomes.high));
  return set;
}

StepRounding::StepRounding(const Bound& bound, const FormatInfo& row, const AskedPolicies& policies)
    : bound_(bound), policies_(policies), grid_(Grid::of(row)), extended_(Grid::of(row, Grid::Range::extended)) {}

/// Adds a hull, and under `reachable_set` its values: to a result that has a hull and no list only the hull.
void StepRounding::include(StepResults& result, const Rational& low, const Rational& high, const Grid& grid) const {
  const bool is_listed = policies_(&Policies::reachable_set) && (!result.finite || !result.values.empty());
  result.include(low, high);
  if (!is_listed) return;
  if (low == high) {
    result.values.push_back(low);
    return;
  }
  // A list before it is settled may hold a value several times. An extended grid has no end at zero.
  const bool is_endless = &grid == &extended_ && low.sign() <= 0 && high.sign() >= 0;
  for (Rational v = low; v <= high && !is_endless; v = grid.next(v)) {
    if (v.sign() != 0) result.values.push_back(v);
    if (result.values.size() > 4 * kMostStepValues) break;
  }
  if (is_endless || result.values.size() > 4 * kMostStepValues) result.values.clear();
}

void StepRounding::add_rounded(StepResults& result, const Rational& x_low, const Rational& x_high, const Bound& step,
                               Place place) {
  const bool cancels = x_low.sign() <= 0 && x_high.sign() >= 0;
  if (cancels) {
    result.zero[0] = true;
    result.zero[1] = result.zero[1] || policies_(&Policies::any_cancelled_zero);
    result.cancels = true;
    if (x_low.sign() == 0 && x_high.sign() == 0) return;
  }
  const auto [low, high] = ends_of_step(x_low, x_high, step, grid_);
  if (place == Place::intermediate && is_middle(x_low) && is_middle(x_high) && is_middle(low) && is_middle(high)) {
    include(result, low, high, grid_);
    if (bound_.source->extend) note_flush(result, std::min(low, x_low), std::max(high, x_high));
    return;
  }
  note_overflow(result, x_low, step);
  note_overflow(result, x_high, step);
  if (place == Place::last) {
    add_last(result, low, high, x_low, x_high, step);
    return;
  }
  include_in_format(result, low, high, x_low, x_high);
  if (bound_.source->extend) {
    const Hull extended = ends_of_step(x_low, x_high, step, extended_);
    if (extended.low.sign() != 0 || extended.high.sign() != 0) include(result, extended.low, extended.high, extended_);
    note_flush(result, std::min(low, x_low), std::max(high, x_high));
  }
  if (bound_.source->saturate) {
    const Rational& max = grid_.max_finite();
    if (std::max(high, x_high) > max) include(result, max, max, grid_);
    if (std::min(low, x_low) < -max) include(result, -max, -max, grid_);
  }
}

void StepRounding::keep(StepResults& result, const Rational& low, const Rational& high, Place place) {
  if (place == Place::intermediate) {
    include(result, low, high, grid_);
    return;
  }
  Bound nearest;
  nearest.kind = Bound::Kind::nearest;
  note_overflow(result, low, nearest);
  note_overflow(result, high, nearest);
  add_last(result, end_of_step(low, low, nearest, grid_, false), end_of_step(high, high, nearest, grid_, true), low,
           high, nearest);
}

/// The last step's values as the format has them. Zeros that come from flushing are single members and widen nothing.
void StepRounding::add_last(StepResults& result, Rational low, Rational high, const Rational& x_low,
                            const Rational& x_high, const Bound& step) {
  const Rational& max = grid_.max_finite();
  const bool wide = step.kind != Bound::Kind::nearest && step.kind != Bound::Kind::nearest_even;
  // Wider than nearest: an exact result beyond the largest finite value may also become that.
  if (wide && x_high > max) low = std::min(low, max);
  if (wide && x_low < -max) high = std::max(high, -max);
  low = std::max(low, -max);
  high = std::min(high, max);
  note_flush(result, std::min(low, x_low), std::max(high, x_high));
  const Rational& min = grid_.min_normal();
  const auto is_denormal = [&](const Rational& v) { return v > -min && v < min; };
  if ((is_denormal(low) || is_denormal(high)) && policies_(&Policies::results) == Denormals::flush) {
    if (is_denormal(low)) low = min;
    if (is_denormal(high)) high = -min;
  }
  if (low > high) return;
  include(result, low, high, grid_);
}

/// Whether 2^(emin + 1) <= |v| < 2^emax. Where exact results and the ends of their rounding on the format's grid are
/// there, the ends on the extended grid are the same, as both grids are between them and some way beyond; nothing
/// overflows, and nothing but what lies between ends of different signs is flushed.
bool StepRounding::is_middle(const Rational& v) const {
  if (v.sign() == 0) return false;
  const int exponent = v.floor_log2();
  return exponent > grid_.row().min_exponent() && exponent < grid_.row().max_exponent();
}

/// Both ends of what a step may give over exact results in [x_low, x_high].
Hull StepRounding::ends_of_step(const Rational& x_low, const Rational& x_high, const Bound& step,
                                const Grid& grid) const {
  if (x_low == x_high && x_low.sign() != 0) return step_hull(step.kind, step.amount, x_low, grid, policies_);
  return {end_of_step(x_low, x_high, step, grid, false), end_of_step(x_low, x_high, step, grid, true)};
}

/// The lowest or highest value that a step may give over exact results in [x_low, x_high].
Rational StepRounding::end_of_step(const Rational& x_low, const Rational& x_high, const Bound& step, const Grid& grid,
                                   bool highest) const {
  const Rational& x = highest ? x_high : x_low;
  if (x.sign() == 0) return 0;
  const Hull hull = step_hull(step.kind, step.amount, x, grid, policies_);
  Rational end = highest ? hull.high : hull.low;
  // Around a format value muller_B's ULP is two gaps, around its neighbourhood one: not monotone there. The next
  // format value inward, if it is among the exact results, may reach further.
  if (policies_(&Policies::ulp) == Ulp::muller_b && step.kind == Bound::Kind::ulp && x_low != x_high) {
    const Rational inward = highest ? grid.floor(x) : grid.ceil(x);
    if (inward >= x_low && inward <= x_high && inward.sign() != 0) {
      const Hull other = step_hull(step.kind, step.amount, inward, grid, policies_);
      end = highest ? std::max(end, other.high) : std::min(end, other.low);
    }
  }
  return end;
}

/// Widens a hull by values of the format, denormals among them: keeping those is keeping extra range too. Zero is a
/// member of its own, with the exact result's sign: x + 0 is x whatever the tolerance.
void StepRounding::include_in_format(StepResults& result, Rational low, Rational high, const Rational& x_low,
                                     const Rational& x_high) const {
  const Rational least = grid_.next(Rational(0));
  if (low.sign() == 0 || high.sign() == 0) {
    result.zero[0] = result.zero[0] || x_high.sign() > 0;
    result.zero[1] = result.zero[1] || x_low.sign() < 0;
  }
  if (low.sign() == 0) low = least;
  if (high.sign() == 0) high = -least;
  low = std::max(low, -grid_.max_finite());
  high = std::min(high, grid_.max_finite());
  if (low <= high) include(result, low, high, grid_);
}

/// Infinities that rounding an exact x may give.
void StepRounding::note_overflow(StepResults& result, const Rational& x, const Bound& step) const {
  if (x.sign() == 0 || x.floor_log2() < grid_.row().max_exponent() - 1) return;
  if (x.abs() <= grid_.max_finite().scaled(-1)) return;
  const bool is_beyond = step.kind == Bound::Kind::ulp && x.abs() >= grid_.overflow();
  if (is_beyond && policies_(&Policies::overflow) != Overflow::ieee) {
    result.infinity[x.sign() < 0 ? 1 : 0] = true;
    return;
  }
  const Real real(x);
  const ValueSet set = values_within(step.kind, step.amount, Target::of(real, {false, true}), grid_, policies_);
  const std::int64_t infinity = number::ordinal(grid_.row(), number::Layout(grid_.row()).infinity());
  result.infinity[0] = result.infinity[0] || set.contains_ordinal(infinity);
  result.infinity[1] = result.infinity[1] || set.contains_ordinal(number::mirrored(infinity));
}

/// Zeros that flushing gives for values in [low, high].
void StepRounding::note_flush(StepResults& result, const Rational& low, const Rational& high) const {
  const Rational& min = grid_.min_normal();
  const bool positive = low < min && high.sign() > 0;
  const bool negative = high > -min && low.sign() < 0;
  if ((!positive && !negative) || policies_(&Policies::results) == Denormals::keep) return;
  const bool any_sign = policies_(&Policies::any_flushed_sign);
  result.zero[0] = result.zero[0] || positive || any_sign;
  result.zero[1] = result.zero[1] || negative || any_sign;
}

}  // namespace halfulp::judge
