// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "judge/definition/permitted.hpp"
#include "suite/random.hpp"

namespace halfulp::attack {

/// Draws cases of one operation where a filter may be wrong.
class Cases {
 public:
  /// The ruling and the evaluator are of the rulebook; they and the random numbers must outlive it.
  Cases(const Rulebook& rulebook, const judge::Ruling& ruling, const Evaluator& evaluator, suite::Random& random);

  /// Operands at the ends of classes and binades, at the thresholds of conditions under any reading, of few significant
  /// bits, moderate and random. A fourth of the tuples is moved to where the result crosses the end of a class, of a
  /// binade or of a code; another fourth to where a bound ends, within 2^-5 to 2^-21 ULP, at a value of the format.
  [[nodiscard]] std::vector<Bits> operands();

  /// Results one or two steps from the ends of permitted sets, near the nearest value or 2^k steps away, of every
  /// class, with a flipped bit, and random. `ends`: ordinals.
  [[nodiscard]] std::vector<Bits> results(std::span<const Bits> operands, std::span<const std::int64_t> ends,
                                          std::size_t count);

 private:
  [[nodiscard]] Bits draw(const FormatInfo& row);
  [[nodiscard]] Bits draw_class(const FormatInfo& row);
  void move_to_crossing(std::vector<Bits>& operands);
  void move_to_end_of_bound(std::vector<Bits>& operands);
  [[nodiscard]] double distance(const std::vector<Bits>& operands) const;
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }

  struct Width {
    rulebook::Bound::Kind kind;
    double amount;
  };

  const judge::Ruling& ruling_;
  const Evaluator& evaluator_;
  suite::Random& random_;
  std::vector<double> thresholds_;
  std::vector<Width> widths_;
};

}  // namespace halfulp::attack
