// SPDX-License-Identifier: Apache-2.0
#include "exact/real.hpp"

#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <random>
#include <vector>

#include "exact/certified.hpp"

namespace halfulp::exact {
namespace {

using Function = Real::Function;

/// f(x) by MPFR to 400 bits, and the rational 2^-380 below and above it.
class Reference {
 public:
  Reference(Function function, double x) {
    mpfr_init2(value_, 400);
    mpfr_set_d(value_, x, MPFR_RNDN);
    switch (function) {
      case Function::sqrt:
        mpfr_sqrt(value_, value_, MPFR_RNDN);
        break;
      case Function::rsq:
        mpfr_rec_sqrt(value_, value_, MPFR_RNDN);
        break;
      case Function::exp2:
        mpfr_exp2(value_, value_, MPFR_RNDN);
        break;
      case Function::log2:
        mpfr_log2(value_, value_, MPFR_RNDN);
        break;
      case Function::sin:
        mpfr_sin(value_, value_, MPFR_RNDN);
        break;
      case Function::cos:
        mpfr_cos(value_, value_, MPFR_RNDN);
        break;
      default:
        break;
    }
  }
  Reference(const Reference&) = delete;
  Reference& operator=(const Reference&) = delete;
  ~Reference() { mpfr_clear(value_); }

  /// The value cut to `bits` bits, toward zero: exactly a sum of doubles.
  [[nodiscard]] Rational truncated(int bits) const {
    mpfr_t cut;
    mpfr_t rest;
    mpfr_init2(cut, bits);
    mpfr_init2(rest, 400);
    mpfr_set(cut, value_, MPFR_RNDZ);
    mpfr_set(rest, cut, MPFR_RNDN);
    Rational sum = 0;
    while (mpfr_zero_p(rest) == 0) {
      long exponent = 0;
      const double part = mpfr_get_d_2exp(&exponent, rest, MPFR_RNDZ);
      sum = sum + Rational::from_double(part) * Rational::power_of_two(static_cast<int>(exponent));
      mpfr_t taken;
      mpfr_init2(taken, 60);
      mpfr_set_d(taken, part, MPFR_RNDN);
      mpfr_mul_2si(taken, taken, exponent, MPFR_RNDN);
      mpfr_sub(rest, rest, taken, MPFR_RNDN);
      mpfr_clear(taken);
    }
    mpfr_clears(cut, rest, static_cast<mpfr_ptr>(nullptr));
    return sum;
  }
  [[nodiscard]] double nearest() const { return mpfr_get_d(value_, MPFR_RNDN); }

