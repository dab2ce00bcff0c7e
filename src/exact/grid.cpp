// SPDX-License-Identifier: Apache-2.0
#include "exact/grid.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

/// More than a format has on either side of 1.
constexpr int kBinades = 4096;

}  // namespace

Grid::Grid(const FormatInfo& row, Range range)
    : row_(&row),
      extended_(range == Range::extended),
      max_finite_(value_of(row, number::Layout(row).max_finite())),
      overflow_(Rational::power_of_two(row.max_exponent() + 1)),
      min_normal_(Rational::power_of_two(row.min_exponent())) {}

const Grid& Grid::of(const FormatInfo& row, Range range) {
  static const std::vector<std::optional<Grid>> kGrids = [] {
    std::vector<std::optional<Grid>> grids;
    for (const FormatInfo& one : formats()) {
      for (const Range of : {Range::format, Range::extended}) {
        grids.push_back(one.kind == FormatKind::floating ? std::optional(Grid(one, of)) : std::nullopt);
      }
    }
    return grids;
  }();
  return *kGrids[2 * static_cast<std::size_t>(row.format) + (range == Range::format ? 0 : 1)];
}

int Grid::binade(int exponent) const {
  return extended_ ? exponent : std::clamp(exponent, row_->min_exponent(), row_->max_exponent());
}

int Grid::gap_exponent(const Rational& v) const {
  const int exponent = v.sign() == 0 ? row_->min_exponent() : v.floor_log2();
  return binade(exponent) - row_->fraction_bits;
}

Rational Grid::gap(const Rational& v) const { return Rational::power_of_two(gap_exponent(v)); }

Rational Grid::floor(const Rational& v) const {
  const int unit = gap_exponent(v);
  return v.scaled(-unit).floor().scaled(unit);
}

Rational Grid::ceil(const Rational& v) const { return -floor(-v); }

Rational Grid::next(const Rational& v) const {
  Rational unit = gap(v);
  // Toward zero from a power of two the gap is half, unless the binade below has the same gap.
  if (v.sign() < 0 && v.is_power_of_two() && binade(v.floor_log2() - 1) < binade(v.floor_log2())) {
    unit = unit.scaled(-1);
  }
  return v + unit;
}

Rational Grid::above(const Rational& v, const Rational& count) const {
  const int least = binade(-kBinades);
  const Rational values = Rational::power_of_two(row_->fraction_bits);  // of a binade
  // The place of a value that is not negative: `values` for each binade before, then those of its own.
  const auto place_of = [&](const Rational& value) {
    const int unit = gap_exponent(value);
    return Rational(unit + row_->fraction_bits - least) * values + value.scaled(-unit);
  };
  const Rational of_v = v.sign() < 0 ? -place_of(-v) : place_of(v);
  const Rational place = of_v + std::min(count.floor(), Rational(std::int64_t{2} * kBinades) * values);
  const Rational size = place.abs();
  const Rational binades = std::clamp((size / values).floor(), Rational(1), Rational(std::int64_t{4} * kBinades));
  const int exponent = binade(least + static_cast<int>(binades.to_int64()) - 1);
  const Rational value = (size - Rational(exponent - least) * values).scaled(exponent - row_->fraction_bits);
  return place.sign() < 0 ? -value : value;
}

Rational Grid::ulp(const Real& x, Muller definition) const {
  if (!x.is_rational()) return Rational::power_of_two(binade(x.floor_log2()) - row_->fraction_bits);
  const Rational& v = x.rational();
  // Past the largest finite value there is no neighbour: the last gap counts.
  if (!holds(v) || (v.abs() > max_finite_ && !extended_)) return gap(v);
  const Rational below = v - previous(v);
  const Rational above = next(v) - v;
  return definition == Muller::b ? above + below : std::min(above, below);
}

std::int64_t position_of(const FormatInfo& row, const Rational& value) {
  return number::ordinal(row, round_to_nearest_even(row, value));
}

}  // namespace halfulp::exact
