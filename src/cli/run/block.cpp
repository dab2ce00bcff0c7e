// SPDX-License-Identifier: Apache-2.0
#include "cli/run/block.hpp"

namespace halfulp::cli {

void Block::begin(Operation operation, Format format, std::size_t cases) {
  constexpr std::size_t kAlignment = 64;
  bytes_.clear();
  begins_.clear();
  std::size_t end = 0;
  const auto add_lane = [&](Format of) {
    bytes_.push_back(static_cast<std::size_t>(info(of).bytes));
    begins_.push_back(end);
    end += (cases * bytes_.back() + kAlignment - 1) / kAlignment * kAlignment;
  };
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) add_lane(row.operand_format(i, format));
  add_lane(row.result(format));
  if (memory_.size() < end) memory_.resize(end);
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

Lane Block::lane(std::size_t index, std::size_t first, std::size_t cases) {
  return Lane(memory_).subspan(begins_[index] + first * bytes_[index], cases * bytes_[index]);
}

}  // namespace halfulp::cli
