// SPDX-License-Identifier: Apache-2.0
// The tables of the Vulkan specification, entered a second time: for each row and many operands the farthest values
// inside the bound are permitted and the next ones are not. References are of the C library in long double; a value
// whose distance is within 2^-20 of the bound is not asked about.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {
namespace {

using Real = long double;

const Rulebook& vulkan() {
  static const Rulebook kBook = Rulebook::open("vulkan1.3");
  return kBook;
}

/// "The smallest distance between two unequal finite values a <= x <= b": 24 bits from 2^-126 to 2^128, 11 bits of
/// binary16 from 2^-14.
Real ulp(Real x, Format format) {
  const bool is_half = format == Format::binary16;
  int exponent = 0;
  const Real fraction = std::frexp(std::fabs(x), &exponent);
  if (fraction == 0.5L) --exponent;
  return std::ldexp(1.0L, std::max(exponent, is_half ? -13 : -125) - (is_half ? 11 : 24));
}

/// A row: the exact result, how far a result may be from it, and the operands between which it holds.
struct VulkanRow {
  std::string operation;
  Format format;
  std::function<Real(Real, Real)> exact;
  std::function<Real(Real, Real)> distance;  ///< of an operand and the exact result
  Real from;
  Real to;
  bool is_below = false;
};

Real in_ulp(Real n, Real exact, Format format) { return n * ulp(exact, format); }

std::vector<VulkanRow> rows() {
  using enum Format;
  std::vector<VulkanRow> all;
  for (const Format format : {binary32, binary16}) {
    const bool is_half = format == binary16;
    const auto ulps = [format](Real n) { return [=](Real, Real exact) { return in_ulp(n, exact, format); }; };
    const auto reciprocal = [](Real x, Real) { return 1 / x; };
    const Real far = std::ldexp(1.0L, is_half ? 8 : 60);
    const Real few = is_half ? 1 : 3;
    const auto of_exponential = [=](Real x, Real exact) { return in_ulp(few + 2 * std::fabs(x), exact, format); };
    const auto constant = [](Real c) { return [=](Real, Real) { return c; }; };
    const Real near_one = std::ldexp(1.0L, is_half ? -7 : -21);
    const Real of_sine = std::ldexp(1.0L, is_half ? -7 : -11);
    const Real pi = std::acos(-1.0L);
    all.push_back({"rcp", format, reciprocal, ulps(2.5L), 1 / far, far});
    all.push_back({"reciprocal", format, reciprocal, ulps(2.5L), 1 / far, far});
    all.push_back({"rsq", format, [](Real x, Real) { return 1 / std::sqrt(x); }, ulps(2), 1 / far, far});
    all.push_back({"exp2", format, [](Real x, Real) { return std::exp2(x); }, of_exponential, -8, 8});
    all.push_back({"exp", format, [](Real x, Real) { return std::exp(x); }, of_exponential, -8, 8});
    all.push_back({"log2", format, [](Real x, Real) { return std::log2(x); }, constant(near_one), 0.5L, 2, true});
    all.push_back({"log", format, [](Real x, Real) { return std::log(x); }, constant(near_one), 0.5L, 2, true});
    all.push_back({"log2", format, [](Real x, Real) { return std::log2(x); }, ulps(3), 2.01L, far});
    all.push_back({"log", format, [](Real x, Real) { return std::log(x); }, ulps(3), 1 / far, 0.499L});
    all.push_back({"sin", format, [](Real x, Real) { return std::sin(x); }, constant(of_sine), -pi, pi});
    all.push_back({"cos", format, [](Real x, Real) { return std::cos(x); }, constant(of_sine), -pi, pi});
    all.push_back({"atan", format, [](Real x, Real) { return std::atan(x); }, ulps(is_half ? 5 : 4096), 0.01L, far});
  }
  return all;
}

PermittedSet permitted(Operation operation, Format format, std::span<const Bits> operands) {
  return explain(vulkan(), operation, format, operands).permitted;
}

/// The position of a finite value among those of its format, and back.
std::int64_t position_of(Real value, Format format) {
  if (format == Format::binary32) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::fabs(value)));
    return std::signbit(value) ? -std::int64_t{bits} : std::int64_t{bits};
  }
  const auto bits = std::bit_cast<std::uint16_t>(static_cast<_Float16>(std::fabs(value)));
  return std::signbit(value) ? -std::int64_t{bits} : std::int64_t{bits};
}

Real value_at(std::int64_t position, Format format) {
  const auto size = static_cast<std::uint32_t>(std::abs(position));
  const Real value = format == Format::binary32
                         ? static_cast<Real>(std::bit_cast<float>(size))
                         : static_cast<Real>(std::bit_cast<_Float16>(static_cast<std::uint16_t>(size)));
  return position < 0 ? -value : value;
}

Bits bits_at(std::int64_t position, Format format) {
  const Bits sign = format == Format::binary32 ? 0x80000000 : 0x8000;
  return position < 0 ? static_cast<Bits>(-position) | sign : static_cast<Bits>(position);
}

