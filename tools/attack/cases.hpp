// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "judge/definition/permitted.hpp"
#include "suite/random.hpp"

namespace halfulp::attack {

/// Draws cases of one operation where a filter may be wrong.
class Cases {
 public:
  /// The ruling is of the rulebook; both and the random numbers must outlive it.
  Cases(const Rulebook& rulebook, const judge::Ruling& ruling, suite::Random& random);

  /// Operands of the golden corpus, some of them moved to thresholds of conditions under any reading. A fourth of the
  /// tuples is moved to where a bound ends, within 2^-5 to 2^-21 ULP, at a value of the format.
  [[nodiscard]] std::vector<Bits> operands();

  /// Results two steps or fewer from the ends of permitted sets, those of the golden corpus, and some 2^k steps away
  /// from those. `ends`: ordinals.
  [[nodiscard]] std::vector<Bits> results(std::span<const Bits> operands, std::span<const std::int64_t> ends,
                                          std::size_t count);

 private:
  [[nodiscard]] Bits threshold(const FormatInfo& row, Bits otherwise);
  void move_to_end_of_bound(std::vector<Bits>& operands);
  [[nodiscard]] double distance(const std::vector<Bits>& operands) const;
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  void add_numbers(const rulebook::Expression& expression);
  void add_widths(const rulebook::Bound& bound);

  const judge::Ruling& ruling_;
  suite::Random& random_;
  std::vector<double> thresholds_;
  std::vector<std::pair<rulebook::Bound::Kind, double>> widths_ = {{rulebook::Bound::Kind::ulp, 0.5}};
};

}  // namespace halfulp::attack
