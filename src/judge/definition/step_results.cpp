// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

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
  values.erase(std::unique(values.begin(), values.end()), values.end());
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

namespace {

/// Adds a hull, and under `reachable_set` its values: to a result that has a hull and no list only the hull.
void include(const StepRules& rules, StepResults& result, const Hull& hull, const Grid& grid) {
  const bool is_listed = rules.policies(&Policies::reachable_set) && (!result.finite || !result.values.empty());
  result.include(hull.low, hull.high);
  if (!is_listed) return;
  if (hull.low == hull.high) {
    result.values.push_back(hull.low);
    return;
  }
  // A list before it is settled may hold a value several times. An extended grid has no end at zero.
  const bool is_endless = &grid == &rules.extended && hull.low.sign() <= 0 && hull.high.sign() >= 0;
  for (Rational v = hull.low; v <= hull.high && !is_endless; v = grid.next(v)) {
    if (v.sign() != 0) result.values.push_back(v);
    if (result.values.size() > 4 * kMostStepValues) break;
  }
  if (is_endless || result.values.size() > 4 * kMostStepValues) result.values.clear();
}

/// Whether 2^(emin + 1) <= |v| < 2^emax of both ends. Where exact results and the ends of their rounding on the
/// format's grid are there, the ends on the extended grid are the same, as both grids are between them and some way
/// beyond; nothing overflows, and nothing but what lies between ends of different signs is flushed.
bool is_middle(const StepRules& rules, const Hull& hull) {
  const auto is_inside = [&](const Rational& v) {
    return v.sign() != 0 && v.floor_log2() > rules.grid.row().min_exponent() &&
           v.floor_log2() < rules.grid.row().max_exponent();
  };
  return is_inside(hull.low) && is_inside(hull.high);
}

/// Both ends of what a step may give over exact results in a hull.
Hull ends_of_step(const StepRules& rules, const Hull& x, const Bound& step, const Grid& grid) {
  const auto at = [&](const Rational& v) {
    return v.sign() == 0 ? Hull{0, 0} : step_hull(step.kind, step.amount, v, grid, rules.policies);
  };
  Hull span = at(x.low);
  if (x.low == x.high) return span;
  span.high = at(x.high).high;
  // Around a format value muller_B's ULP is two gaps, around its neighbourhood one: not monotone there. The next
  // format value inward, if it is among the exact results, may reach further.
  if (rules.policies(&Policies::ulp) != Ulp::muller_b || step.kind != Bound::Kind::ulp) return span;
  const Rational first = grid.ceil(x.low);
  const Rational last = grid.floor(x.high);
  if (first <= x.high && x.low.sign() != 0 && first.sign() != 0) span.low = std::min(span.low, at(first).low);
  if (last >= x.low && x.high.sign() != 0 && last.sign() != 0) span.high = std::max(span.high, at(last).high);
  return span;
}

/// Infinities that rounding an exact x may give.
void note_overflow(const StepRules& rules, StepResults& result, const Rational& x, const Bound& step) {
  if (x.abs() <= rules.grid.max_finite().scaled(-1)) return;
  const bool is_beyond = step.kind == Bound::Kind::ulp && x.abs() >= rules.grid.overflow();
  if (is_beyond && rules.policies(&Policies::overflow) != Overflow::ieee) {
    result.infinity[x.sign() < 0 ? 1 : 0] = true;
    return;
  }
  const Real real(x);
  const ValueSet set =
      values_within(step.kind, step.amount, Target::of(real, {false, true}), rules.grid, rules.policies);
  const std::int64_t infinity = number::ordinal(rules.grid.row(), number::Layout(rules.grid.row()).infinity());
  result.infinity[0] = result.infinity[0] || set.contains_ordinal(infinity);
  result.infinity[1] = result.infinity[1] || set.contains_ordinal(number::mirrored(infinity));
}

/// Zeros that flushing gives for values in a hull.
void note_flush(const StepRules& rules, StepResults& result, const Hull& values) {
  const Rational& min = rules.grid.min_normal();
  const bool positive = values.low < min && values.high.sign() > 0;
  const bool negative = values.high > -min && values.low.sign() < 0;
  if ((!positive && !negative) || rules.policies(&Policies::results) == Denormals::keep) return;
  const bool any_sign = rules.policies(&Policies::any_flushed_sign);
  result.zero[0] = result.zero[0] || positive || any_sign;
  result.zero[1] = result.zero[1] || negative || any_sign;
}

/// Widens a hull by values of the format, denormals among them: keeping those is keeping extra range too. Zero is a
/// member of its own, with the exact result's sign: x + 0 is x whatever the tolerance.
void include_in_format(const StepRules& rules, StepResults& result, Hull span, const Hull& x) {
  if (span.low.sign() == 0 || span.high.sign() == 0) {
    result.zero[0] = result.zero[0] || x.high.sign() > 0;
    result.zero[1] = result.zero[1] || x.low.sign() < 0;
  }
  const Rational least = rules.grid.next(Rational(0));
  if (span.low.sign() == 0) span.low = least;
  if (span.high.sign() == 0) span.high = -least;
  span = {std::max(span.low, -rules.grid.max_finite()), std::min(span.high, rules.grid.max_finite())};
  if (span.low <= span.high) include(rules, result, span, rules.grid);
}

/// The last step's values as the format has them. Zeros that come from flushing are single members and widen nothing.
void add_last(const StepRules& rules, StepResults& result, Hull span, const Hull& x, const Bound& step) {
  const Rational& max = rules.grid.max_finite();
  const bool wide = step.kind != Bound::Kind::nearest && step.kind != Bound::Kind::nearest_even;
  // Wider than nearest: an exact result beyond the largest finite value may also become that.
  if (wide && x.high > max) span.low = std::min(span.low, max);
  if (wide && x.low < -max) span.high = std::max(span.high, -max);
  span = {std::max(span.low, -max), std::min(span.high, max)};
  note_flush(rules, result, {std::min(span.low, x.low), std::max(span.high, x.high)});
  const Rational& min = rules.grid.min_normal();
  const auto is_denormal = [&](const Rational& v) { return v > -min && v < min; };
  if ((is_denormal(span.low) || is_denormal(span.high)) && rules.policies(&Policies::results) == Denormals::flush) {
    if (is_denormal(span.low)) span.low = min;
    if (is_denormal(span.high)) span.high = -min;
  }
  if (span.low <= span.high) include(rules, result, span, rules.grid);
}

}  // namespace

