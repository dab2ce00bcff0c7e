// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

/// Ways in which a device computes an operation, of which one row of a table speaks.
struct Ways {
  const Result* first = nullptr;
  std::string instruction;  ///< "R8G8B8A8_UNORM.xyzw OpImageFetch", "7 more ways: the same verdict"
  std::string operands;     ///< where the operands come from; "" where the ways differ
  Tally tally;              ///< of all of them together: counts and the worst case
  std::uint64_t lost = 0;
};

/// The results of one operation in one format under one rulebook, principal way first, in as few rows as lose no
/// failure: ways that pass as the principal way does are one row; ways that differ in the component of a pixel format
/// (.x, .y, .z, .w) and came out the same are one row. Any other way has its own.
[[nodiscard]] std::vector<Ways> folded(std::span<const Result* const> results);

}  // namespace halfulp::report
