// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "table/measure.hpp"
#include "table/show.hpp"

namespace halfulp::benchmarks {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;

const Measurement kSine{.name = "judge/sin/metal1",
                        .unit = "verdicts",
                        .instruction_set = "AVX2",
                        .per_second = 312e6,
                        .against = {{"mpfr", 1.04e6}, {"double", 36e6}}};
const Measurement kAlone{
    .name = "pixels/a/b", .unit = "bytes", .instruction_set = "AVX2", .per_second = 50e9, .against = {}};

/// Contenders that take some time for each item.
Benchmark sleeping(std::size_t items, microseconds one, microseconds other) {
  const auto contender = [](std::string name, microseconds each) {
    return Contender{std::move(name),
                     [=](std::size_t, std::size_t count) { std::this_thread::sleep_for(each * count); }};
  };
  return {.name = "part/sleep", .unit = "items", .instruction_set = "none", .clock = Clock::wall, .prepare = [=] {
            return Workload{.items = items, .contenders = {contender("halfulp", one), contender("other", other)}};
          }};
}

TEST(BenchmarkTable, HasARowForEachComparisonAndATitleForEachPart) {
  EXPECT_EQ(table_text(std::vector{kSine, kAlone}),
            "what                rate  against  its rate  ratio  instructions\n"
            "\n"
            "judge: verdicts per second\n"
            "judge/sin/metal1   312 M  mpfr       1.04 M    300  AVX2\n"
            "                          double     36.0 M   8.67\n"
            "\n"
            "pixels: bytes per second\n"
            "pixels/a/b        50.0 G                            AVX2\n");
}

TEST(BenchmarkTable, RatesAndRatiosHaveThreeDigits) {
  EXPECT_EQ(rate_text(0.5), "0.500");
  EXPECT_EQ(rate_text(87), "87.0");
  EXPECT_EQ(rate_text(87e3), "87.0 k");
  EXPECT_EQ(rate_text(999.4e6), "999 M");
  EXPECT_EQ(rate_text(999.6e6), "1.00 G");
  EXPECT_EQ(ratio_text(99.94), "99.9");
  EXPECT_EQ(ratio_text(99.96), "100");
  EXPECT_EQ(ratio_text(9.999), "10.0");
  EXPECT_EQ(ratio_text(0.9996), "1.00");
  EXPECT_EQ(ratio_text(1234), "1234");
}

TEST(BenchmarkTable, JsonHasEachRowWithItsRatios) {
  const auto rows = nlohmann::json::parse(json_text(std::vector{kSine, kAlone}));
  const auto expected = nlohmann::json::parse(R"([
    {"name": "judge/sin/metal1", "rate_per_second": 312e6, "unit": "verdicts", "instruction_set": "AVX2",
     "against": [{"name": "mpfr", "rate_per_second": 1.04e6, "ratio": 300.0},
                 {"name": "double", "rate_per_second": 36e6, "ratio": 8.666666666666666}]},
    {"name": "pixels/a/b", "rate_per_second": 50e9, "unit": "bytes", "instruction_set": "AVX2", "against": []}])");
  EXPECT_EQ(rows, expected);
}

TEST(BenchmarkSelect, TakesRowsByAPartOfTheirName) {
  std::vector<Benchmark> rows(2, sleeping(1, {}, {}));
  rows.back().name = "judge/sin/metal1";
  ASSERT_EQ(select(rows, "sin").size(), 1U);
  EXPECT_EQ(select(rows, "sin").front().name, "judge/sin/metal1");
  EXPECT_EQ(select(rows, "").size(), 2U);
  EXPECT_TRUE(select(rows, "cos").empty());
}

// Sleeping takes longer than asked for, never less.
TEST(BenchmarkMeasure, RatesAreItemsPerSecond) {
  const Measurement row = measure(sleeping(64, microseconds(500), microseconds(2000)), milliseconds(1));
  EXPECT_EQ(row.name, "part/sleep");
  EXPECT_EQ(row.unit, "items");
  ASSERT_EQ(row.against.size(), 1U);
  EXPECT_EQ(row.against.front().name, "other");
  EXPECT_LE(row.per_second, 2000);
  EXPECT_GT(row.per_second, 20);
  EXPECT_LE(row.against.front().per_second, 500);
  EXPECT_GT(row.against.front().per_second, 5);
}

TEST(BenchmarkMeasure, UnitsOfAnItemCount) {
  Benchmark benchmark = sleeping(64, microseconds(500), microseconds(500));
  benchmark.prepare = [prepare = benchmark.prepare] {
    Workload workload = prepare();
    workload.units_per_item = 1000;
    return workload;
  };
  const Measurement row = measure(benchmark, milliseconds(1));
  EXPECT_LE(row.per_second, 2e6);
  EXPECT_GT(row.per_second, 2e4);
}

TEST(BenchmarkMeasure, ContendersTakeTurnsOverAllItems) {
  constexpr std::size_t kItems = 48;  // 3 * 2^4
  constexpr std::size_t kLeast = 3;
  std::string order;
  std::vector<bool> done(kItems);
  const auto contender = [&](char letter) {
    return Contender{std::string(1, letter), [&, letter](std::size_t first, std::size_t count) {
                       EXPECT_EQ(count % kLeast, 0U);
                       EXPECT_EQ(first % count, 0U);
                       ASSERT_LE(first + count, kItems);
                       if (letter == 'a') std::fill_n(done.begin() + static_cast<std::ptrdiff_t>(first), count, true);
                       if (order.empty() || order.back() != letter) order += letter;
                     }};
  };
  const Benchmark benchmark{
      .name = "turns", .unit = "items", .instruction_set = "none", .clock = Clock::wall, .prepare = [&] {
        return Workload{
            .items = kItems, .least = kLeast, .contenders = {contender('a'), contender('b'), contender('c')}};
      }};
  static_cast<void>(measure(benchmark, milliseconds(0)));
  EXPECT_EQ(order, "abcabcabcabc");  // one warms up, three count
  EXPECT_EQ(std::ranges::count(done, false), 0);
}

}  // namespace
}  // namespace halfulp::benchmarks
