// SPDX-License-Identifier: Apache-2.0

// Operands by category, as IBM's FPgen groups them: every combination of the bits that decide a rounding, the ends of
// the range, cancellation, alignment, products and quotients next to ties. Each expected value follows from how its
// operands are made; u is the unit in the last place of 1, and f the number of fraction bits, so that u = 2^-f.

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "exact/second_oracle.hpp"

namespace halfulp::exact::second {
namespace {

mpq_class power(int exponent) { return Dyadic{1, exponent}.number(); }

class Categories : public ::testing::TestWithParam<FloatFormat> {
 protected:
  [[nodiscard]] static const FloatFormat& format() { return GetParam(); }
  [[nodiscard]] static int fraction_bits() { return format().fraction_bits; }
  [[nodiscard]] static mpq_class unit() { return power(-fraction_bits()); }
  [[nodiscard]] static mpq_class value(Bits magnitude) { return format().value(magnitude).number(); }

  /// The bits of a number that the format has.
  static Bits encoded(const mpq_class& number) {
    if (number == 0) return 0;
    const Position position = position_of(format(), number);
    EXPECT_TRUE(position.exact && position.below % 2 == 0 && position.below < 2 * format().infinity())
        << number.get_str();
    return position.nearest_even(format());
  }

  static void expect(Operation operation, const std::vector<mpq_class>& numbers, Bits expected) {
    std::vector<Bits> operands;
    operands.reserve(numbers.size());
    for (const mpq_class& number : numbers) operands.push_back(encoded(number));
    EXPECT_EQ(bits_text(format().format, nearest_even(operation, format().format, operands)),
              bits_text(format().format, expected))
        << call_text(operation, format().format, operands);
  }
  static void expect(Operation operation, const std::vector<mpq_class>& numbers, const mpq_class& expected) {
    expect(operation, numbers, encoded(expected));
  }

