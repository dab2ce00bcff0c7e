// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// The operands and results of one block of cases, in a thread's own memory.
class Block {
 public:
  Block() = default;
  Block(Operation operation, Format format, std::size_t cases) { begin(operation, format, cases); }

  /// Makes it a block of `cases` cases, in the same memory where that is enough. What it held is lost.
  void begin(Operation operation, Format format, std::size_t cases);

  /// The operands of `cases` cases from the given one on.
  [[nodiscard]] std::vector<Lane> operands(std::size_t first, std::size_t cases);
  [[nodiscard]] std::vector<ConstLane> const_operands(std::size_t first, std::size_t cases);
  [[nodiscard]] Lane results(std::size_t first, std::size_t cases);

 private:
  [[nodiscard]] Lane lane(std::size_t index, std::size_t first, std::size_t cases);

  std::vector<std::byte> memory_;
  std::vector<std::size_t> bytes_;   ///< of one value of each operand, then of the result
  std::vector<std::size_t> begins_;  ///< of each one's values, in the memory
};

}  // namespace halfulp::cli
