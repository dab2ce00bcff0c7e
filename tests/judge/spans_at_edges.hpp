// SPDX-License-Identifier: Apache-2.0
// Spans for which vectors are most likely to go wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judges_of_targets.hpp"

namespace halfulp::test {

/// Draws spans of an operation in binary32: of operands whose exponents are near those at which the judges of vectors
/// scale, leave or bring together what they compute; of results that are right, the last that do not fail, or the first
/// that do.
class SpansAtEdges {
 public:
  SpansAtEdges(const std::string& rulebook, Operation operation);

  /// Draws some, half of which are judged after results in all binades that are as far off as can be, so that failures
  /// are expected and no error is too large to be told; where vectors do not tell the verdicts that are told of the
  /// cases one by one, "" if nowhere.
  [[nodiscard]] std::string difference(std::size_t spans, std::size_t cases_of_each);

  /// Of an operation of one operand: which of all its right results fail beside far ones; "" if none does.
  [[nodiscard]] std::string failure_of_right_result();

 private:
  [[nodiscard]] std::uint32_t below(std::uint32_t most) { return static_cast<std::uint32_t>(random_() % most); }
  [[nodiscard]] std::uint32_t fraction();
  [[nodiscard]] int edge();
  [[nodiscard]] std::vector<int> exponents();
  [[nodiscard]] Cases far_ones();
  [[nodiscard]] Cases drawn(std::size_t count);
  void move_to_ends(Cases& cases);

  const Rulebook& rulebook_;
  Operation operation_;
  JudgesOfTargets judges_;
  std::mt19937 random_;
};

/// The operations of a rulebook whose operands and results are all in binary32.
[[nodiscard]] std::vector<Operation> operations_in_binary32(const Rulebook& rulebook);

}  // namespace halfulp::test
