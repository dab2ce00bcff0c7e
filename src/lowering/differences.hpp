// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "judge/definition/permitted.hpp"
#include "lowering/question.hpp"

namespace halfulp::lowering {

/// What both sides permit of a case, by the definition.
struct DecidedCase {
  std::vector<Bits> operands;
  judge::Permitted a;
  judge::Permitted b;
};
[[nodiscard]] DecidedCase decide(const Question& question, std::vector<Bits> operands);

/// Counts forbidden cases by difference.
class Differences {
 public:
  std::uint64_t cases = 0;  ///< decided: allowed and forbidden
  std::uint64_t alone = 0;  ///< of these, those that were decided one by one

  /// The difference of a forbidden case, which is its first one if it is new, and its widest one if it is that.
  Difference& of(const DecidedCase& one);
  /// Adds all operands of a range to a difference that of() gave.
  static void add(Difference& difference, const OperandRange& range);
  /// All that another has counted, of operands that follow.
  void add(const Differences& next);

  /// The kind with the most cases first.
  [[nodiscard]] std::vector<Difference> sorted() const;

 private:
  using Key = std::tuple<std::string, std::string, Forbidden>;

  static void append(Difference& difference, const OperandRange& range);

  std::map<Key, Difference> differences_;
};

}  // namespace halfulp::lowering