 private:
  mpfr_t value_;
};

struct Point {
  Function function;
  double x;
};

std::vector<Point> points() {
  std::vector<Point> result;
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    const double m = 1 + static_cast<double>(static_cast<float>(random() % 8388608) / 8388608.0F);
    const double any = std::ldexp(m, static_cast<int>(random() % 250) - 125);
    const double sign = random() % 2 == 0 ? 1 : -1;
    result.push_back({Function::sqrt, any});
    result.push_back({Function::rsq, any});
    result.push_back({Function::log2, any});
    result.push_back({Function::log2, 1 + std::ldexp(m, -24)});
    result.push_back({Function::exp2, sign * std::ldexp(m, static_cast<int>(random() % 14) - 7)});
    result.push_back({Function::sin, sign * any});
    result.push_back({Function::cos, sign * any});
  }
  return result;
}

TEST(Real, IsBetweenTheNeighboursOfItsMpfrValue) {
  for (const Point& point : points()) {
    const Real real = Real::of(point.function, Rational::from_double(point.x));
    if (real.is_rational()) continue;
    const Reference reference(point.function, point.x);
    for (const int bits : {24, 53, 113, 300}) {
      const Rational below = reference.truncated(bits);
      const Rational step = Rational::power_of_two(below.floor_log2() - bits + 1);
      const Rational beyond = below.sign() < 0 ? below - step : below + step;
      EXPECT_EQ(real.compare(below), below.sign() < 0 ? -1 : 1) << point.x;
      EXPECT_EQ(real.compare(beyond), below.sign() < 0 ? 1 : -1) << point.x;
    }
    EXPECT_EQ(real.floor_log2(), reference.truncated(24).floor_log2());
    EXPECT_NEAR(real.nearby().to_double() / reference.nearest(), 1, 0x1p-49) << point.x;
  }
}

/// f of a random operand of its domain.
Real random_value(Function function, std::mt19937_64& random) {
  const auto uniform = [&](double least, double most) {
    return Rational::from_double(static_cast<float>(std::uniform_real_distribution(least, most)(random)));
  };
  switch (function) {
    case Function::pow:
      return Real::pow(uniform(0.001, 8), uniform(-20, 20));
    case Function::atan2:
      return Real::atan2(uniform(-8, 8), uniform(-8, 8));
    case Function::asin:
    case Function::acos:
    case Function::atanh:
      return Real::of(function, uniform(-1, 1));
    case Function::acosh:
      return Real::of(function, uniform(1, 8));
    case Function::sqrt:
    case Function::rsq:
    case Function::log:
    case Function::log2:
    case Function::log10:
      return Real::of(function, uniform(0.001, 8));
    default:
      return Real::of(function, uniform(-20, 20));
  }
}

TEST(Real, NarrowsEveryEnclosure) {
  std::mt19937_64 random(5);
  for (const OperationInfo& row : operations()) {
    using enum Operation;
    if (!has_certified(row.operation) && row.operation != sqrt && row.operation != rsq) continue;
    if (row.operation == powr || row.operation == sincos_sin || row.operation == sincos_cos) continue;
    for (int i = 0; i < 1000; ++i) {
      const Real value = random_value(row.operation, random);
      if (value.is_rational()) continue;
      const Rational lower = value.lower();  // of the certified double, if the build has that stage
      const Rational upper = value.upper();
      const Rational nearby = value.nearby();  // MPFR's
      EXPECT_LT(lower, upper) << value.text();
      EXPECT_LE(lower, nearby) << value.text();
      EXPECT_LE(value.upper(), upper) << value.text();
      EXPECT_LE((upper - lower).abs(), nearby.abs().scaled(-44)) << value.text();
    }
  }
}

TEST(Real, IsEnclosedOnItsSideOfOne) {
  const Real below = Real::of(Function::cos, Rational::power_of_two(-40));
  EXPECT_LE(below.upper(), Rational(1));
  const Real above = Real::of(Function::exp2, Rational::power_of_two(-60));
  EXPECT_GE(above.lower(), Rational(1));
}

TEST(Real, FindsRationalResults) {
  const auto value = [](Function function, const Rational& x) {
    const Real real = Real::of(function, x);
    EXPECT_TRUE(real.is_rational()) << x.text();
    return real.rational();
  };
  EXPECT_EQ(value(Function::sqrt, Rational(9, 4)), Rational(3, 2));
  EXPECT_EQ(value(Function::sqrt, 0), Rational(0));
  EXPECT_EQ(value(Function::rsq, 9), Rational(1, 3));
  EXPECT_EQ(value(Function::exp2, -130), Rational::power_of_two(-130));
  EXPECT_EQ(value(Function::exp2, 0), Rational(1));
  EXPECT_EQ(value(Function::log2, Rational::power_of_two(-149)), Rational(-149));
  EXPECT_EQ(value(Function::log2, 1), Rational(0));
  EXPECT_EQ(value(Function::sin, 0), Rational(0));
  EXPECT_EQ(value(Function::cos, 0), Rational(1));
  EXPECT_FALSE(Real::of(Function::sqrt, 2).is_rational());
  EXPECT_FALSE(Real::of(Function::exp2, Rational(1, 2)).is_rational());
  EXPECT_FALSE(Real::of(Function::log2, 3).is_rational());
}

TEST(Real, OfTwoRootsIsRationalWhereBothAre) {
  EXPECT_EQ(Real::sum_of_roots(32, Rational(1, 243), 5).rational(), Rational(7, 3));
  for (const std::int64_t x : {2, 31, 32}) {
    EXPECT_FALSE(Real::sum_of_roots(x, 2, 5).is_rational()) << x;
    EXPECT_FALSE(Real::sum_of_roots(2, x, 5).is_rational()) << x;
  }
}

TEST(Real, OfTwoRootsIsTheirSum) {
  // 2^(1/5) + 2^(1/5) = 64^(1/5), 2 + 2^(1/5), and a sum whose parts differ a millionfold.
  const Real root = Real::root(2, 5);
  const Rational near = root.nearby();
  const Rational step = near * Rational::power_of_two(-88);
  const auto expect_between = [](const Real& sum, const Rational& low, const Rational& high) {
    EXPECT_GT(sum.compare(low), 0);
    EXPECT_LT(sum.compare(high), 0);
    EXPECT_GT((-sum).compare(-high), 0);
    EXPECT_LT((-sum).compare(-low), 0);
  };
  expect_between(Real::sum_of_roots(2, 2, 5), near + near - step, near + near + step);
  expect_between(Real::sum_of_roots(32, 2, 5), near + Rational(2) - step, near + Rational(2) + step);
  const Rational millions = Rational(1000000) * near;
  expect_between(Real::sum_of_roots(2, Rational::from_decimal("1e30") * Rational(2), 5),
                 millions + near - step * Rational(1000000), millions + near + step * Rational(1000000));
}

TEST(Real, ComparesWithThresholdsThatAreVeryNear) {
  // cos(x) < 1 by x^2 / 2 = 2^-253; sin(x) < x by x^3 / 6; 2^x > 1.
  const Rational tiny = Rational::power_of_two(-126);
  EXPECT_LT(Real::of(Function::cos, tiny).compare(1), 0);
  EXPECT_GT(Real::of(Function::cos, tiny).compare(Rational(1) - Rational::power_of_two(-252)), 0);
  EXPECT_LT(Real::of(Function::sin, tiny).compare(tiny), 0);
  EXPECT_GT(Real::of(Function::sin, -tiny).compare(-tiny), 0);
  EXPECT_GT(Real::of(Function::exp2, tiny).compare(1), 0);
  EXPECT_LT(Real::of(Function::exp2, -tiny).compare(1), 0);
}

TEST(Real, WritesExactValuesInHexAndOthersInDecimals) {
  EXPECT_EQ(Real(Rational(3)).text(), "0x1.8p+1");
  // sin(1) = 0.841470984807896506652502..., sqrt(2) = 1.41421356237309504880...
  EXPECT_EQ(Real::of(Function::sin, 1).text(), "~0.84147098480789650665");
  EXPECT_EQ(Real::of(Function::sqrt, 2).text().substr(0, 18), "~1.414213562373095");
}

TEST(Real, PiLiesBetweenItsBounds) {
  EXPECT_GT(compare_pi(Rational::from_decimal("3.14159265358979323846")), 0);
  EXPECT_LT(compare_pi(Rational::from_decimal("3.14159265358979323847")), 0);
}

}  // namespace
}  // namespace halfulp::exact
