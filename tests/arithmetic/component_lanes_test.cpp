// SPDX-License-Identifier: Apache-2.0
// Many conversions of components are, on every target, the exact path's results one by one.
#include "arithmetic/component_lanes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "halfulp/evaluate.hpp"
#include "halfulp/rulebook.hpp"
#include "number/targets.hpp"

namespace halfulp {
namespace {

/// Any bits; and where results change: next to halves of codes of any width, small integers and what is left of a float
/// that loses some of its bits.
std::vector<std::uint32_t> operands(Format format) {
  constexpr std::size_t kCount = 20011;  // vectors do not fill it
  std::mt19937 random(3);
  const auto below = [&](std::uint32_t most) { return static_cast<std::uint32_t>(random() % most); };
  std::vector<std::uint32_t> words(kCount);
  for (std::uint32_t& word : words) {
    word = static_cast<std::uint32_t>(random());
    if (info(format).kind != FormatKind::floating) {
      if (below(2) == 0) word = static_cast<std::uint32_t>(static_cast<std::int32_t>(word) >> (16 + below(9)));
      continue;
    }
    switch (below(6)) {
      case 0:
      case 1: {
        constexpr std::uint32_t kBits[] = {1, 2, 4, 5, 6, 7, 8, 10, 15, 16, 24};
        const double steps = std::exp2(kBits[below(std::size(kBits))]) - 1;
        const double half = std::floor(2 * steps * below(1 << 16) / (1 << 16)) / 2;
        const double code = below(3) == 0 ? half * steps / 256 : half / steps;  // of fixed point, and of all others
        word = (std::bit_cast<std::uint32_t>(static_cast<float>(code)) + below(5) - 2) | below(2) << 31;
        break;
      }
      case 2:
        word = (word & 0x80ffe000) + ((95 + below(40)) << 23) + below(3) - 1;
        break;
      case 3:
        word = (word & 0x807fffff) | (below(2) == 0 ? 0 : 0x7f800000);
        break;
      default:
        break;
    }
  }
  return words;
}

TEST(ComponentLanes, AreTheExactPathsResults) {
  std::size_t conversions = 0;
  for (const char* name : {"d3d11", "metal1", "metal4"}) {
    const Rulebook book = Rulebook::open(name);
    for (const OperationInfo& row : operations()) {
      const auto from = row.only_format();
      if (!from || arithmetic::component_lanes(row.operation, pixel::kDirect3dRules) == nullptr) continue;
      if (!book.has(row.operation, *from)) continue;
      ++conversions;
      const Evaluator evaluator(book, row.operation, *from);
      const std::vector<std::uint32_t> words = operands(*from);
      const ConstLane lane = std::as_bytes(std::span(words));
      const auto bytes = static_cast<std::size_t>(info(*row.result_format).bytes);
      std::vector<Bits> exact;
      for (const Bits word : words) exact.push_back(evaluator.evaluate({&word, 1}));
      for (const std::int64_t target : test::targets()) {
        const test::Target chosen(target);
        std::vector<std::byte> results(words.size() * bytes);
        Evaluator(book, row.operation, *from).evaluate({&lane, 1}, results);
        for (std::size_t i = 0; i < words.size(); ++i) {
          Bits result = 0;
          std::memcpy(&result, results.data() + i * bytes, bytes);
          ASSERT_EQ(result, exact[i]) << name << ' ' << row.name << ' ' << bits_text(*from, words[i]) << ' '
                                      << test::target_name(target);
        }
      }
    }
  }
  EXPECT_GE(conversions, 60U);
}

TEST(ComponentLanes, AreThereForConversionsFrom32BitsAlone) {
  for (const Operation operation : {Operation::add, Operation::ftoi, Operation::binary16_to_unorm8,
                                    Operation::unorm8_to_binary32, Operation::binary32_to_rgb9e5}) {
    EXPECT_EQ(arithmetic::component_lanes(operation, pixel::kMetalRules), nullptr) << info(operation).name;
  }
}

}  // namespace
}  // namespace halfulp
