// SPDX-License-Identifier: Apache-2.0
#include "exact/rational.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <utility>

namespace halfulp::exact {
namespace {

mpq_class dyadic(std::int64_t significand, int exponent) {
  mpq_class result(std::to_string(significand));
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

Rational ours(std::int64_t significand, int exponent) {
  const bool negative = significand < 0;
  return Rational::dyadic(static_cast<std::uint64_t>(negative ? -significand : significand), exponent, negative);
}

TEST(Rational, AgreesWithGmpOnRandomArithmetic) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20000; ++i) {
    // Small and large significands, exponents near and far: results that stay small and results that do not.
    const auto significand = [&] { return static_cast<std::int64_t>(random()) >> (random() % 63); };
    const auto exponent = [&] { return static_cast<int>(random() % 601) - 300; };
    const std::int64_t s = significand();
    const std::int64_t t = significand();
    const int e = exponent();
    const int f = random() % 2 == 0 ? e : exponent();
    if (s == INT64_MIN || t == INT64_MIN) continue;
    const Rational a = ours(s, e);
    const Rational b = ours(t, f);
    const mpq_class x = dyadic(s, e);
    const mpq_class y = dyadic(t, f);
    EXPECT_EQ((a + b).text(), mpq_class(x + y).get_str());
    EXPECT_EQ((a - b).text(), mpq_class(x - y).get_str());
    EXPECT_EQ((a * b).text(), mpq_class(x * y).get_str());
    if (t != 0) {
      const Rational q = a / b;
      mpq_class z = x / y;
      EXPECT_EQ(q.text(), z.get_str());
      EXPECT_EQ((q + a).text(), mpq_class(z + x).get_str());
      mpz_class whole;
      mpz_fdiv_q(whole.get_mpz_t(), z.get_num_mpz_t(), z.get_den_mpz_t());
      EXPECT_EQ(q.floor().text(), whole.get_str());
      EXPECT_EQ(q.is_integer(), z.get_den() == 1);
      EXPECT_EQ(q.abs().text(), mpq_class(abs(z)).get_str());
    }
    EXPECT_EQ((-a).text(), mpq_class(-x).get_str());
    EXPECT_EQ(a.compare(b) < 0, x < y);
    EXPECT_EQ(a.compare(b) == 0, x == y);
    EXPECT_EQ(a.sign(), sgn(x));
  }
}

/// A chain of operations, each on what the one before left: numbers that grow past what takes no memory, and shrink
/// again.
TEST(Rational, AgreesWithGmpOnChainsOfOperations) {
  std::mt19937_64 random(4);
  int many_bits = 0;
  for (int chain = 0; chain < 3000; ++chain) {
    Rational ours_so_far = 1;
    mpq_class theirs = 1;
    for (int step = 0; step < 12; ++step) {
      const auto n = static_cast<std::int64_t>(random() >> (random() % 63 + 1));
      const int exponent = static_cast<int>(random() % 81) - 40;
      const bool is_whole = random() % 2 == 0;
      const auto d = is_whole ? 1 : static_cast<std::int64_t>(random() >> (random() % 40 + 24)) + 1;
      const Rational a = ours(n, exponent) / Rational(d);
      const mpq_class x = dyadic(n, exponent) / mpq_class(std::to_string(d));
      switch (random() % 6) {
        case 0:
          ours_so_far = ours_so_far + a;
          theirs += x;
          break;
        case 1:
          ours_so_far = a - ours_so_far;
          theirs = x - theirs;
          break;
        case 2:
          ours_so_far = ours_so_far * a;
          theirs *= x;
          break;
        case 3:
          if (n == 0) continue;
          ours_so_far = ours_so_far / a;
          theirs /= x;
          break;
        case 4: {
          mpz_class whole;
          mpz_fdiv_q(whole.get_mpz_t(), theirs.get_num_mpz_t(), theirs.get_den_mpz_t());
          ours_so_far = ours_so_far.floor();
          theirs = whole;
          break;
        }
        default: {
          // A copy, moved to and fro.
          Rational copy = ours_so_far;
          ours_so_far = 7;
          ours_so_far = std::move(copy);
          break;
        }
      }
      ASSERT_EQ(ours_so_far.text(), theirs.get_str());
      ASSERT_EQ(ours_so_far.sign(), sgn(theirs));
      ASSERT_EQ(ours_so_far.compare(a), cmp(theirs, x) < 0 ? -1 : cmp(theirs, x) > 0 ? 1 : 0);
      ASSERT_EQ((-ours_so_far).compare(-a), -ours_so_far.compare(a));
      ASSERT_EQ(ours_so_far.is_integer(), theirs.get_den() == 1);
      ASSERT_EQ(ours_so_far.is_dyadic(), mpz_popcount(theirs.get_den_mpz_t()) == 1);
      ASSERT_EQ(ours_so_far.to_double(), theirs.get_d());
      many_bits += mpz_sizeinbase(theirs.get_num_mpz_t(), 2) > 200 ? 1 : 0;
      Rational root;
      ASSERT_FALSE(ours_so_far.perfect_square(root) && root * root != ours_so_far);
      ASSERT_TRUE((ours_so_far * ours_so_far).perfect_square(root));
      ASSERT_EQ(root, ours_so_far.abs());
    }
  }
  EXPECT_GT(many_bits, 1000);
}

TEST(Rational, AgreesWithGmpWhereBitsJustFit) {
  // Sums, products and differences at the ends of what takes no memory.
  for (int bits = 100; bits <= 140; ++bits) {
    for (const int gap : {0, 1, 30, 62, 63, 64, 90, 125, 126, 127, 128}) {
      const Rational a = Rational::power_of_two(bits) - Rational(1);
      const mpq_class x = dyadic(1, bits) - 1;
      for (const int sign : {1, -1}) {
        const Rational b = (Rational::power_of_two(63) - Rational(sign)).scaled(gap - 40) * Rational(sign);
        const mpq_class y = (dyadic(1, 63) - sign) * dyadic(1, gap - 40) * sign;
        EXPECT_EQ((a + b).text(), mpq_class(x + y).get_str());
        EXPECT_EQ((b - a).text(), mpq_class(y - x).get_str());
        EXPECT_EQ((a * b).text(), mpq_class(x * y).get_str());
        EXPECT_EQ((a / b).text(), mpq_class(x / y).get_str());
        EXPECT_EQ((a / Rational(0xffffffff) + b).text(), mpq_class(x / mpq_class("4294967295") + y).get_str());
        EXPECT_EQ(a.compare(b), cmp(x, y) < 0 ? -1 : cmp(x, y) > 0 ? 1 : 0);
        EXPECT_EQ(a.to_double(), x.get_d());
      }
    }
  }
}

TEST(Rational, FloorLog2IsTheExponentOfTheLeadingBit) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 5000; ++i) {
    const std::uint64_t n = (random() >> (random() % 60)) | 1;
    const std::uint64_t d = (random() >> (random() % 60)) | 1;
    const Rational q = Rational::dyadic(n, 0) / Rational::dyadic(d, 0);
    const int e = q.floor_log2();
    EXPECT_LE(Rational::power_of_two(e), q);
    EXPECT_GT(Rational::power_of_two(e + 1), q);
    EXPECT_EQ((-q).floor_log2(), e);
  }
  EXPECT_EQ(Rational::power_of_two(-149).floor_log2(), -149);
  EXPECT_EQ((Rational::power_of_two(128) - Rational::power_of_two(-20)).floor_log2(), 127);
}

