// SPDX-License-Identifier: Apache-2.0
#include "cli/run/block.hpp"

namespace halfulp::cli {

Block::Block(Device& device, Operation operation, Format format, std::size_t most_cases) {
  // Each lane begins where a device can map it.
  constexpr std::size_t kPage = 4096;
  std::size_t end = 0;
  const auto add_lane = [&](Format of) {
    bytes_.push_back(static_cast<std::size_t>(info(of).bytes));
    begins_.push_back(end);
    end += (most_cases * bytes_.back() + kPage - 1) / kPage * kPage;
  };
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) add_lane(row.operand_format(i, format));
  add_lane(row.result(format));
  memory_ = device.allocate(end);
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