void expect_row(const VulkanRow& row) {
  const auto operation = find_operation(row.operation);
  ASSERT_TRUE(operation);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> drawn(0, 1);
  int inside = 0;
  int outside = 0;
  for (int i = 0; i < 100; ++i) {
    const Real part = drawn(random);
    const bool is_log = row.from > 0;
    const Real at = is_log ? row.from * std::pow(row.to / row.from, part) : row.from + part * (row.to - row.from);
    const std::int64_t operand = position_of(at, row.format);
    const Real x = value_at(operand, row.format);
    if (x < row.from || x > row.to) continue;
    const Real exact = row.exact(x, 0);
    const Real distance = row.distance(x, exact);
    const Bits operands[] = {bits_at(operand, row.format)};
    const PermittedSet set = permitted(*operation, row.format, operands);
    for (const int side : {-1, 1}) {
      std::int64_t last = position_of(exact + side * distance, row.format);
      for (const std::int64_t position : {last - 1, last, last + 1}) {
        const Real error = std::fabs(value_at(position, row.format) - exact);
        const Real margin = std::ldexp(distance, -20);
        const bool is_denormal = std::abs(position) < (row.format == Format::binary32 ? 0x00800000 : 0x0400);
        if (std::fabs(error - distance) < margin || is_denormal) continue;
        EXPECT_EQ(set.contains(bits_at(position, row.format)), error < distance)
            << row.operation << " of " << static_cast<double>(x) << " in " << info(row.format).name << ": "
            << static_cast<double>(value_at(position, row.format)) << "; " << set.text();
        ++(error < distance ? inside : outside);
      }
    }
  }
  EXPECT_GT(inside, 50) << row.operation;
  EXPECT_GT(outside, 50) << row.operation;
}

TEST(Vulkan, PermitsWhatItsTablesPermit) {
  for (const VulkanRow& row : rows()) expect_row(row);
}

TEST(Vulkan, DividesWithinTwoAndAHalfUlpInItsDomain) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&] {
      return std::bit_cast<float>(static_cast<std::uint32_t>((64 + random() % 127) << 23 | random() % 0x800000));
    };
    const float x = draw();
    const float y = draw();
    const Real exact = static_cast<Real>(x) / y;
    const Bits operands[] = {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y)};
    const PermittedSet set = permitted(Operation::div, Format::binary32, operands);
    const std::int64_t near = position_of(exact, Format::binary32);
    for (std::int64_t position = near - 6; position <= near + 6; ++position) {
      const Real error = std::fabs(value_at(position, Format::binary32) - exact) / ulp(exact, Format::binary32);
      EXPECT_EQ(set.contains(bits_at(position, Format::binary32)), error <= 2.5L) << x << " / " << y;
    }
  }
}

TEST(Vulkan, RoundsSumsAndProductsEitherWay) {
  std::mt19937_64 random(13);
  for (int i = 0; i < 200; ++i) {
    const auto draw = [&] {
      return std::bit_cast<float>(static_cast<std::uint32_t>((120 + random() % 16) << 23 | random() % 0x800000));
    };
    const float x = draw();
    const float y = draw();
    const Bits operands[] = {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y)};
    for (const auto& [operation, exact] :
         {std::pair{Operation::add, static_cast<Real>(x) + y}, std::pair{Operation::mul, static_cast<Real>(x) * y}}) {
      const PermittedSet set = permitted(operation, Format::binary32, operands);
      const std::int64_t near = position_of(exact, Format::binary32);
      for (std::int64_t position = near - 2; position <= near + 2; ++position) {
        const Real value = value_at(position, Format::binary32);
        const bool is_neighbour = value == exact || (value_at(near, Format::binary32) != exact &&
                                                     std::fabs(value - exact) < ulp(exact, Format::binary32));
        EXPECT_EQ(set.contains(bits_at(position, Format::binary32)), is_neighbour) << x << " and " << y;
      }
    }
  }
}

// n / (2^b - 1) within one part in 10^5, and both codes next to f * (2^b - 1).
TEST(Vulkan, ConvertsNormalizedIntegers) {
  for (int code = 0; code < 256; ++code) {
    const Bits operands[] = {static_cast<Bits>(code)};
    const PermittedSet set = permitted(Operation::unorm8_to_binary32, Format::unorm8, operands);
    const float nearest = static_cast<float>(code / 255.0);
    EXPECT_TRUE(set.contains(std::bit_cast<std::uint32_t>(nearest))) << code;
    EXPECT_TRUE(set.contains(std::bit_cast<std::uint32_t>(nearest * 1.0000099F))) << code;
    EXPECT_EQ(set.contains(std::bit_cast<std::uint32_t>(nearest * 1.0000102F)), code == 0) << code;
  }
  std::mt19937_64 random(17);
  for (int i = 0; i < 200; ++i) {
    const float f = static_cast<float>(random() % 100000) / 99999.0F;
    const Real scaled = static_cast<Real>(f) * 255;
    const Bits operands[] = {std::bit_cast<std::uint32_t>(f)};
    const PermittedSet set = permitted(Operation::binary32_to_unorm8, Format::binary32, operands);
    for (int code = 0; code < 256; ++code) {
      const bool is_near = code == std::floor(scaled) || code == std::ceil(scaled);
      EXPECT_EQ(set.contains(static_cast<Bits>(code)), is_near) << f;
    }
  }
}

}  // namespace
}  // namespace halfulp