TEST(Rational, KnowsPowersOfTwoAndSquares) {
  EXPECT_TRUE(Rational::power_of_two(-300).is_power_of_two());
  EXPECT_TRUE((-Rational::power_of_two(7)).is_power_of_two());
  EXPECT_FALSE(Rational(3).is_power_of_two());
  EXPECT_FALSE(Rational(1, 3).is_power_of_two());
  Rational root;
  ASSERT_TRUE(Rational(9, 16).perfect_square(root));
  EXPECT_EQ(root, Rational(3, 4));
  ASSERT_TRUE(Rational::power_of_two(-148).perfect_square(root));
  EXPECT_EQ(root, Rational::power_of_two(-74));
  EXPECT_FALSE(Rational::power_of_two(-149).perfect_square(root));
  EXPECT_FALSE(Rational(2).perfect_square(root));
  EXPECT_FALSE(Rational(9, 2).perfect_square(root));
}

TEST(Rational, ReadsDecimalsAndDoublesExactly) {
  EXPECT_EQ(Rational::from_decimal("0.0008"), Rational(1, 1250));
  EXPECT_EQ(Rational::from_decimal("12"), Rational(12));
  EXPECT_EQ(Rational::from_decimal("1e-3"), Rational(1, 1000));
  EXPECT_EQ(Rational::from_decimal("2.5e2"), Rational(250));
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const double d = std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 1800) - 1100);
    EXPECT_EQ(Rational::from_double(d).to_double(), d);
  }
  EXPECT_EQ(Rational::from_double(-0x1p-1074), -Rational::power_of_two(-1074));
}

TEST(Rational, RoundsToTheNearestDouble) {
  const Rational last = Rational::power_of_two(-52);
  const Rational tiny = Rational::power_of_two(-300);
  EXPECT_EQ((Rational(1) - tiny).nearest_double(), 1.0);
  EXPECT_EQ((tiny - Rational(1)).nearest_double(), -1.0);
  EXPECT_EQ((Rational(1) + last.scaled(-1)).nearest_double(), 1.0);  // of two the even one
  EXPECT_EQ((Rational(1) + last.scaled(-1) + tiny).nearest_double(), 1 + 0x1p-52);
  EXPECT_EQ((Rational(1) + last + last.scaled(-1)).nearest_double(), 1 + 0x1p-51);
  EXPECT_EQ(Rational(1, 3).nearest_double(), 1.0 / 3);
  EXPECT_EQ(Rational(-2, 3).nearest_double(), -2.0 / 3);
  EXPECT_EQ(Rational::power_of_two(2000).nearest_double(), std::numeric_limits<double>::max());
}

TEST(Rational, TruncatesTowardZeroToADouble) {
  const Rational above = Rational(1) + Rational::power_of_two(-52) - Rational::power_of_two(-80);
  EXPECT_EQ(above.to_double(), 1.0);
  EXPECT_EQ((-above).to_double(), -1.0);
  EXPECT_EQ(Rational(-7).to_int64(), -7);
}

}  // namespace
}  // namespace halfulp::exact