  /// x + y by every operation that adds, and with both signs where there are signs.
  static void expect_sum(const mpq_class& x, const mpq_class& y, Bits expected) {
    const auto expect_signed = [&](const mpq_class& a, const mpq_class& b, Bits sum) {
      expect(Operation::add, {a, b}, sum);
      expect(Operation::add, {b, a}, sum);
      expect(Operation::fma, {a, 1, b}, sum);
      expect(Operation::mad, {1, b, a}, sum);
      expect(Operation::dp2, {a, b, 1, 1}, sum);
      expect(Operation::dp4, {0, a, 0, b, 1, 1, 1, 1}, sum);
      if (format().has_sign) expect(Operation::sub, {a, -b}, sum);
    };
    expect_signed(x, y, expected);
    if (format().has_sign) expect_signed(-x, -y, expected ^ format().sign_bit());
  }
  static void expect_sum(const mpq_class& x, const mpq_class& y, const mpq_class& expected) {
    expect_sum(x, y, encoded(expected));
  }
};

std::string format_name(const ::testing::TestParamInfo<FloatFormat>& parameter) {
  return std::string(info(parameter.param.format).name);
}

INSTANTIATE_TEST_SUITE_P(Formats, Categories, ::testing::ValuesIn(kFloatFormats), format_name);

/// Last bit, guard bit and sticky bit in every combination, at random significands and at those that carry over.
TEST_P(Categories, LastGuardAndStickyBits) {
  std::mt19937_64 random(301);
  const Bits first = Bits{1} << fraction_bits();
  std::vector<Bits> significands = {first, first + 1, 2 * first - 1, 2 * first - 2, first + first / 2};
  for (int i = 0; i < 30; ++i) significands.push_back(first | random() % first);
  for (const Bits significand : significands) {
    const mpq_class x = Dyadic{significand, -fraction_bits()}.number();
    for (const int guard : {0, 1}) {
      for (const int sticky : {0, 1}) {
        const bool up = guard == 1 && (sticky == 1 || significand % 2 == 1);
        const mpq_class y = mpq_class(2 * guard + sticky, 4) * unit();
        expect_sum(x, y, up ? mpq_class(x + unit()) : x);
      }
    }
  }
}

TEST_P(Categories, Overflow) {
  const Bits infinity = format().infinity();
  const mpq_class most = value(format().most());
  const mpq_class last_unit = most - value(format().most() - 1);
  const Bits half = encoded(last_unit / 2);
  expect_sum(most, last_unit / 2, infinity);  // a tie, and the largest significand is odd
  expect_sum(most, value(half - 1), most);
  expect_sum(most, value(half + 1), infinity);
  expect_sum(most, last_unit, infinity);
  expect_sum(most, most, infinity);
  expect(Operation::mul, {most, 2}, infinity);
  expect(Operation::mul, {most, 1 + unit()}, infinity);
  expect(Operation::mul, {most, 1 - unit() / 2}, format().most() - 1);
  expect(Operation::div, {most, mpq_class(1, 2)}, infinity);
  expect(Operation::div, {most, 1 - unit() / 2}, infinity);  // the power of two itself
  expect(Operation::div, {most, 1 + unit()}, format().most() - 2);
  expect(Operation::dp4, {most, 1, 1, 1, 2, 1, 1, 1}, infinity);
}

TEST_P(Categories, Underflow) {
  const mpq_class least = value(1);
  const mpq_class normal = value(format().min_normal());
  const mpq_class half(1, 2);
  expect(Operation::mul, {least, half}, Bits{0});
  expect(Operation::mul, {least, half + unit() / 2}, Bits{1});
  expect(Operation::mul, {least, half - unit() / 4}, Bits{0});
  for (Bits n = 1; n < 8; ++n) expect(Operation::mul, {value(2 * n + 1), half}, n + n % 2);
  expect(Operation::mul, {normal, half}, format().min_normal() / 2);
  // Half a step below the smallest normal number: a tie, and that number is even.
  expect(Operation::mul, {normal, 1 - unit() / 2}, format().min_normal());
  expect(Operation::mul, {normal, 1 - unit()}, format().min_normal() - 1);
  expect(Operation::div, {least, 2}, Bits{0});
  expect(Operation::div, {value(3), 2}, Bits{2});
  expect(Operation::mul, {least, least}, Bits{0});
  expect(Operation::fma, {least, least, least}, Bits{1});
  expect(Operation::fma, {least, half, least}, Bits{2});
  expect(Operation::fma, {least, half, value(2)}, Bits{2});
  if (!format().has_sign) return;
  const Bits sign = format().sign_bit();
  expect(Operation::mul, {-least, half}, sign);
  expect(Operation::mul, {-least, least}, sign);
  expect(Operation::fma, {least, least, -least}, sign | 1);
  expect(Operation::sub, {normal, least}, format().min_normal() - 1);
}

/// Every number of bits lost from the front.
TEST_P(Categories, Cancellation) {
  if (!format().has_sign) return;
  std::mt19937_64 random(302);
  const Bits first = Bits{1} << fraction_bits();
  for (int bit = 0; bit < fraction_bits(); ++bit) {
    expect_sum(1 + power(-bit - 1), -1, power(-bit - 1));
    const Bits x = (first | random() % first) | Bits{1} << bit;
    expect_sum(Dyadic{x, 0}.number() * unit(), Dyadic{x - (Bits{1} << bit), 0}.number() * -unit(), power(bit) * unit());
  }
  expect_sum(1, unit() / 2 - 1, unit() / 2);
  expect(Operation::sub, {1, 1}, Bits{0});
  expect(Operation::fma, {-1, 1, 1}, Bits{0});
  const mpq_class most = value(format().most());
  expect(Operation::dp2, {most, most, most, -most}, Bits{0});
  expect(Operation::dp3, {most, 1, most, 1, 1, -1}, mpq_class(1));
  expect(Operation::dp4, {most, unit(), most, unit(), most, unit(), -most, unit()}, 2 * unit() * unit());
}

/// Every distance between the exponents.
TEST_P(Categories, Alignment) {
  const int least_exponent = format().value(1).exponent + 1;  // of step 2, which is 2 * 2^exponent
  for (int distance = 0; - distance >= least_exponent; ++distance) {
    const mpq_class y = power(-distance);
    const bool exact = distance <= fraction_bits();
    const bool tie = distance == fraction_bits() + 1;
    expect_sum(1, y, exact ? mpq_class(1 + y) : mpq_class(1));
    if (distance > 0) {
      expect_sum(1 + unit(), y, exact ? mpq_class(1 + unit() + y) : mpq_class(1 + (tie ? 2 : 1) * unit()));
    }
    // Below 1 the units are half as large.
    if (format().has_sign && distance > 0) {
      expect_sum(1, -y, distance <= fraction_bits() + 1 ? mpq_class(1 - y) : mpq_class(1));
    }
  }
}

/// (1 + 2^-a)(1 + 2^-b) = 1 + 2^-a + 2^-b + 2^-(a + b): the last term exact, on a tie and below it; then a third
/// operand that breaks the tie.
TEST_P(Categories, ProductsNextToTies) {
  const int f = fraction_bits();
  const mpq_class least = value(1);
  for (int a = 1; a <= f; ++a) {
    const auto factors = [a](int b) { return std::vector<mpq_class>{1 + power(-a), 1 + power(-b)}; };
    const auto front = [a](int b) { return mpq_class(1 + power(-a) + power(-b)); };
    if (a < f) expect(Operation::mul, factors(f - a), front(f - a) + unit());
    const int tie = f + 1 - a;
    const bool odd = (a == f) != (tie == f);
    const mpq_class below = front(tie);
    expect(Operation::mul, factors(tie), odd ? mpq_class(below + unit()) : below);
    std::vector<mpq_class> operands = factors(tie);
    operands.push_back(least);
    expect(Operation::fma, operands, below + unit());
    if (format().has_sign) {
      operands.back() = -least;
      expect(Operation::fma, operands, below);
    }
    if (a > 1) expect(Operation::mul, factors(f + 2 - a), front(f + 2 - a));
  }
}

TEST_P(Categories, QuotientsAndRoots) {
  const mpq_class u = unit();
  const mpq_class below_one = 1 - u / 2;
  expect(Operation::div, {1, below_one}, 1 + u);              // 1 + u/2 + u^2/4
  expect(Operation::rcp, {below_one}, 1 + u);                 //
  expect(Operation::div, {1, 1 + u}, 1 - u);                  // 1 - u + u^2
  expect(Operation::reciprocal, {1 + u}, 1 - u);              //
  expect(Operation::div, {1 + u, below_one}, 1 + 2 * u);      // 1 + 3u/2 + 3u^2/4
  expect(Operation::div, {below_one, 1 + u}, 1 - 3 * u / 2);  // 1 - 3u/2 + 3u^2/2
  expect(Operation::sqrt, {1 + u}, mpq_class(1));             // 1 + u/2 - u^2/8
  expect(Operation::sqrt, {1 + 2 * u}, 1 + u);                // 1 + u - u^2/2
  expect(Operation::sqrt, {1 + 3 * u}, 1 + u);                // 1 + 3u/2 - 9u^2/8
  expect(Operation::sqrt, {below_one}, below_one);            // 1 - u/4 - u^2/32
  expect(Operation::sqrt, {1 - u}, below_one);                // 1 - u/2 - u^2/8
  expect(Operation::rsq, {below_one}, mpq_class(1));          // 1 + u/4 + 3u^2/32
  expect(Operation::rsq, {1 + u}, below_one);                 // 1 - u/2 + 3u^2/8
  expect(Operation::rsq, {1 - u}, 1 + u);                     // 1 + u/2 + 3u^2/8
  if (format().has_sign) {
    expect(Operation::fma, {1 + u, 1 + u, -1 - 2 * u}, u * u);
    expect(Operation::fma, {1 + u, 1 - u, -1}, -u * u);
  }
  // Products of half as many bits, and back.
  std::mt19937_64 random(303);
  const Bits factors = Bits{1} << ((fraction_bits() + 1) / 2);
  const mpq_class scale = power(-(fraction_bits() + 1) / 2);
  for (int i = 0; i < 200; ++i) {
    const mpq_class x = Dyadic{1 + random() % (factors - 1), 0}.number() * scale;
    const mpq_class y = Dyadic{1 + random() % (factors - 1), 0}.number() * scale;
    expect(Operation::mul, {x, y}, x * y);
    expect(Operation::div, {x * y, y}, x);
    expect(Operation::sqrt, {x * x}, x);
  }
}

}  // namespace
}  // namespace halfulp::exact::second
