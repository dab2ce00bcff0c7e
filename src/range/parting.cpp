// SPDX-License-Identifier: Apache-2.0
#include "range/parting.hpp"

#include <random>

#include "number/layout.hpp"

namespace halfulp::range {

using judge::ValueSet;

std::optional<Parting> find_parting(const Program& one, const Program& other, std::span<const ValueSet> operands,
                                    int tries) {
  const FormatInfo& row = *one.format;
  Evaluator of_one(one);
  Evaluator of_other(other);
  std::mt19937_64 random(1);
  const auto end_of = [&](const ValueSet& set, bool is_last) -> Bits {
    const FormatInfo& of = info(set.format());
    const auto finite = finite_values(of.format);
    if (set.anything()) return number::from_ordinal(of, is_last ? finite.last : finite.first);
    if (set.intervals().empty()) return number::Layout(of).canonical_nan();
    const auto& interval = is_last ? set.intervals().back() : set.intervals().front();
    return number::from_ordinal(of, is_last ? interval.last : interval.first);
  };
  const auto drawn = [&](const ValueSet& set) -> Bits {
    if (set.intervals().empty()) return number::Layout(row).canonical_nan();
    const auto& interval = set.intervals()[random() % set.intervals().size()];
    const auto size = static_cast<std::uint64_t>(interval.last - interval.first) + 1;
    return number::from_ordinal(row, interval.first + static_cast<std::int64_t>(random() % size));
  };
  for (int i = 0; i < tries; ++i) {
    std::vector<Bits> point;
    std::vector<ValueSet> sets;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      point.push_back(i < 16 ? end_of(operands[k], (i >> (k % 4) & 1) != 0) : drawn(operands[k]));
      sets.push_back(set_of(row.format, point.back()));
    }
    const NodeSets permitted = of_other.outer(sets);
    for (const bool takes_last : {false, true}) {
      const auto choose = [&](const ValueSet& set) { return end_of(set, takes_last); };
      const std::vector<Bits> values = of_one.execution(point, choose, [](std::size_t) { return std::size_t{0}; });
      for (std::size_t c = 0; c < one.results.size(); ++c) {
        const ValueSet& others = permitted[other.results[c]];
        const Bits result = values[one.results[c]];
        if (!others.anything() && !others.contains(result)) return Parting{{result, point}, c, others};
      }
    }
  }
  return std::nullopt;
}

}  // namespace halfulp::range
