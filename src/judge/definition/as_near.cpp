// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/as_near.hpp"

#include <algorithm>

#include "exact/value.hpp"
#include "judge/definition/magnitude.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

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
    // So far past overflow that the mirror image is too: everything from the furthest outcome to the infinity.
    const FormatInfo& row = grid.row();
    const number::Layout layout(row);
    const std::int64_t end = number::ordinal(row, layout.infinity(x.sign() < 0));
    const std::int64_t start = number::ordinal(row, exact::round_to_nearest_even(row, further));
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

}  // namespace halfulp::judge
