// SPDX-License-Identifier: Apache-2.0
#include "cli/table/block_maker.hpp"

#include <cstring>

#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

template <typename Value>
void pack(const std::vector<Bits>& values, std::size_t count, std::vector<std::byte>& lane) {
  lane.resize(count * sizeof(Value));
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = static_cast<Value>(values[i]);
    std::memcpy(lane.data() + i * sizeof(Value), &value, sizeof(Value));
  }
}

}  // namespace

BlockMaker::BlockMaker(Operation operation, Format format) {
  const OperationInfo& row = info(operation);
  for (int i = 0; i < row.arity; ++i) formats_.push_back(&info(row.operand_format(i, format)));
  formats_.push_back(&info(row.result(format)));
  values_.assign(formats_.size(), std::vector<Bits>(kCases));
  block_.operation = operation;
  block_.format = format;
  block_.lanes.resize(formats_.size());
  block_.lines.resize(kCases);
}

void BlockMaker::flush(const TableSink& sink) {
  if (block_.cases == 0) return;
  for (std::size_t k = 0; k < formats_.size(); ++k) {
    number::with_word(formats_[k]->bytes,
                      [&]<class Word>(Word) { pack<Word>(values_[k], block_.cases, block_.lanes[k]); });
  }
  sink.results(block_);
  block_.cases = 0;
  block_.decimals.clear();
}

}  // namespace halfulp::cli
