// SPDX-License-Identifier: Apache-2.0
#include "cli/run/block.hpp"

#include <utility>

namespace halfulp::cli {

namespace {

/// The sizes of one value of each operand, then of the result.
std::vector<std::size_t> value_sizes(Operation operation, Format format) {
  std::vector<std::size_t> sizes;
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i)
    sizes.push_back(static_cast<std::size_t>(info(row.operand_format(i, format)).bytes));
  sizes.push_back(static_cast<std::size_t>(info(row.result(format)).bytes));
  return sizes;
}

/// Each lane begins where a device can map it.
std::size_t in_pages(std::size_t bytes) {
  constexpr std::size_t kPage = 4096;
  return (bytes + kPage - 1) / kPage * kPage;
}

}  // namespace

std::size_t Block::bytes(Operation operation, Format format, std::size_t cases) {
  std::size_t bytes = 0;
  for (const std::size_t size : value_sizes(operation, format)) bytes += in_pages(cases * size);
  return bytes;
}

Block::Block(std::shared_ptr<std::byte> memory, Operation operation, Format format, std::size_t cases)
    : memory_(std::move(memory)), bytes_(value_sizes(operation, format)) {
  std::size_t end = 0;
  for (const std::size_t size : bytes_) {
    begins_.push_back(end);
    end += in_pages(cases * size);
  }
}

std::vector<Lane> Block::operands(std::size_t first, std::size_t cases) {
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i + 1 < bytes_.size(); ++i) lanes.push_back(lane(i, first, cases));
  return lanes;
}

std::vector<ConstLane> Block::const_operands(std::size_t first, std::size_t cases) {
  const std::vector<Lane> lanes = operands(first, cases);
  return {lanes.begin(), lanes.end()};
}

Lane Block::results(std::size_t first, std::size_t cases) { return lane(bytes_.size() - 1, first, cases); }

Lane Block::lane(std::size_t index, std::size_t first, std::size_t cases) const {
  return {memory_.get() + begins_[index] + first * bytes_[index], cases * bytes_[index]};
}

}  // namespace halfulp::cli
