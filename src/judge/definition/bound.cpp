// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/bound.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

using Kind = Bound::Kind;

/// |v - x| <= width.
Hull within_width(const Magnitude& x, const Rational& width, const Grid& grid) {
  return {x.ceil(grid, -width), x.floor(grid, width)};
}

/// |v - x| < width.
Hull below_width(const Magnitude& x, const Rational& width, const Grid& grid) {
  Hull span = within_width(x, width, grid);
  if (x.compare(span.low + width) == 0) span.low = grid.next(span.low);
  if (x.compare(span.high - width) == 0) span.high = grid.previous(span.high);
  return span;
}

/// |v - x| <= ratio * |x|; of a ratio of 1 no value below zero.
Hull within_relative(const Magnitude& x, const Rational& ratio, const Grid& grid) {
  const Rational one = 1;
  Rational low = ratio == one ? Rational(0) : x.ceil(grid, 0, one - ratio);
  return {std::move(low), x.floor(grid, 0, one + ratio)};
}

/// Both values at a tie.
Hull nearest(const Magnitude& x, const Grid& grid) {
  const Rational below = x.floor(grid);
  if (x.compare(below) == 0) return {below, below};
  const Rational above = grid.next(below);
  const int side = x.compare((below + above).scaled(-1));
  return {side > 0 ? above : below, side < 0 ? below : above};
}

/// The even value at a tie.
Hull nearest_even(const Magnitude& x, const Grid& grid) {
  Hull both = nearest(x, grid);
  if (both.low == both.high) return both;
  const bool low_is_even = (both.low / grid.gap(both.low)).scaled(-1).is_integer();
  return low_is_even ? Hull{both.low, both.low} : Hull{both.high, both.high};
}

/// "What nearest means halfway between two values."
Hull nearest_by_tie(const Magnitude& x, const Grid& grid, const AskedPolicies& policies) {
  const Hull both = nearest(x, grid);
  return both.low == both.high || !policies(&Policies::tie_to_even) ? both : nearest_even(x, grid);
}

/// |r - x| <= n times the ULP of r's binade, and the same for all values between the nearest and r. Above x binades are
/// whole up to the first whose last value, 2^(e+1) less its ULP, is too far; below x down to the last whose first, 2^e,
/// is near enough.
Hull within_ulp_of_result(const Magnitude& x, const Rational& n, const Grid& grid) {
  constexpr int kBinades = 4096;  // more than a format has; an extended grid, which never ends, is left there
  const Hull span = nearest(x, grid);
  const Rational step = Rational::power_of_two(-grid.row().fraction_bits);
  const int least = grid.binade(-kBinades);
  const int end = grid.binade(kBinades) + 1;
  const Grid& endless = Grid::of(grid.row(), Grid::Range::extended);
  const auto power = [](int exponent) { return Rational::power_of_two(exponent); };
  const auto exponent_over = [&](const Rational& divisor) {
    const Rational quotient = x.floor(endless, 0, Rational(1) / divisor);
    return quotient.sign() == 0 ? least - 1 : quotient.floor_log2();
  };
  const auto first_within = [&](int exponent) {
    const Rational gap = power(exponent) * step;
    return -x.integer_floor(n, Rational(-1) / gap) * gap;
  };
  const int below = std::clamp(exponent_over(Rational(1) + n * step), least, end - 1);
  Rational low = std::min({span.low, power(below + 1), first_within(below)});
  // Beyond zero all binades follow where the first does.
  if (low <= power(below) * step - power(below + 1)) low = first_within(end - 1);

  const Rational divisor = Rational(2) - (n + Rational(1)) * step;
  const int above = divisor.sign() > 0 ? std::clamp(exponent_over(divisor) + 1, least, end) : end;
  const Rational gap = power(grid.binade(above)) * step;
  Rational high = std::max(span.high, x.integer_floor(n, Rational(1) / gap) * gap);
  if (above > least) high = std::max(high, power(above) - power(above - 1) * step);
  return {std::move(low), std::move(high)};
}

