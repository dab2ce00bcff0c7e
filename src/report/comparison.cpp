// SPDX-License-Identifier: Apache-2.0
#include "report/comparison.hpp"

#include <algorithm>

#include "number/layout.hpp"

namespace halfulp::report {

std::optional<Bits> outside(const PermittedSet& set, const PermittedSet& other) {
  const FormatInfo& row = info(set.format);
  // Where the difference of two sets has a value at all, it has the end of a range of the first, the neighbour of a
  // range of the second, or a NaN.
  std::vector<Bits> candidates;
  for (const Range& range : set.ranges) candidates.insert(candidates.end(), {range.first, range.last});
  if (set.anything) candidates.push_back(0);
  candidates.insert(candidates.end(), set.nan_patterns.begin(), set.nan_patterns.end());
  if (row.kind == FormatKind::floating) {
    const Bits nan = number::Layout(row).canonical_nan();
    for (Bits i = 0; i <= other.nan_patterns.size(); ++i) candidates.push_back(nan + i);
  }
  constexpr int kByte = 8;
  const Bits all = ~Bits{0} >> (kByte * (static_cast<int>(sizeof(Bits)) - row.bytes));
  for (const Range& range : other.ranges) {
    candidates.push_back(number::from_ordinal(row, number::ordinal(row, range.first) - 1) & all);
    candidates.push_back(number::from_ordinal(row, number::ordinal(row, range.last) + 1) & all);
  }
  const auto found = std::ranges::find_if(
      candidates, [&](Bits candidate) { return set.contains(candidate) && !other.contains(candidate); });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

}  // namespace halfulp::report
