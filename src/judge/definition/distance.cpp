// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/distance.hpp"

#include <algorithm>
#include <cmath>

#include "exact/value.hpp"
#include "number/float_environment.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

double Distance::in_unit_of(Bound::Kind kind) const {
  switch (kind) {
    case Bound::Kind::ulp:
      return ulp;
    case Bound::Kind::absolute:
    case Bound::Kind::absolute_below:
      return absolute;
    case Bound::Kind::relative:
      return absolute < 0 || exact == 0 ? -1 : absolute / std::fabs(exact);
    default:
      return -1;
  }
}

Distance distance_of(const Ruling& ruling, const Permitted& decision, Bits observed) {
  using exact::Result;
  const FormatInfo& row = *ruling.result_format;
  const Result& exact = decision.exact;
  if (!decision.measured || (exact.kind != Result::Kind::finite && exact.kind != Result::Kind::zero)) return {};
  const Real x = exact.kind == Result::Kind::zero ? Real(Rational(0)) : exact.value;
  if (number::is_normalised(row) || row.kind == FormatKind::fixed) {
    return {.ulp = (Rational(number::ordinal(row, observed)) - x.nearby()).abs().nearest_double()};
  }
  if (row.kind != FormatKind::floating || !number::Layout(row).is_finite(observed)) return {};
  const Grid& grid = Grid::of(row);
  // Far past overflow the largest finite value is as near as a result can be.
  if (x.compare(grid.overflow()) >= 0 || x.compare(-grid.overflow()) <= 0) return {};
  const Rational ulp = ulp_of(x, grid, ruling.policies.ulp);
  // Clamped, not wrong.
  if (!row.has_sign && x.sign() < 0) return {};
  const Rational r = exact::value_of(row, observed);
  // A flushed result is judged as flushed, not as wrong by 8388607 ULP.
  const Rational flushes_below = Rational::power_of_two(row.min_exponent() + 1);
  if (r.sign() == 0 && ruling.policies.results != Denormals::keep && x.sign() != 0 && x.compare(flushes_below) < 0 &&
      x.compare(-flushes_below) > 0) {
    return {};
  }
  const Rational near = x.nearby();
  const Rational distance = (r - near).abs();
  return {
      .ulp = (distance / ulp).nearest_double(), .absolute = distance.nearest_double(), .exact = near.nearest_double()};
}

Distance distance_of(const Ruling& ruling, std::span<const Bits> operands, Bits observed) {
  const number::DefaultFloatEnvironment environment;
  return distance_of(ruling, permitted(ruling, operands, ruling.policies), observed);
}

std::optional<double> largest_permitted_error(const Ruling& ruling, std::span<const Bits> operands) {
  const number::DefaultFloatEnvironment environment;
  const Permitted decision = permitted(ruling, operands, ruling.policies);
  if (decision.set.anything()) return std::nullopt;
  const FormatInfo& row = *ruling.result_format;
  double most = -1;
  const auto take = [&](std::int64_t position) {
    const Distance distance = distance_of(ruling, decision, number::from_ordinal(row, position));
    most = std::max(most, distance.ulp);
    return distance.ulp >= 0;
  };
  for (const ValueSet::Interval& interval : decision.set.intervals()) {
    // Of an interval that ends in infinity the value before it is the last that is measured.
    if (!take(interval.first) && interval.first < interval.last) take(interval.first + 1);
    if (!take(interval.last) && interval.first < interval.last) take(interval.last - 1);
  }
  return most >= 0 ? std::optional(most) : std::nullopt;
}

}  // namespace halfulp::judge