/// Where n times the result's ULP counts, and values up to `highest` are within it, those of the next binade that are,
/// too: their ULP is twice as wide, so that values in between may not be. Of bounds of a quarter of a value or more
/// there are none: they come and go with the ULP.
std::optional<Hull> beyond_gap(Kind kind, const Rational& n, const Magnitude& x, const Rational& highest,
                               const Grid& grid, const AskedPolicies& policies) {
  if (kind != Kind::ulp || policies(&Policies::ulp) != Ulp::goldberg_of_result) return std::nullopt;
  const bool is_wide = n >= Rational::power_of_two(grid.row().fraction_bits - 2);
  if (is_wide || grid.overflows(highest) || highest.sign() <= 0) return std::nullopt;
  const Rational next = grid.next(highest);
  if (grid.overflows(next)) return std::nullopt;
  const Rational first = Rational::power_of_two(grid.binade(next.floor_log2()) + 1);
  if (grid.overflows(first)) return std::nullopt;
  const Rational gap = grid.gap(first);
  if (x.compare(first - n * gap) < 0) return std::nullopt;
  const Rational steps = x.integer_floor(n - first / gap, Rational(1) / gap);
  const Rational most = Rational::power_of_two(grid.row().fraction_bits) - Rational(1);
  return Hull{first, first + std::min(steps, most) * gap};
}

/// At most floor(n) bit patterns from the nearest value.
Hull within_bit_steps(const Magnitude& x, const Rational& n, const Grid& grid) {
  const Hull span = nearest(x, grid);
  return {-grid.above(-span.low, n), grid.above(span.high, n)};
}

/// What is within n ULP of x, or of the next value of the grid (steps.hpp), by each definition, and more: no
/// definition reaches (2 n + 1) gaps of the binade of |x|, or twice that around the next value (docs/numerics.md, lemma
/// 3). Everything where n >= 2^(fraction_bits - 2).
Hull within_any_ulp(const Magnitude& x, const Rational& n, const Grid& grid) {
  if (n >= Rational::power_of_two(grid.row().fraction_bits - 2)) {
    const Rational everything = grid.overflow().scaled(1 << 12);
    return {-everything, everything};
  }
  const Rational below = x.floor(grid);
  const Rational margin = (Rational(4) * n + Rational(3)) * grid.gap(below);
  return {grid.floor(below - margin), grid.ceil(below + margin)};
}

Hull within_ulp(const Magnitude& x, const Rational& n, const Grid& grid, Ulp definition) {
  switch (definition) {
    case Ulp::any:
      return within_any_ulp(x, n, grid);
    case Ulp::goldberg_of_result:
      return within_ulp_of_result(x, n, grid);
    case Ulp::bit_steps:
      return within_bit_steps(x, n, grid);
    default:
      return within_width(x, n * ulp_of(x.real(), grid, definition), grid);
  }
}

/// Whether some number above the largest finite value, though no value of the grid, is within a bound that states a
/// distance.
bool reaches_above(Kind kind, const Rational& amount, const Magnitude& x, const Grid& grid,
                   const AskedPolicies& policies) {
  const Rational& most = grid.max_finite();
  switch (kind) {
    case Kind::ulp: {
      const Ulp definition = policies(&Policies::ulp);
      if (definition == Ulp::bit_steps) return false;
      const Rational last = grid.overflow() - most;
      const Rational ulp = definition == Ulp::goldberg_of_result ? last : ulp_of(x.real(), grid, definition);
      return x.compare(most - amount * ulp) > 0;
    }
    case Kind::absolute:
    case Kind::absolute_below:
      return x.compare(most - amount) > 0;
    case Kind::relative:
      return x.compare(most / (Rational(1) + amount)) > 0;
    default:
      return false;
  }
}

/// Whether a rounding cuts a magnitude off.
bool truncates(Kind kind, bool negative) {
  return kind == Kind::toward_zero || kind == (negative ? Kind::upward : Kind::downward);
}

bool is_nearest(Kind kind) { return kind == Kind::nearest || kind == Kind::nearest_even; }

