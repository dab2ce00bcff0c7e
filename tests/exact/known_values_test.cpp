// SPDX-License-Identifier: Apache-2.0

// Values that are known exactly, and operands so large or so small that only an argument about size decides.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "exact/nearest.hpp"
#include "exact/real.hpp"
#include "exact/result.hpp"

namespace halfulp::exact {
namespace {

using Function = Real::Function;

Rational two_to(int n) { return Rational::power_of_two(n); }

Rational power_of(const Rational& x, int n) {
  Rational power = 1;
  for (int i = 0; i < std::abs(n); ++i) power = power * x;
  return n < 0 ? Rational(1) / power : power;
}

Rational ten_to(int n) { return power_of(Rational(10), n); }

/// The number is exactly `value`: rational, and ordered so against its neighbourhood, its negative as well.
void expect_exact(const Real& real, const Rational& value, const std::string& what) {
  SCOPED_TRACE(what);
  ASSERT_TRUE(real.is_rational()) << real.text();
  EXPECT_EQ(real.rational(), value);
  const Rational step = two_to(-3000);
  EXPECT_EQ(real.compare(value), 0);
  EXPECT_GT(real.compare(value - step), 0);
  EXPECT_LT(real.compare(value + step), 0);
  EXPECT_EQ(real.sign(), value.sign());
  EXPECT_EQ((-real).compare(-value), 0);
  if (value.sign() != 0) {
    EXPECT_EQ(real.floor_log2(), value.floor_log2());
  }
}

/// The number is irrational and lies between the two, which differ little.
void expect_between(const Real& real, const Rational& low, const Rational& high, const std::string& what) {
  SCOPED_TRACE(what);
  EXPECT_FALSE(real.is_rational());
  EXPECT_GT(real.compare(low), 0);
  EXPECT_LT(real.compare(high), 0);
  EXPECT_LT((-real).compare(-low), 0);
  EXPECT_GT((-real).compare(-high), 0);
}

TEST(Known, ExponentialsOfIntegers) {
  expect_exact(Real::of(Function::exp, 0), 1, "exp 0");
  for (int n = -1100; n <= 1100; n += n < -150 || n > 150 ? 19 : 1)
    expect_exact(Real::of(Function::exp2, n), two_to(n), "exp2 " + std::to_string(n));
  for (int n = -45; n <= 38; ++n) expect_exact(Real::of(Function::exp10, n), ten_to(n), "exp10 " + std::to_string(n));
  for (const int n : {-330, -308, 22, 23, 308, 309, 2466})
    expect_exact(Real::of(Function::exp10, n), ten_to(n), "exp10 " + std::to_string(n));
  for (int n = -40; n <= 40; ++n) {
    const Rational odd_half = Rational(2 * n + 1, 2);
    EXPECT_FALSE(Real::of(Function::exp2, odd_half).is_rational());
    EXPECT_FALSE(Real::of(Function::exp10, odd_half).is_rational());
    // Twice the exponent is an integer: the square of the value is known.
    EXPECT_GT(Real::of(Function::exp2, odd_half).compare(two_to(n)), 0);
    EXPECT_LT(Real::of(Function::exp2, odd_half).compare(two_to(n) * Rational(3, 2)), 0);
  }
}

TEST(Known, LogarithmsOfPowers) {
  for (const Function function : {Function::log, Function::log2, Function::log10})
    expect_exact(Real::of(function, 1), 0, "log 1");
  for (int k = -1074; k <= 1023; k += 7)
    expect_exact(Real::of(Function::log2, two_to(k)), k, "log2 2^" + std::to_string(k));
  for (int k = 0; k <= 308; ++k) expect_exact(Real::of(Function::log10, ten_to(k)), k, "log10 10^" + std::to_string(k));
  // Neighbours of powers are irrational.
  for (int k = 1; k <= 22; ++k) {
    expect_between(Real::of(Function::log10, ten_to(k) + Rational(1)), k, Rational(k) + Rational(1) / ten_to(k),
                   "log10 10^k + 1");
    expect_between(Real::of(Function::log10, ten_to(k) - Rational(1)), Rational(k) - Rational(1) / ten_to(k), k,
                   "log10 10^k - 1");
  }
  for (int k = -1000; k <= 1000; k += 50) {
    const Rational above = two_to(k) * (Rational(1) + two_to(-52));
    expect_between(Real::of(Function::log2, above), k, Rational(k) + two_to(-51), "log2 above 2^k");
  }
}

TEST(Known, TurnsInQuartersAndEighths) {
  const int sine[] = {0, 1, 0, -1};
  const int cosine[] = {1, 0, -1, 0};
  const int tangent[] = {0, 1, 0, -1};  // of eighths; the third is a pole
  for (int n = -40; n <= 40; ++n) {
    const int quarter = ((n % 4) + 4) % 4;
    expect_exact(Real::of(Function::sinpi, Rational(n, 2)), sine[quarter], "sinpi halves " + std::to_string(n));
    expect_exact(Real::of(Function::cospi, Rational(n, 2)), cosine[quarter], "cospi halves " + std::to_string(n));
    if (quarter != 2)
      expect_exact(Real::of(Function::tanpi, Rational(n, 4)), tangent[quarter], "tanpi quarters " + std::to_string(n));
    EXPECT_FALSE(Real::of(Function::sinpi, Rational(2 * n + 1, 4)).is_rational());
    EXPECT_FALSE(Real::of(Function::cospi, Rational(2 * n + 1, 4)).is_rational());
    EXPECT_FALSE(Real::of(Function::tanpi, Rational(2 * n + 1, 8)).is_rational());
  }
  // Numbers whose halves no int64 holds: even integers.
  expect_exact(Real::of(Function::sinpi, two_to(1000)), 0, "sinpi 2^1000");
  expect_exact(Real::of(Function::cospi, two_to(1000)), 1, "cospi 2^1000");
  expect_exact(Real::of(Function::cospi, -two_to(63)), 1, "cospi -2^63");
  expect_exact(Real::of(Function::tanpi, two_to(80)), 0, "tanpi 2^80");
  expect_exact(Real::of(Function::cospi, two_to(51) + Rational(1, 2)), 0, "cospi 2^51 + 1/2");
  expect_exact(Real::of(Function::sinpi, two_to(51) + Rational(3, 2)), -1, "sinpi 2^51 + 3/2");
}

TEST(Known, ZeroAndOne) {
  for (const Function function : {Function::sin, Function::tan, Function::asin, Function::atan, Function::sinh,
                                  Function::tanh, Function::asinh, Function::atanh, Function::sinpi, Function::tanpi})
    expect_exact(Real::of(function, 0), 0, "an odd function of 0");
  for (const Function function :
       {Function::exp, Function::exp2, Function::exp10, Function::cos, Function::cosh, Function::cospi})
    expect_exact(Real::of(function, 0), 1, "an exponential or even function of 0");
  for (const Function function : {Function::log, Function::acos, Function::acosh})
    expect_exact(Real::of(function, 1), 0, "of 1");
  const Rational low = Rational::from_decimal("3.14159265358979323846264338327950288");
  const Rational high = Rational::from_decimal("3.14159265358979323846264338327950289");
  expect_between(Real::of(Function::acos, -1), low, high, "acos -1");
  expect_between(Real::of(Function::acos, 0), low * Rational(1, 2), high * Rational(1, 2), "acos 0");
  expect_between(Real::of(Function::asin, 1), low * Rational(1, 2), high * Rational(1, 2), "asin 1");
  expect_between(Real::of(Function::atan, 1), low * Rational(1, 4), high * Rational(1, 4), "atan 1");
  expect_between(Real::of(Function::asin, Rational(1, 2)), low * Rational(1, 6), high * Rational(1, 6), "asin 1/2");
  expect_between(Real::atan2(0, -1), low, high, "atan2 0 -1");
  expect_between(Real::atan2(0, -two_to(-1074)), low, high, "atan2 0 -2^-1074");
  expect_between(Real::atan2(two_to(-1074), 0), low * Rational(1, 2), high * Rational(1, 2), "atan2 2^-1074 0");
  // Nearer to pi than any format shows, on either side of it.
  const Real above_axis = Real::atan2(two_to(-1074), -two_to(1023));
  EXPECT_EQ(above_axis.compare(high), -1);
  EXPECT_EQ(above_axis.compare(low), 1);
}

TEST(Known, RootsOfSquares) {
  for (std::int64_t n = 1; n <= 4096; n += 5) {
    const Rational root(n);
    expect_exact(Real::of(Function::sqrt, root * root), root, "sqrt of " + std::to_string(n) + " squared");
    expect_exact(Real::of(Function::rsq, root * root), Rational(1, n), "rsqrt");
    EXPECT_FALSE(Real::of(Function::sqrt, root * root + Rational(1)).is_rational());
    EXPECT_FALSE(Real::of(Function::rsq, root * root * Rational(2)).is_rational());
  }
  const Rational most = Rational((1LL << 26) - 1) * two_to(400);
  expect_exact(Real::of(Function::sqrt, most * most), most, "a long root");
  expect_exact(Real::of(Function::sqrt, two_to(-1074)), two_to(-537), "sqrt of the smallest denormal");
  expect_exact(Real::of(Function::rsq, two_to(-148)), two_to(74), "rsqrt 2^-148");
  EXPECT_FALSE(Real::of(Function::sqrt, two_to(-149)).is_rational());
}

TEST(Known, PerfectPowers) {
  const auto pow = [](const Rational& x, const Rational& y, const Rational& value) {
    expect_exact(Real::pow(x, y), value, x.text() + "^" + y.text());
  };
  pow(4, Rational(1, 2), 2);
  pow(4, Rational(-1, 2), Rational(1, 2));
  pow(16, Rational(3, 4), 8);
  pow(16, Rational(-3, 4), Rational(1, 8));
  pow(Rational(1, 4), Rational(-3, 2), 8);
  pow(Rational(9, 4), Rational(5, 2), Rational(243, 32));
  pow(256, Rational(7, 8), 128);
  pow(two_to(-1024), Rational(1, 1024), Rational(1, 2));
  pow(two_to(512), Rational(3, 512), 8);
  pow(6561, Rational(5, 8), 243);
  pow(Rational(81, 65536), Rational(-1, 4), Rational(16, 3));
  pow(2, 1023, two_to(1023));
  pow(2, -1074, two_to(-1074));
  pow(Rational(1, 2), 1075, two_to(-1075));
  pow(3, 40, power_of(Rational(3), 40));
  pow(10, 22, ten_to(22));
  pow(10, -5, ten_to(-5));
  pow(1, two_to(1000), 1);
  pow(Rational(7, 8), 0, 1);
  for (int k = -30; k <= 60; ++k) pow(Rational(3, 2), k, power_of(Rational(3, 2), k));
  for (int k = 1; k <= 100; ++k) pow(Rational(1) + two_to(-23), k, power_of(Rational(1) + two_to(-23), k));
}

TEST(Known, PowersThatAreNotPerfectAreIrrational) {
  EXPECT_FALSE(Real::pow(8, Rational(1, 2)).is_rational());
  EXPECT_FALSE(Real::pow(4, Rational(1, 4)).is_rational());
  EXPECT_FALSE(Real::pow(2, Rational(1, 2)).is_rational());
  EXPECT_FALSE(Real::pow(Rational(9, 8), Rational(3, 2)).is_rational());
  EXPECT_FALSE(Real::pow(16, Rational(3, 8)).is_rational());
  // A power with more digits than any threshold, an integer or a dyadic number: compared all the same.
  const Real long_power = Real::pow(Rational(1) + two_to(-23), two_to(30));  // e^(2^7 (1 - 2^-24 ...)), 2^35 bits
  EXPECT_EQ(long_power.floor_log2(), 184);
  EXPECT_GT(long_power.compare(Rational::from_decimal("3.887e55")), 0);
  EXPECT_LT(long_power.compare(Rational::from_decimal("3.888e55")), 0);
  // 2^15849.6, beyond every format: the exponents stop at the bound.
  EXPECT_EQ(Real::pow(3, 10000).floor_log2(), 8192);
  EXPECT_EQ((-Real::pow(3, 30000)).floor_log2(), 8192);
  EXPECT_EQ(Real::pow(3, -10000).floor_log2(), -8193);
  EXPECT_EQ((-Real::pow(3, -30000)).floor_log2(), -8193);
  EXPECT_EQ(Real::pow(3, 5000).floor_log2(), 7924);
}

double largest(Format format) {
  return format == Format::binary32 ? static_cast<double>(std::numeric_limits<float>::max())
                                    : std::numeric_limits<double>::max();
}

/// All this takes next to no time; a comparison that worked with the digits of such numbers would never end.
TEST(Extreme, OperandsAreComparedAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const Rational big = Rational::from_double(3e38);
  const Rational tiny = two_to(-1074);
  const Rational one = 1;
  const Rational half_pi_low = Rational::from_decimal("1.57079632679489661923132169163975144");
  const Rational half_pi_high = Rational::from_decimal("1.57079632679489661923132169163975145");
  const Rational gap = two_to(-90);
  for (const double most : {largest(Format::binary32), largest(Format::binary64), 3e38, 1e6, 9000.0}) {
    const Rational x = Rational::from_double(most);
    const Rational huge = two_to(1200);
    const Rational nothing = two_to(-1200);
    for (const auto& [function, argument] : {std::pair{Function::exp, x},
                                             {Function::exp2, x},
                                             {Function::exp10, x},
                                             {Function::sinh, x},
                                             {Function::cosh, x},
                                             {Function::cosh, -x}}) {
      EXPECT_GT(Real::of(function, argument).compare(huge), 0) << most;
      EXPECT_LT((-Real::of(function, argument)).compare(-huge), 0) << most;
    }
    EXPECT_LT(Real::of(Function::sinh, -x).compare(-huge), 0);
    for (const Function function : {Function::exp, Function::exp2, Function::exp10}) {
      EXPECT_GT(Real::of(function, -x).compare(0), 0) << most;
      EXPECT_LT(Real::of(function, -x).compare(nothing), 0) << most;
      EXPECT_GT((-Real::of(function, -x)).compare(-nothing), 0) << most;
    }
    const Real near_one = Real::of(Function::tanh, x);
    EXPECT_LT(near_one.compare(one), 0);
    EXPECT_GT(near_one.compare(one - two_to(-1000)), 0);
    EXPECT_EQ(near_one.floor_log2(), -1);
    const Real near_minus_one = Real::of(Function::tanh, -x);
    EXPECT_GT(near_minus_one.compare(-one), 0);
    EXPECT_LT(near_minus_one.compare(two_to(-1000) - one), 0);
    EXPECT_EQ(near_minus_one.floor_log2(), -1);
    EXPECT_LT(Real::of(Function::sin, x).compare(1), 0);
    EXPECT_GT(Real::of(Function::cos, x).compare(-1), 0);
    EXPECT_NE(Real::of(Function::tan, x).compare(1), 0);
  }
  const Real atan = Real::of(Function::atan, big);
  EXPECT_LT(atan.compare(half_pi_high), 0);
  EXPECT_GT(atan.compare(half_pi_low - two_to(-100)), 0);
  EXPECT_LT(Real::of(Function::atan, Rational::from_double(largest(Format::binary64))).compare(half_pi_high), 0);
  // Below the quotient, by a third of its cube.
  const Real angle = Real::atan2(two_to(-149), two_to(127));
  EXPECT_LT(angle.compare(two_to(-276)), 0);
  EXPECT_GT(angle.compare(two_to(-276) - two_to(-276 * 3)), 0);
  const Real smallest_angle = Real::atan2(tiny, Rational::from_double(largest(Format::binary64)));
  EXPECT_EQ(smallest_angle.floor_log2(), -2098);
  const Real asinh = Real::of(Function::asinh, big);
  const Real acosh = Real::of(Function::acosh, big);
  for (const Real& logarithm : {asinh, acosh}) {  // log(2x)
    EXPECT_GT(logarithm.compare(Rational::from_decimal("89.28999300")), 0) << logarithm.text();
    EXPECT_LT(logarithm.compare(Rational::from_decimal("89.28999301")), 0) << logarithm.text();
  }
  const Real up = Real::pow(Rational::from_double(1.0000001), big);
  const Real down = Real::pow(Rational::from_double(0.9999999), big);
  EXPECT_GT(up.compare(two_to(8000)), 0);
  EXPECT_LT(down.compare(two_to(-8000)), 0);
  EXPECT_GT(down.compare(0), 0);
  EXPECT_GT(Real::pow(Rational::from_double(0.9999999), -big).compare(two_to(8000)), 0);
  EXPECT_GT(Real::pow(tiny, -big).compare(two_to(8000)), 0);
  EXPECT_LT(Real::pow(tiny, big).compare(two_to(-8000)), 0);
  EXPECT_GT(Real::pow(one - two_to(-53), -two_to(1023)).compare(two_to(8000)), 0);
  const Real nearly_e = Real::pow(one + two_to(-52), two_to(52));
  EXPECT_LT(nearly_e.compare(Rational::from_decimal("2.718281828459045")), 0);
  EXPECT_GT(nearly_e.compare(Rational::from_decimal("2.718281828459044")), 0);
  // So near to 1 or to the operand that hundreds of digits agree.
  for (const Rational& x : {tiny, two_to(-149), two_to(-1022)}) {
    expect_between(Real::of(Function::cos, x), one - x * x, one, "cos");
    expect_between(Real::of(Function::cospi, x), one - x * x * Rational(5), one, "cospi");
    expect_between(Real::of(Function::cosh, x), one, one + x * x, "cosh");
    expect_between(Real::of(Function::exp, x), one, one + x * Rational(2), "exp");
    expect_between(Real::of(Function::exp, -x), one - x, one, "exp -");
    expect_between(Real::of(Function::exp2, x), one, one + x, "exp2");
    expect_between(Real::of(Function::exp2, -x), one - x, one, "exp2 -");
    expect_between(Real::of(Function::exp10, x), one + x * Rational(2), one + x * Rational(3), "exp10");
    expect_between(Real::of(Function::exp10, -x), one - x * Rational(3), one - x * Rational(2), "exp10 -");
    expect_between(Real::pow(2, x), one, one + x, "2^x");
    expect_between(Real::pow(Rational(1, 2), x), one - x, one, "(1/2)^x");
    expect_between(Real::pow(two_to(127) * Rational(3, 2), x), one, one + x * Rational(100), "(1.5 * 2^127)^x");
    const Rational cube = x * x * x;
    for (const Function function : {Function::sin, Function::atan, Function::tanh, Function::asinh})
      expect_between(Real::of(function, x), x - cube, x, "below its operand");
    for (const Function function : {Function::tan, Function::asin, Function::sinh, Function::atanh})
      expect_between(Real::of(function, x), x, x + cube, "above its operand");
    expect_between(Real::of(Function::sinpi, x), x * Rational(3), x * Rational(22, 7), "sinpi");
    expect_between(Real::of(Function::tanpi, -x), -(x * Rational(22, 7)), -(x * Rational(3)), "tanpi");
    expect_between(Real::of(Function::acos, x), half_pi_low - gap, half_pi_high, "acos");
  }
  // Where the logarithm, the arcs and their inverses leave 0 and 1.
  for (const int bits : {23, 52}) {
    const Rational step = two_to(-bits);
    expect_between(Real::of(Function::log, one + step), step - step * step, step, "log 1+");
    expect_between(Real::of(Function::log, one - step), -step - step * step, -step, "log 1-");
    EXPECT_GT(Real::of(Function::acosh, one + step).compare(two_to((1 - bits) / 2 - 1)), 0);
    EXPECT_LT(Real::of(Function::acos, one - step).compare(two_to(2 - bits / 2)), 0);
    EXPECT_GT(Real::of(Function::atanh, one - step).compare(Rational(bits, 3)), 0);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_LT(seconds, 20) << "a few milliseconds are enough";
}

TEST(Extreme, TangentNextToItsPoles) {
  // The binary64 neighbours of pi / 2; 6381956970095103 * 2^797 is the worst of binary64.
  const Rational below = Rational::from_double(0x1.921fb54442d18p+0);
  EXPECT_GT(Real::of(Function::tan, below).compare(Rational::from_decimal("1.633123935319536e16")), 0);
  EXPECT_LT(Real::of(Function::tan, below).compare(Rational::from_decimal("1.633123935319538e16")), 0);
  EXPECT_LT(Real::of(Function::tan, Rational::from_double(0x1.921fb54442d19p+0)).sign(), 0);
  const Rational worst = Rational(6381956970095103) * two_to(797);
  EXPECT_GT(Real::of(Function::cos, worst).compare(Rational(-5) / ten_to(19)), 0);
  EXPECT_LT(Real::of(Function::cos, worst).compare(Rational(-4) / ten_to(19)), 0);
  EXPECT_GT(Real::of(Function::tan, worst).compare(Rational(2) * ten_to(18)) *
                Real::of(Function::tan, worst).compare(Rational(-2) * ten_to(18)),
            0);  // beyond one of the two
}

Bits bits_of(Format format, const std::string& text) { return parse_value(format, text); }

struct Nearest {
  Operation operation;
  std::vector<std::string> operands;
  std::string binary32;
  std::string binary64;
};

TEST(Extreme, NearestValuesOfExtremeOperands) {
  const std::vector<Nearest> rows = {
      {Operation::tanh, {"3e38"}, "1", "1"},
      {Operation::tanh, {"-3e38"}, "-1", "-1"},
      {Operation::tanh, {"9"}, "0x1.fffffep-1", "0x1.fffffefa59d78p-1"},
      {Operation::tanh, {"9.25"}, "1", "0x1.ffffff614d446p-1"},
      {Operation::exp, {"3e38"}, "inf", "inf"},
      {Operation::exp, {"-3e38"}, "0", "0"},
      {Operation::sinh, {"-3e38"}, "-inf", "-inf"},
      {Operation::sinh, {"3e38"}, "inf", "inf"},
      {Operation::cosh, {"-3e38"}, "inf", "inf"},
      {Operation::pow, {"1.0000001", "3e38"}, "inf", "inf"},
      {Operation::pow, {"0.9999999", "3e38"}, "0", "0"},
      {Operation::pow, {"-0.9999999", "3e38"}, "0", "0"},
      {Operation::pow, {"-0.5", "16777215"}, "-0", "-0"},
      {Operation::pow, {"-2", "16777215"}, "-inf", "-inf"},
      {Operation::powr, {"2", "-16777215"}, "0", "0"},
      {Operation::pow, {"2", "0x1p-149"}, "1", "1"},
      {Operation::atan, {"3e38"}, "0x1.921fb6p+0", "0x1.921fb54442d18p+0"},
      {Operation::atan, {"-3e38"}, "-0x1.921fb6p+0", "-0x1.921fb54442d18p+0"},
      {Operation::atan2, {"0x1p-149", "0x1p127"}, "0", "0x1p-276"},
      {Operation::atan2, {"-0x1p-149", "0x1p127"}, "-0", "-0x1p-276"},
      {Operation::atan2, {"0x1p-149", "-0x1p127"}, "0x1.921fb6p+1", "0x1.921fb54442d18p+1"},
      {Operation::exp, {"0x1p-149"}, "1", "1"},
      {Operation::cos, {"0x1p-149"}, "1", "1"},
      {Operation::sin, {"0x1p-149"}, "0x1p-149", "0x1p-149"},
      {Operation::sin, {"-0x1p-126"}, "-0x1p-126", "-0x1p-126"},
      {Operation::tan, {"0x1p-149"}, "0x1p-149", "0x1p-149"},
      {Operation::asinh, {"0x1p-149"}, "0x1p-149", "0x1p-149"},
      {Operation::exp10, {"38"}, "1e38", "1e38"},
      {Operation::exp10, {"39"}, "inf", "1e39"},
      {Operation::exp10, {"-45"}, "0x1p-149", "1e-45"},
      {Operation::exp10, {"-46"}, "0", "1e-46"},
      {Operation::exp10, {"308"}, "inf", "1e308"},
      {Operation::exp10, {"-323"}, "0", "1e-323"},
      {Operation::exp10, {"-324"}, "0", "0"},
      {Operation::exp10, {"3000"}, "inf", "inf"},
      {Operation::exp10, {"-3000"}, "0", "0"},
      {Operation::exp2, {"-149"}, "0x1p-149", "0x1p-149"},
      {Operation::exp2, {"-150"}, "0", "0x1p-150"},
      {Operation::exp2, {"-1074"}, "0", "0x1p-1074"},
      {Operation::exp2, {"-1075"}, "0", "0"},
      {Operation::exp2, {"1024"}, "inf", "inf"},
      {Operation::log10, {"1e10"}, "10", "10"},
      {Operation::log10, {"100000"}, "5", "5"},
      {Operation::log2, {"0x1p-149"}, "-149", "-149"},
      {Operation::log, {"0x1p-149"}, "-0x1.9d1dap+6", "-0x1.9d1d9fccf477p+6"}};
  for (const Nearest& row : rows) {
    for (const Format format : {Format::binary32, Format::binary64}) {
      std::vector<Bits> operands;
      std::string what(info(row.operation).name);
      for (const std::string& operand : row.operands) {
        operands.push_back(bits_of(format, operand));
        what += " " + operand;
      }
      const std::string& expected = format == Format::binary32 ? row.binary32 : row.binary64;
      EXPECT_EQ(hex_text(format, nearest_even(row.operation, format, operands)),
                hex_text(format, bits_of(format, expected)))
          << info(format).name << ' ' << what;
    }
  }
}

TEST(Extreme, NearestValuesAtTheEdgesOfBinary64) {
  const auto nearest = [](Operation operation, const std::string& operand) {
    const std::vector<Bits> operands = {bits_of(Format::binary64, operand)};
    return hex_text(Format::binary64, nearest_even(operation, Format::binary64, operands));
  };
  const auto value = [](const std::string& text) {
    return hex_text(Format::binary64, bits_of(Format::binary64, text));
  };
  EXPECT_EQ(nearest(Operation::cos, "0x1p-1074"), value("1"));
  EXPECT_EQ(nearest(Operation::exp, "0x1p-1074"), value("1"));
  EXPECT_EQ(nearest(Operation::sin, "0x1p-1074"), value("0x1p-1074"));
  // fdlibm's documented limits: exp overflows above 709.78271289338397 and underflows below -745.13321910194122.
  EXPECT_EQ(nearest(Operation::exp, "0x1.62e42fefa39efp+9"), value("0x1.fffffffffff2ap+1023"));
  EXPECT_EQ(nearest(Operation::exp, "0x1.62e42fefa39fp+9"), value("inf"));
  EXPECT_EQ(nearest(Operation::exp, "-0x1.74910d52d3051p+9"), value("0x1p-1074"));
  EXPECT_EQ(nearest(Operation::exp, "-0x1.74910d52d3052p+9"), value("0"));
  EXPECT_EQ(nearest(Operation::sinh, "0x1.633ce8fb9f87dp+9"), value("0x1.ffffffffffd3bp+1023"));
  EXPECT_EQ(nearest(Operation::sinh, "0x1.633ce8fb9f87ep+9"), value("inf"));
}

struct Text {
  Real real;
  std::string expected;
};

TEST(RealText, SaysWhichBoundAHugeOrTinyValuePasses) {
  const Rational ten_30 = ten_to(30);
  const Rational base = Rational::from_double(1.5);
  const std::vector<Text> rows = {
      {Real::of(Function::exp, ten_30), "above 2^8192"},
      {Real::of(Function::exp, -ten_30), "below 2^-8192"},
      {-Real::of(Function::exp, ten_30), "below -2^8192"},
      {-Real::of(Function::exp, -ten_30), "above -2^-8192"},
      {Real::of(Function::sinh, -ten_30), "below -2^8192"},
      {Real::of(Function::sinh, ten_30), "above 2^8192"},
      {-Real::of(Function::sinh, ten_30), "below -2^8192"},
      {Real::of(Function::cosh, -ten_30), "above 2^8192"},
      {Real::pow(base, ten_30), "above 2^8192"},
      {Real::pow(base, -ten_30), "below 2^-8192"},
      {-Real::pow(base, -ten_30), "above -2^-8192"},
      {Real::of(Function::exp2, 8193), "above 2^8192"},
      {Real::of(Function::exp2, Rational(8192 * 4 + 1, 4)), "above 2^8192"},
      {Real::of(Function::exp2, -8193), "below 2^-8192"},
      {Real::of(Function::exp10, 2466), "~1e+2466"},
      {Real::of(Function::exp10, 2467), "above 2^8192"},
      {Real::of(Function::exp10, -2466), "~1e-2466"},
      {Real::of(Function::exp10, -2467), "below 2^-8192"},
      {Real::of(Function::exp, 5678), "~8.3959191277582363564e+2465"},
      {Real(two_to(10000)), "above 2^8192"},
      {Real(-two_to(10000)), "below -2^8192"},
      {Real(two_to(-10000)), "below 2^-8192"},
      {Real(-two_to(-10000)), "above -2^-8192"},
      {Real::of(Function::tanh, ten_30), "~1"},
      {Real::of(Function::tanh, -ten_30), "~-1"},
      {Real(0), "0x0p+0"},
  };
  for (const Text& row : rows) EXPECT_EQ(row.real.text(), row.expected);
}

TEST(RealText, OfResultsThatAreScaledOrRaisedTooFar) {
  const auto text = [](Operation operation, const std::string& x, const std::string& y) {
    const Format second = info(operation).operand_format(1, Format::binary32);
    const std::vector<Bits> operands = {bits_of(Format::binary32, x), bits_of(second, y)};
    return exact_result(operation, Format::binary32, operands).text(info(Format::binary32));
  };
  EXPECT_EQ(text(Operation::ldexp, "1", "2147483647"), "above 2^8192");
  EXPECT_EQ(text(Operation::ldexp, "-0x1p-149", "2147483647"), "below -2^8192");
  EXPECT_EQ(text(Operation::ldexp, "3e38", "-2147483648"), "below 2^-8192");
  EXPECT_EQ(text(Operation::ldexp, "-1.5", "-20000"), "above -2^-8192");
  EXPECT_EQ(text(Operation::ldexp, "1.5", "100"), "0x1.8p+100");
  EXPECT_EQ(text(Operation::pow, "-3", "16777215"), "below -2^8192");
  EXPECT_EQ(text(Operation::pow, "3", "1e30"), "above 2^8192");
}

}  // namespace
}  // namespace halfulp::exact
