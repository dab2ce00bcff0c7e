// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "verdicts/side.hpp"

namespace halfulp::verdicts {

/// So many operands of binary32 have one sign and exponent.
inline constexpr std::uint32_t kBlock = 1U << 23;

/// What was found of a block.
struct Found {
  std::uint64_t operands = 0;
  std::uint64_t explained = 0;    ///< permitted sets that the explain path told; the others follow from theirs
  std::uint64_t cases = 0;        ///< judged
  std::uint64_t handed_over = 0;  ///< those of them that the bulk path has the explain path judge
  std::uint64_t sets = 0;         ///< a checksum of the permitted sets, in order
  std::string difference;         ///< the first; "" where there is none
};

/// Compares the bulk path's verdicts with the explain path's for operands of a function of one binary32 operand.
class Comparison {
 public:
  /// Only functions that near_result() takes.
  Comparison(Operation operation, std::vector<Book> books);

  /// For the operands of bits first, first + step, ... of its block, under all rulebooks: each exact result is computed
  /// once. `first`: a multiple of kBlock, below 2^32. Throws Error(kInternal) where permitted sets do not follow from
  /// places as placed_end.hpp says.
  [[nodiscard]] Found block(std::uint32_t first, std::uint32_t step = 1);

 private:
  struct Chunk;
  [[nodiscard]] Chunk chunk(std::uint32_t first, std::uint32_t from, std::uint32_t step) const;
  static void learn_first(Chunk& chunk, Side& side, Found& found);
  static void compare(Chunk& chunk, Side& side, Found& found);

  Operation operation_;
  std::deque<Side> sides_;
};

}  // namespace halfulp::verdicts
