// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace halfulp::test {

/// SpanJudge compared with the definition under random rulebooks.
struct Comparison {
  std::size_t rulebooks = 0;
  std::size_t refused = 0;             ///< rulebooks that the loader refuses
  std::size_t permitting_nothing = 0;  ///< rulebooks under which the definition throws for some operands
  std::size_t tuples_left_out = 0;     ///< those operand tuples
  std::size_t cases = 0;
  std::string difference;  ///< the first verdict of SpanJudge that is not the definition's, and the rulebook; or ""
};

/// Compares the rulebooks of seeds first ... first + count - 1, until one differs: for each of their operations ten
/// results of each of `tuples` operand tuples, in spans of 1 to 2,100 cases on every SIMD target.
[[nodiscard]] Comparison compare_rulebooks(std::uint64_t first, std::size_t count, std::size_t tuples);

}  // namespace halfulp::test
