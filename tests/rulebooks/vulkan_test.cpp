// SPDX-License-Identifier: Apache-2.0
// The tables of the Vulkan specification, entered a second time.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "rulebooks/table_rows.hpp"

namespace halfulp {
namespace {

using test::bits_at;
using test::in_ulp;
using test::position_of;
using test::Real;
using test::ulp;
using test::value_at;

const Rulebook& vulkan() {
  static const Rulebook kBook = Rulebook::open("vulkan1.3");
  return kBook;
}

std::vector<test::Row> rows() {
  using enum Format;
  std::vector<test::Row> all;
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
  return test::permitted(vulkan(), operation, format, operands);
}

TEST(Vulkan, PermitsWhatItsTablesPermit) {
  for (const test::Row& row : rows()) expect_row(vulkan(), row);
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

// Of two's complement: c / m with m = 2^(b - 1) - 1 and at least -1, and both codes next to f * m. All products are
// exact.
TEST(Vulkan, ConvertsSignedComponentsOfWords) {
  struct Signed {
    Operation decode;
    Operation encode;
    Format format;
    int most;
  };
  using enum Operation;
  for (const Signed& row : {Signed{snorm10_to_binary32, binary32_to_snorm10, Format::snorm10, 511},
                            Signed{snorm2_to_binary32, binary32_to_snorm2, Format::snorm2, 1}}) {
    const auto bits_of = [&](int code) { return static_cast<Bits>(code) & static_cast<Bits>(2 * row.most + 1); };
    for (int code = -row.most - 1; code <= row.most; ++code) {
      const Bits codes[] = {bits_of(code)};
      const PermittedSet decoded = permitted(row.decode, row.format, codes);
      const int kept = std::max(code, -row.most);
      for (const Real part : {0.0L, 0.99999L, 1.0L, 1.00001L}) {
        const std::int64_t near = position_of(part * kept / row.most, Format::binary32);
        for (std::int64_t position = near - 3; position <= near + 3; ++position) {
          const Real error = std::fabs(value_at(position, Format::binary32) * row.most - kept);
          EXPECT_EQ(decoded.contains(bits_at(position, Format::binary32)), error * 100000 <= std::abs(kept)) << code;
        }
      }
      for (const Real edge : {code - 0.5L, code + 0.0L, code + 0.25L}) {
        const std::int64_t near = position_of(edge / row.most, Format::binary32);
        for (std::int64_t position = near - 2; position <= near + 2; ++position) {
          const Bits numbers[] = {bits_at(position, Format::binary32)};
          const PermittedSet encoded = permitted(row.encode, Format::binary32, numbers);
          const Real scaled = std::clamp<Real>(value_at(position, Format::binary32), -1, 1) * row.most;
          const auto below = static_cast<int>(std::floor(scaled));
          const auto above = static_cast<int>(std::ceil(scaled));
          EXPECT_EQ(encoded.ranges.size(), 1U) << code;
          for (int other = std::max(below - 2, -row.most - 1); other <= std::min(above + 2, row.most); ++other) {
            EXPECT_EQ(encoded.contains(bits_of(other)), other == below || other == above) << code;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
