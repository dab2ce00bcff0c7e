// SPDX-License-Identifier: Apache-2.0
#include "judge/bin_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "halfulp/error_profile.hpp"
#include "number/targets.hpp"

namespace halfulp::judge {
namespace {

using Bins = std::vector<std::uint8_t>;
using Histogram = std::vector<std::uint64_t>;

constexpr std::size_t kBlocks = 300;  // more than vectors count before they hand over

/// Of `count` bins from `first` on, and now and then of another or none.
Bins random_bins(std::size_t size, std::uint32_t first, std::uint32_t count, std::uint32_t one_other_in) {
  std::mt19937 random(first + count);
  Bins bins(size);
  for (std::uint8_t& bin : bins) {
    bin = static_cast<std::uint8_t>(first + random() % count);
    if (random() % one_other_in == 0) bin = static_cast<std::uint8_t>(random() % ErrorProfile::kBins);
    if (random() % 16 == 0) bin = kNoBin;
  }
  return bins;
}

void expect_counted(const Bins& bins, std::size_t at_a_time) {
  Histogram expected(ErrorProfile::kBins, 1);
  for (const std::uint8_t bin : bins) {
    if (bin != kNoBin) ++expected[bin];
  }
  for (const std::int64_t target : test::targets()) {
    SCOPED_TRACE(test::target_name(target));
    const test::Target chosen(target);
    BinCounts counts;
    Histogram histogram(ErrorProfile::kBins, 1);
    for (std::size_t first = 0; first < bins.size(); first += at_a_time) {
      counts.add(std::span(bins).subspan(first, std::min(at_a_time, bins.size() - first)));
    }
    counts.give_to(histogram);
    EXPECT_EQ(histogram, expected);
    counts.give_to(histogram);
    EXPECT_EQ(histogram, expected) << "what was given is given once";
  }
}

TEST(BinCounts, CountEachBin) {
  constexpr std::uint32_t kBins = ErrorProfile::kBins;
  constexpr std::uint32_t kRarely = 4000;
  // Those of errors about 1/2 ULP, of exact results and small errors, the last ones that vectors count, all.
  expect_counted(random_bins(3 * BinCounts::kBlock, 56, 33, kRarely), BinCounts::kBlock);
  expect_counted(random_bins(3 * BinCounts::kBlock, 0, 20, kRarely), BinCounts::kBlock);
  expect_counted(random_bins(3 * BinCounts::kBlock, 100, 30, kRarely), BinCounts::kBlock);
  expect_counted(random_bins(3 * BinCounts::kBlock, 0, kBins, 1), BinCounts::kBlock);
  for (const std::uint32_t bin : {126U, 127U, 128U, kBins - 1}) {
    expect_counted(random_bins(BinCounts::kBlock, bin, 1, kRarely), BinCounts::kBlock);
  }
}

TEST(BinCounts, CountAnySize) {
  for (const std::size_t size : {1U, 7U, 8U, 9U, 2047U, 2049U, 5000U}) {
    expect_counted(random_bins(size, 56, 33, 100), size);
    expect_counted(random_bins(2 * size, 56, 33, 100), size);
  }
  expect_counted({}, 1);
}

TEST(BinCounts, CountManyBlocks) {
  Bins bins(kBlocks * BinCounts::kBlock, 66);  // in a lane always the same one
  for (std::size_t i = 0; i < bins.size(); i += BinCounts::kBlock) bins[i] = 80;
  expect_counted(bins, BinCounts::kBlock);
  expect_counted(random_bins(kBlocks * BinCounts::kBlock, 56, 33, 1000), 2 * BinCounts::kBlock);
}

TEST(BinCounts, CountBinsThatAreAllAlike) {
  expect_counted(Bins(BinCounts::kBlock, 70), BinCounts::kBlock);
  expect_counted(Bins(BinCounts::kBlock, kNoBin), BinCounts::kBlock);
}

}  // namespace
}  // namespace halfulp::judge
