// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "halfulp/device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {

/// Cases of one block: those that are lost and sent again when a process dies.
inline constexpr std::size_t kBlockCases = std::size_t{1} << 20;

/// What each byte of results holds before a device writes them, so that one never written is not what another block
/// left there, which may be right: no truth value, and in no format a number that operations often have.
inline constexpr std::byte kUnwritten{0xa5};

/// Calls `block(operands, results, cases)` for the cases of these lanes, block by block, each of `most` cases or fewer.
template <class Block>
void in_blocks(Operation operation, Format format, std::span<const ConstLane> operands, Lane results, std::size_t most,
               const Block& block) {
  const OperationInfo& row = info(operation);
  const auto bytes = [](Format of) { return static_cast<std::size_t>(info(of).bytes); };
  const std::size_t result_bytes = bytes(row.result(format));
  const std::size_t cases = results.size() / result_bytes;
  for (std::size_t first = 0; first < cases; first += most) {
    const std::size_t count = std::min(most, cases - first);
    std::vector<ConstLane> lanes;
    for (int k = 0; k < row.arity; ++k) {
      const std::size_t operand_bytes = bytes(row.operand_format(k, format));
      lanes.push_back(operands[static_cast<std::size_t>(k)].subspan(first * operand_bytes, count * operand_bytes));
    }
    block(std::span<const ConstLane>(lanes), results.subspan(first * result_bytes, count * result_bytes), count);
  }
}

/// The same for a driver in this process: an Error of a block says which device computed which operation.
template <class Block>
void compute_in_blocks(const DeviceDescription& device, Operation operation, Format format,
                       std::span<const ConstLane> operands, Lane results, std::size_t most, const Block& block) {
  try {
    in_blocks(operation, format, operands, results, most, block);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{} ({}), computing {}: {}", device.name, device.title, info(operation).name,
                                          error.what()));
  }
}

}  // namespace halfulp::device
