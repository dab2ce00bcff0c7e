// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "judge/definition/condition.hpp"

namespace halfulp::judge {

/// What a condition comes to that only confines an operand, or its size, to an interval.
struct OperandRange {
  std::size_t operand = 0;
  bool of_size = false;
  // Without an end the largest double: an infinite operand is in no interval.
  Enclosure least{-0x1.fffffffffffffp+1023, -0x1.fffffffffffffp+1023};
  Enclosure most{0x1.fffffffffffffp+1023, 0x1.fffffffffffffp+1023};
  bool has_least = true;  ///< the ends are in it
  bool has_most = true;

  [[nodiscard]] bool is_zero() const { return least.low == 0 && most.high == 0; }
};

/// x or |x| compared with one constant, or between two. Nothing for any other condition.
[[nodiscard]] std::optional<OperandRange> range_of(const Condition& condition);

}  // namespace halfulp::judge