Hull span_within(Kind kind, const Rational& amount, const Magnitude& x, const Grid& grid,
                 const AskedPolicies& policies) {
  if (!x.real().is_rational()) {
    // So far past overflow that no bound of a function reaches back: one value stands for all, and no search is needed.
    const Rational far = grid.overflow() * Rational(4);
    if (x.compare(far) >= 0) return {far, far};
  }
  const auto neighbours = [&]() -> Hull {
    const Rational below = x.floor(grid);
    return {below, x.compare(below) == 0 ? below : grid.next(below)};
  };
  switch (kind) {
    case Kind::nearest:
      return nearest_by_tie(x, grid, policies);
    case Kind::nearest_even:
      return nearest_even(x, grid);
    case Kind::toward_zero:
    case Kind::upward:
    case Kind::downward: {
      const Hull both = neighbours();
      const Rational& end = truncates(kind, x.negative()) ? both.low : both.high;
      return {end, end};
    }
    case Kind::either:
      return neighbours();
    case Kind::ulp:
      return within_ulp(x, amount, grid, policies(&Policies::ulp));
    case Kind::absolute:
      return within_width(x, amount, grid);
    case Kind::absolute_below:
      return below_width(x, amount, grid);
    default:
      return within_relative(x, amount, grid);
  }
}

/// Infinity and the largest finite value, on the side of the magnitude. The policy decides for bounds that state a
/// distance; IEEE 754 decides where a rounding is stated, with a grid that goes on past the largest value.
void add_overflow(ValueSet& set, Kind kind, const Rational& amount, const Magnitude& x, const Hull& span,
                  const Grid& grid, const AskedPolicies& policies) {
  // A span that ends below the largest finite value reaches no further, but for one that skips values of its binade.
  const bool may_skip = kind == Kind::ulp && policies(&Policies::ulp) == Ulp::goldberg_of_result;
  if (span.high < grid.max_finite() && !(may_skip && reaches_above(kind, amount, x, grid, policies))) return;
  const number::Layout layout(grid.row());
  const auto infinity = number::ordinal(grid.row(), layout.infinity());
  const auto max_finite = infinity - 1;
  if (kind == Kind::toward_zero || kind == Kind::upward || kind == Kind::downward) {
    if (x.compare(grid.max_finite()) > 0) set.add(truncates(kind, x.negative()) ? max_finite : infinity);
    return;
  }
  if (is_nearest(kind)) {
    if (span.high >= grid.overflow()) set.add(infinity);
    return;
  }
  switch (policies(&Policies::overflow)) {
    case Overflow::ulp_extended:
      if (span.high >= grid.overflow() || x.compare(grid.overflow()) >= 0) set.add(infinity);
      if (x.compare(grid.max_finite()) > 0) set.add(max_finite);
      break;
    case Overflow::ieee: {
      const Rational half_gap = (grid.overflow() - grid.max_finite()).scaled(-1);
      if (x.compare(grid.overflow() - half_gap) >= 0) set.add(infinity);
      break;
    }
    case Overflow::interval_inf_or_max: {
      // Anything above the largest finite value inside the bound.
      const bool reaches = span.high > grid.max_finite() || x.compare(grid.max_finite()) > 0 ||
                           reaches_above(kind, amount, x, grid, policies);
      if (reaches) set.add(max_finite, infinity);
      break;
    }
  }
}

}  // namespace

Bound compile(const rulebook::Bound& bound, std::span<const std::string_view> names) {
  Bound result;
  result.kind = bound.kind;
  result.source = &bound;
  const auto counts = {Kind::ulp,   Kind::absolute,    Kind::absolute_below, Kind::relative,
                       Kind::steps, Kind::steps_below, Kind::recoded};
  if (std::ranges::find(counts, bound.kind) != counts.end()) {
    result.varying = Formula(bound.amount, names);
    if (result.is_constant()) result.amount = result.varying.value({}).constant;
  }
  for (const rulebook::Bound& part : bound.parts) result.parts.push_back(compile(part, names));
  for (const auto& [symbol, step] : bound.steps) result.steps.emplace(symbol, compile(step.front(), names));
  return result;
}

Target Target::of(const Real& x, ZeroSigns exact_zero) {
  const int sign = x.sign();
  return {x, sign == 0 ? exact_zero : ZeroSigns{.minus = sign<0, .plus = sign> 0}};
}

