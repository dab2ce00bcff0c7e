// SPDX-License-Identifier: Apache-2.0
// The table of "Range and Precision" of GLSL and GLSL ES, entered a second time: see table_rows.hpp.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "rulebooks/table_rows.hpp"

namespace halfulp {
namespace {

const Rulebook& glsl(bool is_es) {
  static const Rulebook kDesktop = Rulebook::open("glsl4.6");
  static const Rulebook kEs = Rulebook::open("essl3.2");
  return is_es ? kEs : kDesktop;
}

std::vector<test::Row> glsl_rows() {
  constexpr Format kFormat = Format::binary32;
  const auto ulps = [](test::Real n) {
    return [=](test::Real, test::Real exact) { return test::in_ulp(n, exact, kFormat); };
  };
  const auto of_exponential = [](test::Real x, test::Real exact) {
    return test::in_ulp(3 + 2 * std::fabs(x), exact, kFormat);
  };
  const auto near_one = [](test::Real, test::Real) { return std::ldexp(1.0L, -21); };
  const auto reciprocal = [](test::Real x, test::Real) { return 1 / x; };
  const test::Real far = std::ldexp(1.0L, 120);
  return {
      {"rcp", kFormat, reciprocal, ulps(2.5L), 1 / far, far},
      {"reciprocal", kFormat, reciprocal, ulps(2.5L), 1 / far, far},
      {"rsq", kFormat, [](test::Real x, test::Real) { return 1 / std::sqrt(x); }, ulps(2), 1 / far, far},
      {"exp2", kFormat, [](test::Real x, test::Real) { return std::exp2(x); }, of_exponential, -20, 20},
      {"exp", kFormat, [](test::Real x, test::Real) { return std::exp(x); }, of_exponential, -20, 20},
      {"log2", kFormat, [](test::Real x, test::Real) { return std::log2(x); }, near_one, 0.5L, 2, true},
      {"log", kFormat, [](test::Real x, test::Real) { return std::log(x); }, near_one, 0.5L, 2, true},
      {"log2", kFormat, [](test::Real x, test::Real) { return std::log2(x); }, ulps(3), 2.01L, far},
      {"log", kFormat, [](test::Real x, test::Real) { return std::log(x); }, ulps(3), 1 / far, 0.499L},
  };
}

TEST(Glsl, PermitsWhatItsTablePermits) {
  for (const bool is_es : {false, true}) {
    for (const test::Row& row : glsl_rows()) test::expect_row(glsl(is_es), row);
  }
}

std::uint32_t drawn(std::mt19937_64& random) {
  return static_cast<std::uint32_t>((64 + random() % 127) << 23 | random() % 0x800000);
}

/// x / y within 2.5 ULP, in double precision of ULP with 24 bits; sums in double precision within one of these.
TEST(Glsl, DividesInItsRange) {
  std::mt19937_64 random(23);
  for (int i = 0; i < 200; ++i) {
    const Bits operands[] = {drawn(random), drawn(random)};
    const auto x = static_cast<test::Real>(std::bit_cast<float>(static_cast<std::uint32_t>(operands[0])));
    const auto y = static_cast<test::Real>(std::bit_cast<float>(static_cast<std::uint32_t>(operands[1])));
    const test::Real exact = x / y;
    const PermittedSet set = test::permitted(glsl(false), Operation::div, Format::binary32, operands);
    const std::int64_t near = test::position_of(exact, Format::binary32);
    for (std::int64_t position = near - 6; position <= near + 6; ++position) {
      const test::Real error = std::fabs(test::value_at(position, Format::binary32) - exact);
      EXPECT_EQ(set.contains(test::bits_at(position, Format::binary32)),
                error <= test::in_ulp(2.5L, exact, Format::binary32));
    }
    const Bits doubles[] = {std::bit_cast<Bits>(static_cast<double>(x)), std::bit_cast<Bits>(static_cast<double>(y))};
    const PermittedSet wide = test::permitted(glsl(false), Operation::div, Format::binary64, doubles);
    const test::Real bound = test::in_ulp(2.5L, exact, Format::binary32);
    for (const int side : {-1, 1}) {
      for (const double part : {0.9999999, 1.0000001}) {
        const auto result = static_cast<double>(exact + side * part * bound);
        EXPECT_EQ(wide.contains(std::bit_cast<Bits>(result)), part < 1) << result;
      }
    }
  }
}

/// A quotient of one code: n / (2^b - 1) within 2.5 ULP, in GLSL ES within 2^-10 of itself and the quotient's error.
TEST(Glsl, UnpacksByADivision) {
  for (int code = 1; code < 256; ++code) {
    const Bits operands[] = {static_cast<Bits>(code)};
    const test::Real exact = code / 255.0L;
    for (const bool is_es : {false, true}) {
      const PermittedSet set = test::permitted(glsl(is_es), Operation::unorm8_to_binary32, Format::unorm8, operands);
      const test::Real bound =
          is_es ? std::ldexp(exact, -10) + std::ldexp(exact, -21) : test::in_ulp(2.5L, exact, Format::binary32);
      for (const int side : {-1, 1}) {
        const std::int64_t last = test::position_of(exact + side * bound, Format::binary32);
        for (std::int64_t position = last - 1; position <= last + 1; ++position) {
          const test::Real error = std::fabs(test::value_at(position, Format::binary32) - exact);
          EXPECT_EQ(set.contains(test::bits_at(position, Format::binary32)), error <= bound) << code;
        }
      }
    }
  }
}

/// round(largest * c): the product either way, its half either way. Both are exact in double.
TEST(Glsl, PacksByAProductRoundedEitherWay) {
  struct Packed {
    Operation operation;
    int largest;
    bool is_signed;
  };
  std::mt19937_64 random(29);
  for (const Packed& packed :
       {Packed{Operation::binary32_to_unorm8, 255, false}, Packed{Operation::binary32_to_unorm16, 65535, false},
        Packed{Operation::binary32_to_snorm8, 127, true}, Packed{Operation::binary32_to_snorm16, 32767, true}}) {
    const Bits mask = packed.largest > 255 ? 0xffff : 0xff;
    for (int i = 0; i < 300; ++i) {
      const auto code = static_cast<int>(random() % static_cast<std::uint64_t>(packed.largest));
      const auto half = static_cast<float>((code + 0.5) / packed.largest);
      for (const float x : {std::nextafter(half, 0.0F), half, std::nextafter(half, 2.0F)}) {
        const double product = static_cast<double>(x) * packed.largest;
        const auto near = static_cast<float>(product);
        const float other = std::nextafter(near, static_cast<double>(near) < product ? 1e9F : -1e9F);
        for (const int sign : packed.is_signed ? std::vector{1, -1} : std::vector{1}) {
          const Bits operands[] = {std::bit_cast<std::uint32_t>(static_cast<float>(sign) * x)};
          const PermittedSet set = test::permitted(glsl(false), packed.operation, Format::binary32, operands);
          for (int result = code - 2; result <= code + 3; ++result) {
            if (result < 0 || result > packed.largest) continue;
            const bool is_exact = static_cast<double>(near) == product;
            const bool is_given = std::fabs(static_cast<double>(near) - result) <= 0.5 ||
                                  (!is_exact && std::fabs(static_cast<double>(other) - result) <= 0.5);
            const bool is_permitted = set.contains(static_cast<Bits>(sign * result) & mask);
            const bool is_far = std::fabs(product - result) > 0.51;
            EXPECT_FALSE(is_given && !is_permitted) << x << " to " << result;
            EXPECT_FALSE(is_far && is_permitted) << x << " to " << result;
          }
        }
      }
    }
  }
}

/// Sums, differences and products of mediump: the two neighbours in 11 bits, from exact ones in double.
TEST(Glsl, RoundsMediumpEitherWay) {
  std::mt19937_64 random(31);
  for (int i = 0; i < 300; ++i) {
    const Bits operands[] = {0x2c00 + random() % 0x2000, 0x2c00 + random() % 0x2000};
    const test::Real x = test::value_at(static_cast<std::int64_t>(operands[0]), Format::binary16);
    const test::Real y = test::value_at(static_cast<std::int64_t>(operands[1]), Format::binary16);
    for (const auto& [operation, exact] :
         {std::pair{Operation::add, x + y}, std::pair{Operation::sub, x - y}, std::pair{Operation::mul, x * y}}) {
      const PermittedSet set = test::permitted(glsl(true), operation, Format::binary16, operands);
      const std::int64_t near = test::position_of(exact, Format::binary16);
      for (std::int64_t position = near - 2; position <= near + 2; ++position) {
        if (std::abs(position) < 0x400) continue;
        const test::Real value = test::value_at(position, Format::binary16);
        const bool is_nearest_exact = test::value_at(near, Format::binary16) == exact;
        const test::Real above = test::value_at(position + 1, Format::binary16);
        const test::Real below = test::value_at(position - 1, Format::binary16);
        const bool is_neighbour = is_nearest_exact ? value == exact : below < exact && exact < above;
        EXPECT_EQ(set.contains(test::bits_at(position, Format::binary16)), is_neighbour);
      }
    }
  }
}

}  // namespace
}  // namespace halfulp
