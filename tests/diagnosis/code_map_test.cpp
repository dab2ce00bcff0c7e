// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/code_map.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace halfulp::diagnosis {
namespace {

/// Operands of binary32 and the codes of 8 bits that they became.
CodeMap map_of(const std::vector<std::pair<float, int>>& points, Operation operation = Operation::binary32_to_unorm2) {
  std::vector<float> operands;
  std::vector<std::uint8_t> codes;
  for (const auto& [operand, code] : points) {
    operands.push_back(operand);
    codes.push_back(static_cast<std::uint8_t>(code));
  }
  CodeMap map(operation);
  map.note(std::as_bytes(std::span(operands)), std::as_bytes(std::span(codes)));
  return map;
}

Bits bits(float x) { return std::bit_cast<std::uint32_t>(x); }

TEST(CodeMap, ServesEncodingsOfOneFloatOf16BitsAtMost) {
  EXPECT_TRUE(CodeMap::serves(Operation::binary32_to_unorm16));
  EXPECT_TRUE(CodeMap::serves(Operation::binary16_to_snorm8));
  EXPECT_TRUE(CodeMap::serves(Operation::binary32_to_srgb8));
  for (const Operation operation :
       {Operation::binary32_to_unorm24, Operation::unorm8_to_binary32, Operation::ftou, Operation::binary32_to_rgb9e5,
        Operation::binary32_to_binary16, Operation::sint32_to_sint8, Operation::binary32_to_fixed16_8}) {
    EXPECT_FALSE(CodeMap::serves(operation)) << info(operation).name;
  }
}

TEST(CodeMap, FindsNothingInAConversionThatRisesThroughAllCodes) {
  const CodeMap map = map_of({{1.0F, 3}, {-1.0F, 0}, {0.4F, 1}, {0.6F, 2}, {NAN, 3}, {0.41F, 1}});
  EXPECT_FALSE(map.decrease());
  EXPECT_TRUE(map.gaps().empty());
  EXPECT_EQ(map.operands(), 5) << "NaN is left out";
  EXPECT_EQ(map.codes(), 4);
}

TEST(CodeMap, FindsTheTwoOperandsOfADecrease) {
  const auto found = map_of({{0.1F, 0}, {0.4F, 2}, {0.5F, 1}, {0.6F, 3}}).decrease();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->smaller.operand, bits(0.4F));
  EXPECT_EQ(found->smaller.code, 2);
  EXPECT_EQ(found->larger.operand, bits(0.5F));
  EXPECT_EQ(found->larger.code, 1);
  EXPECT_TRUE(map_of({{-0.5F, 1}, {-0.25F, 0}}).decrease()) << "negative operands have their own order";
}

TEST(CodeMap, FindsADecreaseBetweenCodesThatAreNotNeighbours) {
  const auto found = map_of({{0.1F, 3}, {0.2F, 1}}).decrease();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->smaller.code, 3);
  EXPECT_EQ(found->larger.code, 1);
}

TEST(CodeMap, FindsTheNeighboursOfAMissingCode) {
  const auto gaps = map_of({{0.1F, 0}, {0.4F, 0}, {0.6F, 3}, {0.9F, 3}}).gaps();
  ASSERT_EQ(gaps.size(), 2);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(gaps[i].code, i + 1);
    ASSERT_TRUE(gaps[i].below && gaps[i].above);
    EXPECT_EQ(gaps[i].below->operand, bits(0.4F));
    EXPECT_EQ(gaps[i].above->operand, bits(0.6F));
  }
  EXPECT_FALSE(map_of({{0.6F, 1}}).gaps().front().below);
  EXPECT_FALSE(map_of({{0.6F, 1}}).gaps().back().above);
}

TEST(CodeMap, KnowsWhetherTheOperandsOfAMissingCodeWereTried) {
  const auto open = [](const std::vector<std::pair<float, int>>& points, Operation operation) {
    std::vector<bool> found;
    for (const CodeMap::Gap& gap : map_of(points, operation).gaps()) found.push_back(gap.is_open);
    return found;
  };
  constexpr Operation kUnorm2 = Operation::binary32_to_unorm2;
  EXPECT_EQ(open({{1.0F, 3}}, kUnorm2), (std::vector<bool>{true, true, true}));
  EXPECT_EQ(open({{0.1F, 0}, {0.4F, 0}, {0.6F, 3}}, kUnorm2), (std::vector<bool>{false, false}));
  EXPECT_EQ(open({{0.1F, 0}, {0.3F, 0}, {0.7F, 3}}, kUnorm2), (std::vector<bool>{true, true})) << "1/3 and 2/3";
  const float third = 1.0F / 3;  // above a third
  const float below = std::nextafter(third, 0.0F);
  EXPECT_EQ(open({{0.0F, 0}, {below, 0}, {0.6F, 2}, {1.0F, 3}}, kUnorm2), std::vector<bool>{false});
  EXPECT_EQ(open({{0.0F, 0}, {third, 2}, {1.0F, 3}}, kUnorm2), std::vector<bool>{false});
  EXPECT_EQ(open({{0.0F, 0}, {std::nextafter(below, 0.0F), 0}, {std::nextafter(third, 1.0F), 2}, {1.0F, 3}}, kUnorm2),
            std::vector<bool>{true});
  EXPECT_EQ(open({{0.0F, 0}, {0.3F, 1}, {0.7F, 2}, {1.0F, 2}}, kUnorm2), std::vector<bool>{false}) << "an end";
  EXPECT_EQ(open({{0.0F, 1}, {0.7F, 2}, {1.0F, 3}}, kUnorm2), std::vector<bool>{false}) << "the other";
  std::vector<std::pair<float, int>> curve;
  for (int code = 0; code < 255; ++code) curve.emplace_back(0.0F, code);
  EXPECT_EQ(open(curve, Operation::binary32_to_srgb8), std::vector<bool>{true});
  curve.emplace_back(1.0F, 254);
  EXPECT_EQ(open(curve, Operation::binary32_to_srgb8), std::vector<bool>{false});
}

TEST(CodeMap, DoesNotAskForTheMostNegativeCodeOfSnorm) {
  std::vector<std::pair<float, int>> points;
  for (int code = -127; code <= 127; ++code) points.emplace_back(static_cast<float>(code), code);
  EXPECT_TRUE(map_of(points, Operation::binary32_to_snorm8).gaps().empty());
  EXPECT_EQ(map_of(points, Operation::binary32_to_snorm8).codes(), 255);
  points.erase(points.begin());
  ASSERT_EQ(map_of(points, Operation::binary32_to_snorm8).gaps().size(), 1);
  EXPECT_EQ(map_of(points, Operation::binary32_to_snorm8).gaps().front().code, 0x81);
}

TEST(CodeMap, MergesToWhatOneMapWouldHold) {
  CodeMap map = map_of({{0.1F, 0}, {0.5F, 1}});
  map.merge(map_of({{0.4F, 2}, {1.0F, 3}}));
  EXPECT_EQ(map.operands(), 4);
  EXPECT_TRUE(map.gaps().empty());
  ASSERT_TRUE(map.decrease());
  EXPECT_EQ(map.decrease()->smaller.operand, bits(0.4F));
}

}  // namespace
}  // namespace halfulp::diagnosis
