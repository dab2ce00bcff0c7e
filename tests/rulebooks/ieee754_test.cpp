// SPDX-License-Identifier: Apache-2.0
// ieee754 against two independent computations: the processor's own arithmetic, and MPFR rounded once. The result that
// they give is the only one permitted; the values next to it are not.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <random>
#include <vector>

#include "halfulp/judge.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

const Rulebook& ieee() {
  static const Rulebook kBook = Rulebook::open("ieee754");
  return kBook;
}

Bits bits(float value) { return std::bit_cast<std::uint32_t>(value); }
Bits bits(double value) { return std::bit_cast<std::uint64_t>(value); }

/// Expects that the value is permitted and its neighbours are not.
void expect_only(Operation operation, Format format, const std::vector<Bits>& operands, Bits expected) {
  SCOPED_TRACE(testing::Message() << info(operation).name << ' ' << info(format).name << ' ' << std::hex << expected);
  const PermittedSet set = explain(ieee(), operation, format, operands).permitted;
  const FormatInfo& row = info(info(operation).result(format));
  if (number::Layout(row).is_nan(expected)) {
    EXPECT_EQ(set.text(), "{any NaN}");
    return;
  }
  EXPECT_TRUE(set.contains(expected)) << set.text();
  ASSERT_EQ(set.ranges.size(), 1U) << set.text();
  EXPECT_EQ(set.ranges[0].first, set.ranges[0].last) << set.text();
}

template <class Float, class Word>
void expect_arithmetic(Format format) {
  std::mt19937_64 random(57);
  for (int i = 0; i < 500; ++i) {
    const auto draw = [&] {
      // Every second operand is near 1, so that sums cancel; the others have any exponent, denormals among them.
      const Float near_one = std::ldexp(Float(random() % 4096 + 4096), -12);
      return i % 2 == 0 ? near_one : std::bit_cast<Float>(static_cast<Word>(random()));
    };
    const Float x = draw();
    const Float y = draw();
    const Float z = i % 4 == 0 ? -x * y : draw();
    expect_only(Operation::add, format, {bits(x), bits(y)}, bits(x + y));
    expect_only(Operation::sub, format, {bits(x), bits(y)}, bits(x - y));
    expect_only(Operation::mul, format, {bits(x), bits(y)}, bits(x * y));
    expect_only(Operation::div, format, {bits(x), bits(y)}, bits(x / y));
    expect_only(Operation::sqrt, format, {bits(x)}, bits(std::sqrt(x)));
    expect_only(Operation::remainder, format, {bits(x), bits(y)}, bits(std::remainder(x, y)));
    expect_only(Operation::logb, format, {bits(x)}, bits(std::logb(x)));
    expect_only(Operation::fma, format, {bits(x), bits(y), bits(z)}, bits(std::fma(x, y, z)));
    expect_only(Operation::round_ne, format, {bits(x)}, bits(std::nearbyint(x)));
    expect_only(Operation::round_ni, format, {bits(x)}, bits(std::floor(x)));
    expect_only(Operation::round, format, {bits(x)}, bits(std::round(x)));
  }
}

TEST(Ieee754, HasTheResultsOfTheProcessorIn32Bits) { expect_arithmetic<float, std::uint32_t>(Format::binary32); }

TEST(Ieee754, HasTheResultsOfTheProcessorIn64Bits) { expect_arithmetic<double, std::uint64_t>(Format::binary64); }

TEST(Ieee754, NarrowsLikeTheProcessor) {
  std::mt19937_64 random(58);
  for (int i = 0; i < 2000; ++i) {
    const auto x = std::bit_cast<double>((random() & ~(Bits{0x7ff} << 52U)) | ((1023 - 150 + random() % 300) << 52U));
    expect_only(Operation::binary64_to_binary32, Format::binary64, {bits(x)}, bits(static_cast<float>(x)));
    const auto n = static_cast<std::int32_t>(random());
    expect_only(Operation::itof, Format::binary32, {static_cast<std::uint32_t>(n)}, bits(static_cast<float>(n)));
  }
}

using MpfrFunction = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
struct Function {
  Operation operation;
  MpfrFunction function;
  double least;
  double most;
};

