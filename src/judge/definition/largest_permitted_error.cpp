// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/largest_permitted_error.hpp"

#include <algorithm>

#include "judge/definition/distance.hpp"
#include "number/float_environment.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {

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
