// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "halfulp/rulebook.hpp"
#include "range/drawn.hpp"

namespace halfulp::test {

struct ExecutionCounts {
  std::int64_t expressions = 0;
  std::int64_t executions = 0;
  std::int64_t exact = 0;  ///< executions for whose operands the exact set was known
};

/// Draws expressions, sets of their operands, operands in these and admissible executions, and asserts that no bound
/// leaves one out. `boxes`, `executions`: how many for each expression, and for each of its boxes.
ExecutionCounts expect_bounds_hold(const Rulebook& book, Format format, Random& random, int expressions, int boxes,
                                   int executions);

/// The same in binary32 under the rulebooks of seeds from `first` up to `end`, as users may write them. How many of
/// these are rulebooks that permit something in every case.
int expect_bounds_hold_for_users(std::uint64_t first, std::uint64_t end, Random& random, int expressions, int boxes,
                                 int executions);

}  // namespace halfulp::test
