// SPDX-License-Identifier: Apache-2.0
// Metal 4's math modes and options of rounding, entered a second time: quotients with the processor's float arithmetic,
// corrected toward zero by exact products in double; pixels from the bits of floats.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {
namespace {

const Rulebook& metal_book(bool is_fast) {
  static const Rulebook kPrecise = Rulebook::open("metal4");
  static const Rulebook kFast = Rulebook::open("metal4-fast");
  return is_fast ? kFast : kPrecise;
}

Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

PermittedSet metal_set(bool is_fast, Operation operation, const std::vector<float>& operands,
                       const Readings& readings) {
  std::vector<Bits> bits;
  for (const float x : operands) bits.push_back(bits_of(x));
  return explain(metal_book(is_fast), operation, Format::binary32, bits, readings).permitted;
}

/// What a mode assumes, by section 1.6.3.
struct MetalMode {
  std::string name;
  bool honours_specials;
  bool honours_zeros;
};
const std::vector<MetalMode> kMetalModes = {{"safe", true, true}, {"relaxed", true, false}, {"fast", false, false}};

TEST(MetalModes, HonourSpecialsAndZerosAsTheirListSays) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const bool is_fast : {false, true}) {
    for (const MetalMode& mode : kMetalModes) {
      SCOPED_TRACE(metal_book(is_fast).id() + ' ' + mode.name);
      const Readings readings = {{"metal.math_mode", mode.name}};
      EXPECT_EQ(metal_set(is_fast, Operation::add, {inf, 1}, readings).contains(bits_of(1)), !mode.honours_specials);
      EXPECT_EQ(metal_set(is_fast, Operation::mul, {std::nanf(""), 1}, readings).contains(bits_of(1)),
                !mode.honours_specials);
      EXPECT_EQ(metal_set(is_fast, Operation::mul, {-3, 0}, readings).contains(bits_of(0)), !mode.honours_zeros);
      EXPECT_TRUE(metal_set(is_fast, Operation::mul, {-3, 0}, readings).contains(bits_of(-0.0F)));
      EXPECT_FALSE(metal_set(is_fast, Operation::ftoi, {std::nanf("")}, readings).contains(1)) << "a conversion";
    }
    // The option that sets both: -ffast-math, -fno-fast-math.
    for (const std::vector<float>& operands : {std::vector{inf, 1.0F}, std::vector{-3.0F, 0.0F}}) {
      EXPECT_EQ(metal_set(is_fast, Operation::mul, operands, {}),
                metal_set(is_fast, Operation::mul, operands, {{"metal.math_mode", is_fast ? "fast" : "safe"}}));
    }
  }
}

/// The nearest float and the one toward zero: `exact_sign` is that of the exact result less the nearest one.
std::set<float> two_roundings(float nearest, double exact_sign) {
  return {nearest, exact_sign < 0 ? std::nextafter(nearest, 0.0F) : nearest};
}
std::set<float> quotients(float x, float y) {
  const float nearest = x / y;
  return two_roundings(nearest, static_cast<double>(x) - static_cast<double>(nearest) * static_cast<double>(y));
}
std::set<float> products(float x, float y) {
  const float nearest = x * y;
  return two_roundings(nearest, static_cast<double>(x) * static_cast<double>(y) - static_cast<double>(nearest));
}

TEST(MetalModes, DivideOrMultiplyWithTheReciprocal) {
  std::mt19937_64 random(23);
  std::uniform_real_distribution<float> drawn(1, 1000);
  int beyond = 0;
  for (int i = 0; i < 500; ++i) {
    const float x = drawn(random);
    const float y = drawn(random);
    const std::set<float> correct = quotients(x, y);
    std::set<float> reached = correct;
    for (const float k : quotients(1, y)) reached.merge(products(x, k));
    for (const MetalMode& mode : kMetalModes) {
      const PermittedSet set = metal_set(false, Operation::div, {x, y}, {{"metal.math_mode", mode.name}});
      float result = x / y;
      for (int step = 0; step < 4; ++step) result = std::nextafter(result, 0.0F);
      for (int step = -4; step <= 4; ++step, result = std::nextafter(result, 1e9F)) {
        const bool is_one = (mode.honours_zeros ? correct : reached).contains(result);
        EXPECT_EQ(set.contains(bits_of(result)), is_one) << x << " / " << y << ' ' << mode.name << ": " << result;
      }
    }
    beyond += reached.size() > correct.size() ? 1 : 0;
  }
  EXPECT_GT(beyond, 100);
}

/// The code of a positive float in a format of five exponent bits of bias 15: the bits that stay, and what they lose.
struct Shortened {
  Bits code;
  std::uint32_t lost;
  std::uint32_t half;  ///< half a step, in the same unit
};
Shortened shortened(float x, int mantissa_bits) {
  const auto bits = bits_of(x) - (std::uint32_t{112} << 23);
  const int cut = 23 - mantissa_bits;
  return {static_cast<Bits>(bits >> cut), static_cast<std::uint32_t>(bits) & ((1U << cut) - 1), 1U << (cut - 1)};
}

TEST(MetalOptions, RoundWritesAndConversions) {
  struct Pixel {
    Operation operation;
    int mantissa_bits;
  };
  std::mt19937_64 random(29);
  std::uniform_real_distribution<float> exponent(-13, 15);
  for (const Pixel& pixel : {Pixel{Operation::binary32_to_binary16, 10}, Pixel{Operation::binary32_to_ufloat11, 6},
                             Pixel{Operation::binary32_to_ufloat10, 5}}) {
    for (int i = 0; i < 600; ++i) {
      float x = std::exp2(exponent(random));
      const std::uint32_t unit = 1U << (22 - pixel.mantissa_bits);
      // A tie, and what is next to it.
      if (i % 3 == 0) x = std::bit_cast<float>(static_cast<std::uint32_t>(bits_of(x)) / unit * unit);
      const Shortened cut = shortened(x, pixel.mantissa_bits);
      const Bits code = cut.code;
      const bool is_tie = cut.lost == cut.half;
      const Bits even = cut.lost > cut.half || (is_tie && code % 2 == 1) ? code + 1 : code;
      const std::set<Bits> nearest = {even, is_tie ? code : even, is_tie ? code + 1 : even};
      const bool is_half = pixel.operation == Operation::binary32_to_binary16;
      const auto expect = [&](const Readings& readings, const std::set<Bits>& codes) {
        const PermittedSet set = metal_set(false, pixel.operation, {x}, readings);
        for (Bits one = code - 1; one <= code + 2; ++one) {
          EXPECT_EQ(set.contains(one), codes.contains(one)) << info(pixel.operation).name << ' ' << x;
        }
      };
      expect({}, is_half ? std::set{even} : nearest);
      expect({{"metal.texture_write", "rte"}}, {even});
      expect({{"metal.texture_write", "rtz"}}, {code});
      expect({{"metal.fp_conversion", "rtz"}}, is_half ? std::set{code} : nearest);
    }
  }
}

}  // namespace
}  // namespace halfulp