ValueSet values_within(Bound::Kind kind, const Rational& amount, const Target& target, const Grid& grid,
                       const AskedPolicies& policies) {
  const bool is_representable =
      target.x.is_rational() && grid.holds(target.x.rational()) && target.x.rational().abs() <= grid.max_finite();
  const bool is_exact = is_representable && policies(&Policies::exact_if_representable);
  return values_around(is_exact ? Kind::nearest : kind, amount, target, grid, policies);
}

ValueSet values_around(Bound::Kind kind, const Rational& amount, const Target& target, const Grid& grid,
                       const AskedPolicies& policies) {
  const Magnitude x(target.x);
  Hull span = span_within(kind, amount, x, grid, policies);
  if (span.low > span.high) span = nearest_even(x, grid);

  ValueSet magnitudes(grid.row().format);
  const Rational low = std::max(span.low, -grid.max_finite());
  const Rational high = std::min(span.high, grid.max_finite());
  if (low <= high) {
    std::int64_t first = position_of(grid.row(), low);
    std::int64_t last = low == high ? first : position_of(grid.row(), high);
    const ZeroSigns zeros = x.negative() ? ZeroSigns{target.zeros.plus, target.zeros.minus} : target.zeros;
    // Ordinals -1 and 0 are both zero. A zero at the end of the interval takes the exact result's sign.
    if (low.sign() == 0) first = zeros.minus ? -1 : 0;
    if (high.sign() == 0) last = zeros.plus ? 0 : -1;
    magnitudes.add(first, last);
  }
  if (low.sign() < 0 && span.low <= -grid.overflow() && !is_nearest(kind)) {
    magnitudes.add(number::mirrored(number::ordinal(grid.row(), number::Layout(grid.row()).infinity())));
  }
  add_overflow(magnitudes, kind, amount, x, span, grid, policies);
  if (const auto beyond = beyond_gap(kind, amount, x, span.high, grid, policies)) {
    magnitudes.add(position_of(grid.row(), beyond->low), position_of(grid.row(), beyond->high));
  }

  return x.negative() ? magnitudes.mirrored() : magnitudes;
}

ValueSet values_as_near(const Real& x, const Rational& low, const Rational& high, ZeroSigns zeros, const Grid& grid,
                        const AskedPolicies& policies) {
  const Rational middle = (low + high).scaled(-1);
  const bool low_is_further = x.compare(middle) >= 0;
  const Rational& further = low_is_further ? low : high;
  if (x.is_rational()) {
    const Rational distance = (further - x.rational()).abs();
    return values_within(Bound::Kind::absolute, distance, Target::of(x, zeros), grid, policies);
  }
  const Rational far = grid.overflow() * Rational(4);
  if (x.compare(far) >= 0 || x.compare(-far) <= 0) {
    // So far past overflow that the mirror image is too: everything from the furthest outcome to the infinity, whatever
    // the overflow policy says; an evaluation that asked it would name its rule.
    const FormatInfo& row = grid.row();
    const number::Layout layout(row);
    const std::int64_t end = number::ordinal(row, layout.infinity(x.sign() < 0));
    const std::int64_t start = position_of(row, further);
    ValueSet set(row.format);
    set.add(std::min(start, end), std::max(start, end));
    return set;
  }
  // The mirror image of `further`, 2 x - further, lies strictly between two values of the grid: the inner one counts.
  const Magnitude size(x);
  const Rational slope = size.negative() ? -2 : 2;
  const Rational mirror = low_is_further ? size.floor(grid, -further, slope) : size.ceil(grid, -further, slope);
  const Rational centre = (further + mirror).scaled(-1);
  // The centre may be a value of the format; x is none.
  return values_around(Bound::Kind::absolute, (further - centre).abs(), Target::of(Real(centre), zeros), grid,
                       policies);
}

Hull step_hull(Bound::Kind kind, const Rational& amount, const Rational& x, const Grid& grid,
               const AskedPolicies& policies) {
  const Real real(x);
  const Magnitude magnitude(real);
  Hull span = span_within(kind, amount, magnitude, grid, policies);
  if (span.low > span.high) span = nearest_even(magnitude, grid);
  if (const auto beyond = beyond_gap(kind, amount, magnitude, span.high, grid, policies)) span.high = beyond->high;
  return magnitude.negative() ? Hull{-span.high, -span.low} : span;
}

}  // namespace halfulp::judge
