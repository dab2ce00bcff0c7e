// SPDX-License-Identifier: Apache-2.0
// Conversions between floats and integers of 8 and 16 bits against integer arithmetic on the fields of the floats:
// every value of binary16, and in binary32 values around each end of each range.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp {
namespace {

using enum Operation;

struct Integer {
  Operation from_float;
  Operation to_float;
  int bits;
  bool is_signed;

  [[nodiscard]] double least() const { return is_signed ? -std::ldexp(1, bits - 1) : 0; }
  [[nodiscard]] double most() const { return std::ldexp(1, is_signed ? bits - 1 : bits) - 1; }
  [[nodiscard]] Bits code(double value) const {
    return static_cast<Bits>(static_cast<std::int64_t>(value)) & ((Bits{1} << bits) - 1);
  }
  [[nodiscard]] double value(Bits code) const {
    const auto unsigned_value = static_cast<double>(code);
    return is_signed && unsigned_value > most() ? unsigned_value - std::ldexp(1, bits) : unsigned_value;
  }
};
constexpr Integer kIntegers[] = {
    {ftoi16, i16tof, 16, true}, {ftou16, u16tof, 16, false}, {ftoi8, i8tof, 8, true}, {ftou8, u8tof, 8, false}};

/// What a document says of a number that does not fit, and of a NaN.
enum class Beyond { anything, clamped };
struct Book {
  const char* name;
  Readings readings;
  Beyond beyond;
  Beyond of_nan;
};
const std::vector<Book>& books() {
  static const std::vector<Book> kBooks = {
      {"vulkan1.3", {}, Beyond::anything, Beyond::anything},
      {"opencl3", {}, Beyond::anything, Beyond::anything},
      {"opencl3", {{"ocl.saturation", "sat"}}, Beyond::clamped, Beyond::clamped},
      {"ieee754", {}, Beyond::anything, Beyond::anything},
      {"metal1.2", {}, Beyond::anything, Beyond::clamped},
      {"cuda", {}, Beyond::clamped, Beyond::clamped},
  };
  return kBooks;
}

double value_of_half(Bits half) {
  const auto exponent = static_cast<int>(half >> 10 & 31);
  const auto fraction = static_cast<double>(half & 1023);
  const double sign = (half & 0x8000) != 0 ? -1 : 1;
  if (exponent == 31) return fraction != 0 ? std::numeric_limits<double>::quiet_NaN() : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

void expect_integer(const Book& book, const Rulebook& rules, const Integer& to, Format format, Bits operand, double x) {
  const PermittedSet set = explain(rules, to.from_float, format, std::vector{operand}, book.readings).permitted;
  const double whole = std::trunc(x);
  const bool fits = whole >= to.least() && whole <= to.most();
  const Beyond rule = std::isnan(x) ? book.of_nan : book.beyond;
  SCOPED_TRACE(testing::Message() << book.name << ' ' << info(to.from_float).name << ' ' << x << ' ' << set.text());
  if (!fits && rule == Beyond::anything) {
    EXPECT_TRUE(set.anything);
    return;
  }
  const Bits expected = to.code(std::isnan(x) ? 0 : fits ? whole : x < 0 ? to.least() : to.most());
  ASSERT_EQ(set.ranges.size(), 1U);
  EXPECT_FALSE(set.anything);
  EXPECT_EQ(set.ranges[0], (Range{expected, expected}));
}

TEST(IntegerConversions, GiveTheIntegerPartOfEveryHalf) {
  for (const Book& book : books()) {
    const Rulebook rules = Rulebook::open(book.name);
    for (const Integer& to : kIntegers) {
      for (Bits half = 0; half < 0x10000; half += 7) {
        expect_integer(book, rules, to, Format::binary16, half, value_of_half(half));
      }
    }
  }
}

TEST(IntegerConversions, ChangeAtTheEndsOfTheRanges) {
  for (const Book& book : books()) {
    const Rulebook rules = Rulebook::open(book.name);
    for (const Integer& to : kIntegers) {
      for (const double end : {to.least() - 1, to.least(), to.most(), to.most() + 1, 0.0, -1.0}) {
        const auto x = static_cast<float>(end);
        for (const float near : {std::nextafter(x, -HUGE_VALF), x, std::nextafter(x, HUGE_VALF)}) {
          if (std::fabs(near) < 0x1p-126F && near != 0) continue;
          expect_integer(book, rules, to, Format::binary32, std::bit_cast<std::uint32_t>(near), near);
        }
      }
    }
  }
}

/// The halves next to an integer, the lower one first; the same one twice where the integer is a half.
std::pair<double, double> halves_around(double x) {
  const double unit = std::fabs(x) < 2048 ? 1 : std::ldexp(1.0, std::ilogb(x) - 10);
  return {std::floor(x / unit) * unit, std::ceil(x / unit) * unit};
}
Bits half_of(double x) {
  for (Bits half = 0; half < 0x7c00; ++half) {
    if (value_of_half(half) == std::fabs(x)) return half | (x < 0 ? 0x8000U : 0U);
  }
  return 0x7c00;
}

TEST(IntegerConversions, RoundIntegersToHalvesAndNothingElse) {
  for (const char* name : {"vulkan1.3", "opencl3", "ieee754", "metal1.2", "cuda", "d3d12"}) {
    const Rulebook rules = Rulebook::open(name);
    for (const Integer& from : kIntegers) {
      const bool has_bytes = std::string_view(name) != "d3d12";
      if (from.bits == 8 && !has_bytes) continue;
      for (Bits code = 0; code < Bits{1} << from.bits; code += from.bits == 8 ? 1 : 509) {
        const double x = from.value(code);
        SCOPED_TRACE(testing::Message() << name << ' ' << info(from.to_float).name << ' ' << x);
        const PermittedSet single = explain(rules, from.to_float, Format::binary32, std::vector{code}).permitted;
        const Bits exact = std::bit_cast<std::uint32_t>(static_cast<float>(x));
        EXPECT_TRUE(single.contains(exact));
        EXPECT_FALSE(single.contains(exact + 1));
        EXPECT_FALSE(single.contains(exact ^ 0x80000000U) && x != 0);
        const PermittedSet set = explain(rules, from.to_float, Format::binary16, std::vector{code}).permitted;
        const auto [below, above] = halves_around(x);
        const bool is_either = std::string_view(name) == "vulkan1.3" || std::string_view(name) == "d3d12";
        const bool toward_zero = std::string_view(name) == "metal1.2";
        const double unit = above - below;
        const bool is_tie = x - below == above - x;
        const bool even_below = unit == 0 || std::fmod(below / unit, 2) == 0;
        const bool nearest_below = x - below < above - x || (is_tie && even_below);
        const bool may_below = is_either || nearest_below || (toward_zero && x > 0);
        const bool may_above = is_either || !nearest_below || unit == 0 || (toward_zero && x < 0);
        EXPECT_EQ(set.contains(half_of(below)), may_below) << set.text();
        EXPECT_EQ(set.contains(half_of(above)), may_above) << set.text();
        EXPECT_FALSE(set.contains(half_of(above) + 2)) << set.text();
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
