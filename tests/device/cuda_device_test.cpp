// SPDX-License-Identifier: Apache-2.0
// An NVIDIA GPU by PTX, where there is one; else that its absence is said.
#include "device/cuda/cuda_device.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "device/opening.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using test::compute;
using test::Words;

bool is_here() { return !list_devices("cuda").empty(); }

TEST(Cuda, SaysWhatIsMissingWhereThereIsNoGpu) {
  if (is_here()) GTEST_SKIP() << "there is a GPU";
  const std::string why = why_no_device("cuda");
  EXPECT_TRUE(why.starts_with("cuda: no libcuda.so.1") || why.starts_with("cuda: the driver finds no GPU")) << why;
  test::expect_not_opened("cuda", why);
  test::expect_not_opened("cuda:0/ftz", why);
  // The same in a process of its own.
  test::expect_opening_fails(
      "cuda", [](const std::string& name) { return open_isolated_device(name, {}, HALFULP_COMMAND); }, why);
}

TEST(Cuda, RoundsCorrectly) {
  if (!is_here()) GTEST_SKIP() << why_no_device("cuda");
  const auto device = open_device("cuda:0/default", {});
  const auto expect = [&](Operation operation, auto function) {
    // More than one block, the last of them not a multiple of the threads of a block.
    const auto operands = test::random_operands(operation, (1U << 20U) + 3);
    const Words results = compute(*device, operation, operands);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const float right = function(std::bit_cast<float>(operands[0][i]), std::bit_cast<float>(operands[1][i]));
      if (std::isnan(right) && std::isnan(std::bit_cast<float>(results[i]))) continue;
      ASSERT_EQ(results[i], std::bit_cast<std::uint32_t>(right)) << info(operation).name << ", case " << i;
    }
  };
  expect(Operation::add, [](float x, float y) { return x + y; });
  expect(Operation::sub, [](float x, float y) { return x - y; });
  expect(Operation::mul, [](float x, float y) { return x * y; });
  expect(Operation::div, [](float x, float y) { return x / y; });
}

TEST(Cuda, FlushesAsItsModeSays) {
  if (!is_here()) GTEST_SKIP() << why_no_device("cuda");
  const Words x = {0x00000001};
  const Words one = {0x3f800000};
  EXPECT_EQ(compute(*open_device("cuda:0/default", {}), Operation::mul, {x, one}), x);
  EXPECT_EQ(compute(*open_device("cuda:0/ftz", {}), Operation::mul, {x, one}), Words{0});
  EXPECT_EQ(compute(*open_device("cuda:0/approx", {}), Operation::mul, {x, one}), Words{0});
  const std::vector<std::vector<Bits>> doubles = {{1}, {0x3ff0000000000000}};
  EXPECT_EQ(test::compute_bits(*open_device("cuda:0/ftz", {}), Operation::mul, Format::binary64, 0, doubles),
            std::vector<Bits>{1});
}

TEST(Cuda, CompilesAndComputesEveryWay) {
  if (!is_here()) GTEST_SKIP() << why_no_device("cuda");
  for (const char* name : {"cuda:0/default", "cuda:0/ftz", "cuda:0/approx"}) {
    const auto device = open_device(name, {});
    for (const device::LanguageRow& row : device::ptx_rows()) {
      const auto ways = device->variants(row.operation, row.format);
      for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto operands = test::random_bits(row.operation, row.format, 10);
        const auto results = test::compute_bits(*device, row.operation, row.format, i, operands);
        if (info(row.operation).result(row.format) != Format::bool32) continue;
        for (const Bits result : results) EXPECT_TRUE(result == 0 || result == 0xffffffff) << ways[i].instruction;
      }
    }
  }
}

TEST(Cuda, PutsOperandsInTheOrderThatPtxWants) {
  if (!is_here()) GTEST_SKIP() << why_no_device("cuda");
  const auto device = open_device("cuda:0/default", {});
  const Words one = {0x3f800000};
  const Words two = {0x40000000};
  using enum Operation;
  EXPECT_EQ(compute(*device, sub, {one, two}), Words{0xbf800000});
  EXPECT_EQ(compute(*device, lt, {one, two}), Words{0xffffffff});
  EXPECT_EQ(compute(*device, gt, {one, two}), Words{0});
  EXPECT_EQ(compute(*device, movc, {{0x00000100}, one, two}), one);
  EXPECT_EQ(compute(*device, copysign, {one, {0xc0000000}}), Words{0xbf800000});
  EXPECT_EQ(compute(*device, fma, {two, two, one}), Words{0x40a00000});
  EXPECT_EQ(compute(*device, dp4, {one, two, one, two, two, one, two, one}), Words{0x41000000});
  EXPECT_EQ(compute(*device, ftoi, {{0xc0200000}}), Words{0xfffffffe});
}

TEST(Cuda, IsFoundByIndexAndByItsName) {
  if (!is_here()) GTEST_SKIP() << why_no_device("cuda");
  const auto devices = list_devices("cuda");
  EXPECT_EQ(devices[0].name, "cuda:0");
  EXPECT_EQ(open_device("cuda:" + devices[0].title, {})->description().name, "cuda:0");
  EXPECT_EQ(open_device("cuda:0/ftz", {})->description().title, devices[0].title + ", ftz");
  test::expect_not_opened("cuda:99", "there is:\n  cuda:0  " + devices[0].title);
  test::expect_not_opened("cuda:0/fast", "there are default, ftz, approx", Error::Kind::kUsage);
}

}  // namespace
}  // namespace halfulp