void add_rounded(const StepRules& rules, StepResults& result, const Hull& x, const Bound& step, StepPlace place) {
  if (x.low.sign() <= 0 && x.high.sign() >= 0) {
    result.zero[0] = true;
    result.zero[1] = result.zero[1] || rules.policies(&Policies::any_cancelled_zero);
    result.cancels = true;
    if (x.low.sign() == 0 && x.high.sign() == 0) return;
  }
  const Hull span = ends_of_step(rules, x, step, rules.grid);
  const Hull both = {std::min(span.low, x.low), std::max(span.high, x.high)};
  const bool is_intermediate = place == StepPlace::intermediate;
  if (is_intermediate && is_middle(rules, x) && is_middle(rules, span)) {
    include(rules, result, span, rules.grid);
    if (rules.bound.source->extend) note_flush(rules, result, both);
    return;
  }
  note_overflow(rules, result, x.low, step);
  note_overflow(rules, result, x.high, step);
  if (!is_intermediate) {
    add_last(rules, result, span, x, step);
    return;
  }
  include_in_format(rules, result, span, x);
  if (rules.bound.source->extend) {
    const Hull extended = ends_of_step(rules, x, step, rules.extended);
    if (extended.low.sign() != 0 || extended.high.sign() != 0) include(rules, result, extended, rules.extended);
    note_flush(rules, result, both);
  }
  if (rules.bound.source->saturate) {
    const Rational& max = rules.grid.max_finite();
    if (both.high > max) include(rules, result, {max, max}, rules.grid);
    if (both.low < -max) include(rules, result, {-max, -max}, rules.grid);
  }
}

void add_unchanged(const StepRules& rules, StepResults& result, const Hull& values, StepPlace place) {
  if (place == StepPlace::intermediate) {
    include(rules, result, values, rules.grid);
    return;
  }
  Bound nearest;
  nearest.kind = Bound::Kind::nearest;
  note_overflow(rules, result, values.low, nearest);
  note_overflow(rules, result, values.high, nearest);
  add_last(rules, result, ends_of_step(rules, values, nearest, rules.grid), values, nearest);
}

}  // namespace halfulp::judge
