// SPDX-License-Identifier: Apache-2.0
// What is told of spans on every SIMD target, beside what is told of their cases one by one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/disturbed_cases.hpp"

namespace halfulp::test {

/// Judges of an operation in binary32, one for each target; without vectors first.
class JudgesOfTargets {
 public:
  JudgesOfTargets(const std::string& rulebook, Operation operation);

  /// Where what is told of cases judged together, on any target, is not what is told of them one by one; "" if nowhere.
  [[nodiscard]] std::string difference(const Cases& cases) const;
  /// The same of verdicts and their witnesses, without errors.
  [[nodiscard]] std::string difference_of_verdicts(const Cases& cases) const;

  /// The first case that fails with vectors and is none of every so many; "" if there is none.
  [[nodiscard]] std::string failure_beside(std::size_t every, const Cases& cases) const;

  /// Has these be judged before all that are judged from now on.
  void begin_with(const Cases& cases);

  /// Which of the cases fail, without vectors.
  [[nodiscard]] std::vector<bool> failures(const Cases& cases) const;

 private:
  struct OfTarget {
    std::int64_t target;
    SpanJudge judge;
    Tally begun;
  };
  std::vector<OfTarget> judges_;
};

}  // namespace halfulp::test
