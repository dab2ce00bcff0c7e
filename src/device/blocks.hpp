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

/// Computes the results of a block by a driver. Throws Error(kDevice) where it reports no error and leaves the last
/// results, 16 or all, as they were: two patterns of bytes, so that no result is taken for one that was not written.
template <class Block>
void compute_all(Lane results, std::size_t result_bytes, const Block& block) {
  constexpr std::size_t kLast = 16;
  const Lane last = results.last(std::min(results.size(), kLast * result_bytes));
  for (const std::byte pattern : {kUnwritten, ~kUnwritten}) {
    std::ranges::fill(last, pattern);
    block();
    if (std::ranges::any_of(last, [&](std::byte each) { return each != pattern; })) return;
  }
  throw Error(Error::Kind::kDevice,
              fmt::format("the driver reported no error and left the last {} of {} results unwritten; update the "
                          "driver, or leave the operation out of what is asked",
                          last.size() / result_bytes, results.size() / result_bytes));
}

/// The same as in_blocks() for a driver in this process, by compute_all(): an Error of a block says which device
/// computed which operation. The driver's memory has to hold a block's results as they are here before it writes them.
template <class Block>
void compute_in_blocks(const DeviceDescription& device, Operation operation, Format format,
                       std::span<const ConstLane> operands, Lane results, std::size_t most, const Block& block) {
  const auto result_bytes = static_cast<std::size_t>(info(info(operation).result(format)).bytes);
  try {
    in_blocks(operation, format, operands, results, most,
              [&](std::span<const ConstLane> lanes, Lane block_results, std::size_t cases) {
                compute_all(block_results, result_bytes, [&] { block(lanes, block_results, cases); });
              });
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{} ({}), computing {}: {}", device.name, device.title, info(operation).name,
                                          error.what()));
  }
}

}  // namespace halfulp::device