TEST(Ieee754, HasTheFunctionsOfMpfrRoundedOnce) {
  const std::vector<Function> functions = {
      {Operation::exp, mpfr_exp, -103, 88},     {Operation::exp2, mpfr_exp2, -149, 128},
      {Operation::log, mpfr_log, 0.01, 4},      {Operation::log2, mpfr_log2, 0.01, 4},
      {Operation::sin, mpfr_sin, -1000, 1000},  {Operation::cos, mpfr_cos, -1000, 1000},
      {Operation::tan, mpfr_tan, -10, 10},      {Operation::asin, mpfr_asin, -1, 1},
      {Operation::acos, mpfr_acos, -1, 1},      {Operation::atan, mpfr_atan, -10, 10},
      {Operation::sinh, mpfr_sinh, -80, 80},    {Operation::tanh, mpfr_tanh, -8, 8},
      {Operation::acosh, mpfr_acosh, 1, 10},    {Operation::atanh, mpfr_atanh, -0.99, 0.99},
      {Operation::rsq, mpfr_rec_sqrt, 0.1, 10}, {Operation::log10, mpfr_log10, 0.1, 1000},
      {Operation::expm1, mpfr_expm1, -20, 88},  {Operation::log1p, mpfr_log1p, -0.9, 1000},
      {Operation::asinpi, mpfr_asinpi, -1, 1},  {Operation::acospi, mpfr_acospi, -1, 1},
      {Operation::atanpi, mpfr_atanpi, -10, 10}};
  std::mt19937_64 random(59);
  const mpfr_exp_t least = mpfr_get_emin();
  const mpfr_exp_t most = mpfr_get_emax();
  for (const auto& [operation, function, from, to] : functions) {
    for (int i = 0; i < 60; ++i) {
      const float x = std::uniform_real_distribution<float>(static_cast<float>(from), static_cast<float>(to))(random);
      mpfr_t value;
      mpfr_init2(value, 24);
      mpfr_set_flt(value, x, MPFR_RNDN);
      mpfr_set_emin(-148);
      mpfr_set_emax(128);
      const int ternary = mpfr_subnormalize(value, function(value, value, MPFR_RNDN), MPFR_RNDN);
      static_cast<void>(ternary);
      const float expected = mpfr_get_flt(value, MPFR_RNDN);
      mpfr_set_emin(least);
      mpfr_set_emax(most);
      mpfr_clear(value);
      expect_only(operation, Format::binary32, {bits(x)}, bits(expected));
    }
  }
}

/// hypot, pown and rootn of small integers: where the result is rational it is exact.
TEST(Ieee754, HasPowersAndRootsOfIntegers) {
  for (std::uint32_t n = 1; n <= 9; ++n) {
    for (int base = -9; base <= 9; ++base) {
      const double power = std::pow(base, n);
      expect_only(Operation::pown, Format::binary64, {bits(double(base)), n}, bits(power));
      const bool is_root = base >= 0 || n % 2 == 1;
      if (is_root && n > 1) expect_only(Operation::rootn, Format::binary64, {bits(power), n}, bits(double(base)));
    }
  }
  for (const float scale : {1.0F, 0x1p-100F, 0x1p120F}) {
    expect_only(Operation::hypot, Format::binary32, {bits(-3 * scale), bits(4 * scale)}, bits(5 * scale));
    expect_only(Operation::hypot, Format::binary32, {bits(12 * scale), bits(5 * scale)}, bits(13 * scale));
  }
}

TEST(Ieee754, LeavesIntegersOutOfRangeOpen) {
  const auto is_open = [](Operation operation, double x) {
    const Bits operand = bits(x);
    return explain(ieee(), operation, Format::binary64, {&operand, 1}).permitted.anything;
  };
  EXPECT_TRUE(is_open(Operation::ftoi, 2147483648.0) && is_open(Operation::ftoi, -2147483649.0));
  EXPECT_FALSE(is_open(Operation::ftoi, 2147483647.99) || is_open(Operation::ftoi, -2147483648.99));
  EXPECT_TRUE(is_open(Operation::ftou, 4294967296.0) && is_open(Operation::ftou, -1.0));
  EXPECT_FALSE(is_open(Operation::ftou, 4294967295.99) || is_open(Operation::ftou, -0.99));
}

}  // namespace
}  // namespace halfulp
