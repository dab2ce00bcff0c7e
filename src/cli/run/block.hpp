// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// The operands and results of one block of cases, in memory of the device's.
class Block {
 public:
  /// How much memory a block needs.
  [[nodiscard]] static std::size_t bytes(Operation operation, Format format, std::size_t cases);

  /// `memory`: bytes() of them or more, of device.allocate().
  Block(std::shared_ptr<std::byte> memory, Operation operation, Format format, std::size_t cases);
  Block(Device& device, Operation operation, Format format, std::size_t cases)
      : Block(device.allocate(bytes(operation, format, cases)), operation, format, cases) {}

  /// The operands of `cases` cases from the given one on.
  [[nodiscard]] std::vector<Lane> operands(std::size_t first, std::size_t cases);
  [[nodiscard]] std::vector<ConstLane> const_operands(std::size_t first, std::size_t cases);
  [[nodiscard]] Lane results(std::size_t first, std::size_t cases);

 private:
  [[nodiscard]] Lane lane(std::size_t index, std::size_t first, std::size_t cases) const;

  std::shared_ptr<std::byte> memory_;
  std::vector<std::size_t> bytes_;   ///< of one value of each operand, then of the result
  std::vector<std::size_t> begins_;  ///< of each one's values, in the memory
};

}  // namespace halfulp::cli
