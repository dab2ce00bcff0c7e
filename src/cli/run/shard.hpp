// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace halfulp::cli {

/// A run is cut into blocks of kBlockCases cases, numbered through all its jobs; a job's last block may have fewer.
constexpr std::uint64_t kBlockCases = std::uint64_t{1} << 17;

/// Into how many parts a run may be cut.
constexpr std::uint64_t kMostShards = 0xffffffff;

/// A fixed part of a run: its blocks index, index + count, index + 2 * count, ... (the first block has number 1).
struct Shard {
  std::uint64_t index = 1;  ///< from 1 to count
  std::uint64_t count = 1;

  [[nodiscard]] bool is_whole() const { return count == 1; }
};

/// "3/16". Throws Error(kUsage) unless it is I/N with 1 <= I <= N < 2^32.
[[nodiscard]] Shard read_shard(std::string_view text);

/// "3/16".
[[nodiscard]] std::string name(const Shard& shard);

/// The cases of one job that a shard has, in their order: the position of a case counts them from 0.
class ShardCases {
 public:
  /// `first_block`: how many blocks the jobs before this one have; `cases`: how many cases the job has.
  ShardCases(const Shard& shard, std::uint64_t first_block, std::uint64_t cases);

  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The number in the job of the case at a position below size().
  [[nodiscard]] std::uint64_t at(std::uint64_t position) const;
  /// The position behind the last one of the block that holds this one.
  [[nodiscard]] std::uint64_t end_of_block(std::uint64_t position) const;

 private:
  std::uint64_t first_;   ///< the job's block that is the shard's first
  std::uint64_t stride_;  ///< blocks from one to the next
  std::uint64_t size_ = 0;
};

/// How many blocks that many cases are.
[[nodiscard]] constexpr std::uint64_t blocks(std::uint64_t cases) { return (cases + kBlockCases - 1) / kBlockCases; }

/// The order in which blocks are run.
class BlockOrder {
 public:
  /// Ascending; or spread, so that those of any time are spread evenly over all of them: by the bits of the turn,
  /// reversed.
  BlockOrder(std::uint64_t blocks, bool spread);

  /// From 0 on; nothing when all had their turn.
  [[nodiscard]] std::optional<std::uint64_t> next();

 private:
  std::uint64_t blocks_;
  bool spread_;
  int turn_bits_;
  std::uint64_t turn_ = 0;
};

}  // namespace halfulp::cli
