// SPDX-License-Identifier: Apache-2.0
// What every device that runs the rows of shader model 5 does, whatever it does to denormals.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "device/lanes.hpp"

namespace halfulp::test {

/// `cases`: of random normal numbers, whose sums are normal, too.
inline void expect_correct_sums(Device& device, std::size_t cases) {
  auto operands = random_operands(Operation::add, cases);
  for (Words& lane : operands) {
    for (std::uint32_t& word : lane) word = (word & 0x807fffffU) | (0x40000000U + (word >> 8U & 0x07800000U));
  }
  const Words results = compute(device, Operation::add, operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const float right = std::bit_cast<float>(operands[0][i]) + std::bit_cast<float>(operands[1][i]);
    ASSERT_EQ(results[i], std::bit_cast<std::uint32_t>(right)) << i;
  }
}

/// Of operations whose operands take one register, several, components of several, and words that are halves.
inline void expect_known_results(Device& device) {
  const Words one = {0x3f800000};
  const Words two = {0x40000000};
  const auto of = [&](Operation operation, const std::vector<Words>& operands) {
    return compute(device, operation, operands).front();
  };
  using enum Operation;
  EXPECT_EQ(of(sub, {one, two}), 0xbf800000U);
  EXPECT_EQ(of(mad, {two, two, one}), 0x40a00000U);
  EXPECT_EQ(of(dp4, {one, two, one, two, two, one, two, one}), 0x41000000U);
  EXPECT_EQ(of(dp2, {one, two, two, two}), 0x40c00000U);
  EXPECT_EQ(of(lt, {one, two}), 0xffffffffU);
  EXPECT_EQ(of(gt, {one, two}), 0U);
  EXPECT_EQ(of(le, {two, two}), 0xffffffffU);
  EXPECT_EQ(of(movc, {{0x00000100}, one, two}), 0x3f800000U);
  EXPECT_EQ(of(abs, {{0xbf800000}}), 0x3f800000U);
  EXPECT_EQ(of(neg, {one}), 0xbf800000U);
  EXPECT_EQ(of(sat, {two}), 0x3f800000U);
  EXPECT_EQ(of(reciprocal, {two}), 0x3f000000U);
  EXPECT_EQ(of(cos, {{0x00000000}}), 0x3f800000U);
  EXPECT_EQ(of(itof, {{0xfffffffe}}), 0xc0000000U);
  const std::vector<std::vector<Bits>> halves = {{0x3c00, 0xc000}};
  EXPECT_EQ(compute_bits(device, binary16_to_binary32, Format::binary16, 0, halves),
            (std::vector<Bits>{0x3f800000, 0xc0000000}));
  const std::vector<std::vector<Bits>> floats = {{0x3f800000}};
  EXPECT_EQ(compute_bits(device, binary32_to_binary16, Format::binary32, 0, floats), std::vector<Bits>{0x3c00});
}

}  // namespace halfulp::test
