// SPDX-License-Identifier: Apache-2.0
// dot2add and dot4add of Direct3D 12: against sums of long double, which hold the operands asked here exactly, and of
// 64-bit integers.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>

#include "halfulp/evaluate.hpp"
#include "rulebooks/table_rows.hpp"

namespace halfulp {
namespace {

using test::bits_at;
using test::position_of;
using test::Real;
using test::value_at;

constexpr std::int64_t kOneInHalves = 15 * 1024;

Bits binary32_bits(float value) { return std::bit_cast<std::uint32_t>(value); }

// A sum is within the errors of its products, 2^-10 and 2^-24 each or nothing, and of two sums of 32 bits.
TEST(Dot2Add, IsWithinTheErrorOfItsSteps) {
  const Rulebook rules = Rulebook::open("d3d12");
  std::mt19937_64 random(64);
  for (int i = 0; i < 300; ++i) {
    std::array<Bits, 5> operands{};
    std::array<Real, 5> x{};
    for (std::size_t k = 0; k < 4; ++k) {  // between 2^-7 and 2^7
      const auto position = kOneInHalves + static_cast<std::int64_t>(random() % (14 * 1024)) - 7 * 1024;
      const std::int64_t signed_position = random() % 2 == 0 ? position : -position;
      operands[k] = bits_at(signed_position, Format::binary16);
      x[k] = value_at(signed_position, Format::binary16);
    }
    const float z =
        std::ldexp(static_cast<float>(random() % 0x1000000) - 0x1p23F, static_cast<int>(random() % 16) - 24);
    operands[4] = binary32_bits(z);
    const Real products = std::fabs(x[0] * x[2]) + std::fabs(x[1] * x[3]);
    const Real exact = x[0] * x[2] + x[1] * x[3] + z;
    const Real of_sums = 2.4e-7L * (products + std::fabs(z));
    const Real of_products = products / 1024 + 0x1p-23L;
    for (const auto& [reading, error] : {std::pair("single", of_sums), std::pair("half", of_sums + of_products)}) {
      const PermittedSet set =
          explain(rules, Operation::dot2add, Format::binary16, operands, {{"d3d12.dot2add", reading}}).permitted;
      for (const Real end : {exact - error, exact, exact + error}) {
        const std::int64_t near = position_of(end, Format::binary32);
        for (std::int64_t position = near - 2; position <= near + 2; ++position) {
          const bool is_within = std::fabs(value_at(position, Format::binary32) - exact) <= error;
          EXPECT_EQ(set.contains(bits_at(position, Format::binary32)), is_within) << static_cast<double>(exact);
        }
      }
    }
    const Evaluator evaluator(rules, Operation::dot2add, Format::binary16);
    EXPECT_EQ(evaluator.evaluate(operands), binary32_bits(static_cast<float>(exact)));
  }
}

// 65504 + 65504 [vkd3d-proton 964]: in 16 bits the sum would be infinite, in 32 it is not.
TEST(Dot2Add, AddsIn32Bits) {
  const Rulebook rules = Rulebook::open("d3d12");
  const Bits operands[] = {0x7bff, 0x3c00, 0x3c00, 0x7bff, 0};
  const PermittedSet set = test::permitted(rules, Operation::dot2add, Format::binary16, operands);
  EXPECT_TRUE(set.contains(binary32_bits(131008)));
  EXPECT_FALSE(set.contains(binary32_bits(65504)));
  EXPECT_FALSE(set.contains(0x7f800000));
}

template <class Byte, class Sum>
std::int64_t sum_of_products(std::uint32_t x, std::uint32_t y, Sum z) {
  std::int64_t total = z;
  for (int k = 0; k < 4; ++k) {
    total += std::int64_t{static_cast<Byte>(x >> (8 * k) & 0xff)} * static_cast<Byte>(y >> (8 * k) & 0xff);
  }
  return total;
}

/// The one permitted result is the exact sum; of accumulators from which a sum could overflow nothing is asked.
template <class Byte, class Sum>
void expect_exact(Operation operation, std::int64_t least, std::int64_t most) {
  const Rulebook rules = Rulebook::open("d3d12");
  const Evaluator evaluator(rules, operation, Format::uint32);
  std::mt19937_64 random(4);
  int open = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto x = static_cast<std::uint32_t>(random() >> random() % 32);
    const auto y = static_cast<std::uint32_t>(random() >> random() % 32);
    const std::int64_t end = random() % 2 == 0 ? least : most;
    const auto z = static_cast<Sum>(i % 4 == 0 ? end + static_cast<std::int64_t>(random() % 9) - 4
                                               : static_cast<std::int64_t>(random()));
    const Bits operands[] = {x, y, static_cast<std::uint32_t>(z)};
    const auto exact = static_cast<std::uint32_t>(sum_of_products<Byte>(x, y, z));
    EXPECT_EQ(evaluator.evaluate(operands), exact);
    const PermittedSet set = test::permitted(rules, operation, Format::uint32, operands);
    EXPECT_TRUE(set.contains(exact));
    const bool may_overflow = std::int64_t{z} < least || std::int64_t{z} > most;
    for (int bit = 0; bit < 32; ++bit) EXPECT_EQ(set.contains(exact ^ 1U << bit), may_overflow) << z;
    if (may_overflow) ++open;
  }
  EXPECT_GT(open, 100);
  EXPECT_LT(open, 1000);
}

TEST(Dot4Add, OfSignedBytesIsExact) {
  constexpr std::int64_t kEnd = std::int64_t{1} << 31;
  expect_exact<std::int8_t, std::int32_t>(Operation::dot4add_i8packed, -kEnd + 4 * 128 * 127, kEnd - 1 - 4 * 128 * 128);
}

TEST(Dot4Add, OfUnsignedBytesIsExact) {
  expect_exact<std::uint8_t, std::uint32_t>(Operation::dot4add_u8packed, 0,
                                            (std::int64_t{1} << 32) - 1 - 4 * 255 * 255);
}

}  // namespace
}  // namespace halfulp
