// SPDX-License-Identifier: Apache-2.0
#include "exact/nearest.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <array>
#include <bit>
#include <cmath>
#include <random>

namespace halfulp::exact {
namespace {

/// binary32 as MPFR rounds to it: 24 bits and binary32's exponents for as long as this lives, so that results are
/// rounded once, denormals by mpfr_subnormalize.
class Binary32 {
 public:
  Binary32() : least_(mpfr_get_emin()), most_(mpfr_get_emax()) {
    mpfr_set_emin(-148);
    mpfr_set_emax(128);
    mpfr_init2(value_, 24);
  }
  Binary32(const Binary32&) = delete;
  Binary32& operator=(const Binary32&) = delete;
  ~Binary32() {
    mpfr_clear(value_);
    mpfr_set_emin(least_);
    mpfr_set_emax(most_);
  }

  Bits of(Operation operation, float x) {
    mpfr_set_flt(value_, x, MPFR_RNDN);
    int direction = 0;
    switch (operation) {
      case Operation::exp2:
        direction = mpfr_exp2(value_, value_, MPFR_RNDN);
        break;
      case Operation::log2:
        direction = mpfr_log2(value_, value_, MPFR_RNDN);
        break;
      case Operation::sin:
        direction = mpfr_sin(value_, value_, MPFR_RNDN);
        break;
      case Operation::cos:
        direction = mpfr_cos(value_, value_, MPFR_RNDN);
        break;
      case Operation::rsq:
        direction = mpfr_rec_sqrt(value_, value_, MPFR_RNDN);
        break;
      case Operation::sqrt:
        direction = mpfr_sqrt(value_, value_, MPFR_RNDN);
        break;
      default:
        direction = mpfr_ui_div(value_, 1, value_, MPFR_RNDN);
        break;
    }
    mpfr_subnormalize(value_, direction, MPFR_RNDN);
    const float result = mpfr_get_flt(value_, MPFR_RNDN);
    return std::isnan(result) ? 0x7fc00000 : std::bit_cast<std::uint32_t>(result);
  }

 private:
  mpfr_exp_t least_;
  mpfr_exp_t most_;
  mpfr_t value_;
};

TEST(Nearest, FunctionsOfOneOperandAreThoseOfMpfr) {
  std::mt19937_64 random(1);
  for (const Operation operation : {Operation::exp2, Operation::log2, Operation::sin, Operation::cos, Operation::rsq,
                                    Operation::sqrt, Operation::rcp, Operation::reciprocal}) {
    for (int i = 0; i < 3000; ++i) {
      auto x = static_cast<std::uint32_t>(random());
      // Half of them where the function moves: near 1, and for exp2 where it overflows and underflows.
      if (i % 2 == 0)
        x = (x & 0x807fffff) |
            static_cast<std::uint32_t>(operation == Operation::exp2 ? 120 + random() % 15 : 100 + random() % 50) << 23;
      const std::array<Bits, 1> operand = {x};
      const Bits ours = nearest_even(operation, Format::binary32, operand);
      const Bits theirs = Binary32().of(operation, std::bit_cast<float>(x));
      EXPECT_EQ(bits_text(Format::binary32, ours), bits_text(Format::binary32, theirs))
          << info(operation).name << ' ' << bits_text(Format::binary32, x);
    }
  }
}

TEST(Nearest, Exp2ReachesEveryDenormal) {
  // 2^x for x in [-150, -126]: below 2^-150 it rounds to zero, at it the tie goes to zero, the even one.
  const auto exp2_of = [](float x) {
    const std::array<Bits, 1> operand = {std::bit_cast<std::uint32_t>(x)};
    return nearest_even(Operation::exp2, Format::binary32, operand);
  };
  EXPECT_EQ(exp2_of(-126), 0x00800000U);
  EXPECT_EQ(exp2_of(-127), 0x00400000U);
  EXPECT_EQ(exp2_of(-149), 1U);
  EXPECT_EQ(exp2_of(-150), 0U);
  EXPECT_EQ(exp2_of(std::nextafter(-150.0F, 0.0F)), 1U);
  EXPECT_EQ(exp2_of(-3.0e38F), 0U);
  EXPECT_EQ(exp2_of(127), 0x7f000000U);
  EXPECT_EQ(exp2_of(128), 0x7f800000U);
  EXPECT_EQ(exp2_of(std::nextafter(128.0F, 0.0F)), Binary32().of(Operation::exp2, std::nextafter(128.0F, 0.0F)));
}

/// IEEE 754 arithmetic of the host, which rounds once to nearest-even and keeps denormals.
TEST(Nearest, ArithmeticIsThatOfTheHost) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 60000; ++i) {
    std::array<std::uint32_t, 3> bits{};
    const std::uint32_t exponent = static_cast<std::uint32_t>(random() % 255);
    for (std::uint32_t& b : bits) {
      b = static_cast<std::uint32_t>(random());
      if (i % 2 == 0) b = (b & 0x80700003) | (exponent + static_cast<std::uint32_t>(random() % 2)) % 255 << 23;
    }
    const float x = std::bit_cast<float>(bits[0]);
    const float y = std::bit_cast<float>(bits[1]);
    const float z = std::bit_cast<float>(bits[2]);
    const auto expect = [&](Operation operation, std::span<const Bits> operands, float host) {
      const Bits theirs = std::isnan(host) ? 0x7fc00000 : std::bit_cast<std::uint32_t>(host);
      EXPECT_EQ(bits_text(Format::binary32, nearest_even(operation, Format::binary32, operands)),
                bits_text(Format::binary32, theirs))
          << info(operation).name << ' ' << hex_text(Format::binary32, bits[0]) << ' '
          << hex_text(Format::binary32, bits[1]) << ' ' << hex_text(Format::binary32, bits[2]);
    };
    const std::array<Bits, 3> operands = {bits[0], bits[1], bits[2]};
    const std::span<const Bits> two(operands.data(), 2);
    expect(Operation::add, two, x + y);
    expect(Operation::sub, two, x - y);
    expect(Operation::mul, two, x * y);
    expect(Operation::div, two, x / y);
    expect(Operation::mad, operands, std::fma(x, y, z));
    expect(Operation::sqrt, two.first(1), std::sqrt(x));
    expect(Operation::round_ne, two.first(1), std::nearbyint(x));
    expect(Operation::round_ni, two.first(1), std::floor(x));
    expect(Operation::round_pi, two.first(1), std::ceil(x));
    expect(Operation::round_z, two.first(1), std::trunc(x));
  }
}

TEST(Nearest, DotProductsRoundOnce) {
  // 2^24 * 2^24 + 1 * 1 - 2^24 * 2^24 is 1 exactly; every serial order loses it or not, the exact result never.
  const std::array<Bits, 6> operands = {0x4b800000, 0x3f800000, 0xcb800000, 0x4b800000, 0x3f800000, 0x4b800000};
  EXPECT_EQ(nearest_even(Operation::dp3, Format::binary32, operands), 0x3f800000U);
  // x0 x1 y0 y1: 1 * 1 + 2^-24 * 1 is a tie that goes to 1; with 2^-24 + 2^-47 it goes up.
  const std::array<Bits, 4> tie = {0x3f800000, 0x33800000, 0x3f800000, 0x3f800000};
  EXPECT_EQ(nearest_even(Operation::dp2, Format::binary32, tie), 0x3f800000U);
  const std::array<Bits, 4> above = {0x3f800000, 0x33800001, 0x3f800000, 0x3f800000};
  EXPECT_EQ(nearest_even(Operation::dp2, Format::binary32, above), 0x3f800001U);
}

}  // namespace
}  // namespace halfulp::exact
