// SPDX-License-Identifier: Apache-2.0
#include "cli/run/block.hpp"

namespace halfulp::cli {

Block::Block(Operation operation, Format format, std::size_t most_cases) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) add_lane(row.operand_format(i, format), most_cases);
  add_lane(row.result(format), most_cases);
}

std::vector<Lane> Block::operands(std::size_t first, std::size_t cases) {
  std::vector<Lane> lanes;
  for (std::size_t i = 0; i + 1 < memory_.size(); ++i) lanes.push_back(lane(i, first, cases));
  return lanes;
}

std::vector<ConstLane> Block::const_operands(std::size_t first, std::size_t cases) {
  const std::vector<Lane> lanes = operands(first, cases);
  return {lanes.begin(), lanes.end()};
}

Lane Block::results(std::size_t first, std::size_t cases) { return lane(memory_.size() - 1, first, cases); }

void Block::add_lane(Format format, std::size_t cases) {
  bytes_.push_back(static_cast<std::size_t>(info(format).bytes));
  memory_.emplace_back(cases * bytes_.back());
}

Lane Block::lane(std::size_t index, std::size_t first, std::size_t cases) {
  return Lane(memory_[index]).subspan(first * bytes_[index], cases * bytes_[index]);
}

}  // namespace halfulp::cli
