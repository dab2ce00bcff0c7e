// SPDX-License-Identifier: Apache-2.0
#include "cli/run/shard.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

TEST(Shard, IsReadAsItIsWritten) {
  for (const char* text : {"1/1", "3/16", "16/16", "4294967295/4294967295"}) EXPECT_EQ(name(read_shard(text)), text);
}

TEST(Shard, OfAnotherFormIsRefused) {
  for (const char* text :
       {"", "3", "/", "3/", "/3", "0/3", "4/3", "-1/3", "1/0", "1/4294967296", "1/3/5", "a/b", "1 / 3"}) {
    EXPECT_THROW(static_cast<void>(read_shard(text)), Error) << text;
  }
}

/// Which shards have each case of the jobs, case after case.
std::vector<std::vector<int>> owners(const std::vector<std::uint64_t>& jobs, std::uint64_t count) {
  std::vector<std::vector<int>> result;
  for (std::uint64_t index = 1; index <= count; ++index) {
    std::uint64_t first_block = 0;
    std::uint64_t first_case = 0;
    for (const std::uint64_t cases : jobs) {
      const ShardCases mine({index, count}, first_block, cases);
      result.resize(std::max(result.size(), static_cast<std::size_t>(first_case + cases)));
      std::uint64_t last = 0;
      for (std::uint64_t position = 0; position < mine.size(); ++position) {
        const std::uint64_t number = mine.at(position);
        EXPECT_LT(number, cases);
        EXPECT_TRUE(position == 0 || number > last);
        EXPECT_EQ(number / kBlockCases, mine.at(mine.end_of_block(position) - 1) / kBlockCases);
        last = number;
        result[static_cast<std::size_t>(first_case + number)].push_back(static_cast<int>(index));
      }
      first_block += blocks(cases);
      first_case += cases;
    }
  }
  return result;
}

TEST(ShardCases, AreEveryCaseOfTheRunInOneShardOnly) {
  const std::vector<std::uint64_t> jobs = {3 * kBlockCases, 1, kBlockCases + 5, 2 * kBlockCases, 100};
  for (const std::uint64_t count : {1U, 2U, 3U, 7U, 20U}) {
    const auto shards = owners(jobs, count);
    ASSERT_EQ(shards.size(), 6 * kBlockCases + 106);
    std::vector<std::uint64_t> sizes(count + 1);
    for (const std::vector<int>& of_case : shards) {
      ASSERT_EQ(of_case.size(), 1);
      ++sizes[static_cast<std::size_t>(of_case.front())];
    }
    // A shard has at most one block more than another.
    if (count > 9) continue;  // more shards than blocks
    for (std::uint64_t index = 1; index <= count; ++index) EXPECT_GT(sizes[index], 0) << index << '/' << count;
  }
}

TEST(ShardCases, AreCountedFarBeyond32Bits) {
  constexpr std::uint64_t kCases = 1'000'000'000'000;
  std::uint64_t total = 0;
  for (std::uint64_t index = 1; index <= 1000; ++index) total += ShardCases({index, 1000}, 12345, kCases).size();
  EXPECT_EQ(total, kCases);
  // Of an 8th and last shard the first block follows those of the seven others.
  const ShardCases last({8, 8}, 0, kCases);
  EXPECT_EQ(last.at(0), 7 * kBlockCases);
  EXPECT_EQ(last.at(kBlockCases + 3), 15 * kBlockCases + 3);
  EXPECT_EQ(last.end_of_block(kBlockCases + 3), 2 * kBlockCases);
}

TEST(ShardCases, AreNoneWhereThereAreFewerBlocksThanShards) {
  EXPECT_EQ(ShardCases({5, 16}, 0, kBlockCases).size(), 0);
  EXPECT_EQ(ShardCases({5, 16}, 4, kBlockCases).size(), kBlockCases);
}

std::vector<std::uint64_t> order(std::uint64_t blocks, bool spread) {
  std::vector<std::uint64_t> list;
  BlockOrder order(blocks, spread);
  while (const auto block = order.next()) list.push_back(*block);
  return list;
}

TEST(BlockOrder, HasEachBlockOnce) {
  for (const std::uint64_t blocks : {0U, 1U, 2U, 3U, 8U, 4095U, 4096U, 4097U}) {
    for (const bool spread : {false, true}) {
      std::vector<std::uint64_t> all = order(blocks, spread);
      ASSERT_EQ(all.size(), blocks);
      EXPECT_EQ(std::ranges::is_sorted(all), !spread || blocks < 3);
      std::ranges::sort(all);
      for (std::uint64_t i = 0; i < blocks; ++i) ASSERT_EQ(all[i], i);
    }
  }
}

TEST(BlockOrder, IsSpreadAtAnyTime) {
  EXPECT_EQ(order(8, true), (std::vector<std::uint64_t>{0, 4, 2, 6, 1, 5, 3, 7}));
  const std::vector<std::uint64_t> all = order(65536, true);
  for (const std::size_t turns : {2U, 512U, 1000U, 40000U}) {
    std::vector<std::uint64_t> some(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(turns));
    some.push_back(65536);
    std::ranges::sort(some);
    std::uint64_t widest = 0;
    for (std::size_t i = 1; i < some.size(); ++i) widest = std::max(widest, some[i] - some[i - 1]);
    EXPECT_EQ(widest, 65536 / std::bit_floor(turns)) << turns;
  }
}

}  // namespace
}  // namespace halfulp::cli
