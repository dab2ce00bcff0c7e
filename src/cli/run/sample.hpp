// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Cases of a suite, in its order: some of its special values, with which every suite begins, and some of the rest;
/// each part evenly spread.
class Sample {
 public:
  /// At most `most_special` special values and `most_other` others, and no more than there are.
  Sample(const Suite& suite, std::uint64_t most_special, std::uint64_t most_other);
  /// At most `most_cases` cases: half of them special values, if there are enough.
  Sample(const Suite& suite, std::uint64_t most_cases);

  [[nodiscard]] std::uint64_t size() const { return special_ + other_; }
  /// The number in the suite of the i-th case, i below size().
  [[nodiscard]] std::uint64_t operator[](std::uint64_t i) const;

 private:
  std::uint64_t all_special_;
  std::uint64_t all_other_;
  std::uint64_t special_;  ///< how many of them it has
  std::uint64_t other_;
};

/// How many cases of special values a suite has.
[[nodiscard]] std::uint64_t special_cases_of(const Suite& suite);

}  // namespace halfulp::cli
