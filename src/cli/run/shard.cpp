// SPDX-License-Identifier: Apache-2.0
#include "cli/run/shard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

/// 0 unless the text is a decimal from 1 to 2^32 - 1.
std::uint64_t read_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? number : 0;
}

/// The lowest bits of x, the last one first.
std::uint64_t reversed(std::uint64_t x, int bits) {
  std::uint64_t result = 0;
  for (int i = 0; i < bits; ++i) result |= (x >> i & 1) << (bits - 1 - i);
  return result;
}

}  // namespace

Shard read_shard(std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const std::uint64_t index = read_number(text.substr(0, slash));
  const std::uint64_t count = read_number(text.substr(std::min(slash + 1, text.size())));
  if (index == 0 || index > count) {
    throw Error(
        Error::Kind::kUsage,
        fmt::format(
            "--shard {}: not I/N with I from 1 to N, and N below 2^32; '--shard 3/16' is the third of 16 shards",
            text));
  }
  return {index, count};
}

std::string name(const Shard& shard) { return fmt::format("{}/{}", shard.index, shard.count); }

ShardCases::ShardCases(const Shard& shard, std::uint64_t first_block, std::uint64_t cases)
    : first_((shard.index - 1 + shard.count - first_block % shard.count) % shard.count), stride_(shard.count) {
  const std::uint64_t all = blocks(cases);
  if (first_ >= all) return;
  const std::uint64_t mine = (all - 1 - first_) / stride_ + 1;
  const std::uint64_t last = first_ + (mine - 1) * stride_;
  size_ = (mine - 1) * kBlockCases + std::min(kBlockCases, cases - last * kBlockCases);
}

std::uint64_t ShardCases::at(std::uint64_t position) const {
  return (first_ + position / kBlockCases * stride_) * kBlockCases + position % kBlockCases;
}

std::uint64_t ShardCases::end_of_block(std::uint64_t position) const {
  return std::min(size_, (position / kBlockCases + 1) * kBlockCases);
}

BlockOrder::BlockOrder(std::uint64_t blocks, bool spread)
    : blocks_(blocks), spread_(spread), turn_bits_(blocks == 0 ? 0 : static_cast<int>(std::bit_width(blocks - 1))) {}

std::optional<std::uint64_t> BlockOrder::next() {
  const std::uint64_t turns = spread_ ? std::uint64_t{1} << turn_bits_ : blocks_;
  while (turn_ < turns) {
    const std::uint64_t block = spread_ ? reversed(turn_, turn_bits_) : turn_;
    ++turn_;
    if (block < blocks_) return block;
  }
  return std::nullopt;
}

}  // namespace halfulp::cli
