// SPDX-License-Identifier: Apache-2.0
#include "number/vector_targets.hpp"

// The targets that the library uses.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/certified_vectors_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "arithmetic/kernel_cases.hpp"
#include "exact/certified.hpp"
#if HWY_TARGET != HWY_SCALAR
#include "exact/certified_vectors.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void evaluate(Operation /*operation*/, const double* /*x*/, double* results, std::size_t /*count*/) {
  results[0] = std::nan("");
}
#else
template <DoubleVector (*kFunction)(DoubleVector)>
void each(const double* x, double* results, std::size_t count) {
  for (std::size_t i = 0; i < count; i += hn::Lanes(Doubles())) {
    hn::StoreU(kFunction(hn::LoadU(Doubles(), x + i)), Doubles(), results + i);
  }
}

/// `count`: a multiple of the lanes.
void evaluate(Operation operation, const double* x, double* results, std::size_t count) {
  switch (operation) {
    case Operation::exp:
      return each<certified_exp>(x, results, count);
    case Operation::exp2:
      return each<certified_exp2>(x, results, count);
    case Operation::log:
      return each<certified_log>(x, results, count);
    case Operation::log2:
      return each<certified_log2>(x, results, count);
    case Operation::sin:
      return each<certified_sin>(x, results, count);
    default:
      return each<certified_cos>(x, results, count);
  }
}
#endif

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::exact {
namespace {

HWY_EXPORT(evaluate);

/// Operands of the suite and of random bits, up to `most`, as many as fill vectors.
std::vector<double> operands(Operation operation, double most, bool positive) {
  std::vector<double> list;
  for (const test::Operands& given : test::suite_operands(operation, 5)) {
    const double x = arithmetic::value(given[0]);
    if (std::isfinite(x) && x != 0 && std::fabs(x) <= most && (x > 0 || !positive)) list.push_back(x);
  }
  while (list.size() % 64 != 0) list.push_back(1);
  return list;
}

bool has_vectors() {
  double one[64] = {};
  double result[64];
  HWY_DYNAMIC_DISPATCH(evaluate)(Operation::cos, one, result, 64);
  return result[0] == 1;
}

void expect_the_scalar_bits(Operation operation, double (*scalar)(double) noexcept, double most, bool positive) {
  const std::vector<double> x = operands(operation, most, positive);
  ASSERT_GT(x.size(), 1000U);
  std::vector<double> results(x.size());
  HWY_DYNAMIC_DISPATCH(evaluate)(operation, x.data(), results.data(), x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(results[i], scalar(x[i])) << info(operation).name << ' ' << std::hexfloat << x[i];
  }
}

TEST(CertifiedVectors, GiveTheBitsOfTheScalarForm) {
  const number::DefaultFloatEnvironment environment;
  if (!has_vectors()) GTEST_SKIP() << "this CPU has no vectors that are used";
  expect_the_scalar_bits(Operation::exp, certified_exp, 104, false);
  expect_the_scalar_bits(Operation::exp2, certified_exp2, 160, false);
  expect_the_scalar_bits(Operation::log, certified_log, 0x1p128, true);
  expect_the_scalar_bits(Operation::log2, certified_log2, 0x1p128, true);
}

// The operands' reduction is another; both forms are within half of the bound of the exact result.
TEST(CertifiedVectors, OfSineAndCosineAreWithinTheBound) {
  const number::DefaultFloatEnvironment environment;
  if (!has_vectors()) GTEST_SKIP() << "this CPU has no vectors that are used";
  for (const Operation operation : {Operation::sin, Operation::cos}) {
    std::vector<double> x = operands(operation, 0x1p20, false);
    // Next to multiples of pi/2.
    for (int k = 1; k < 1 << 19; k += 37) x.push_back(static_cast<float>(k * 1.57079632679489661923));
    x.resize(x.size() / 64 * 64);
    std::vector<double> results(x.size());
    HWY_DYNAMIC_DISPATCH(evaluate)(operation, x.data(), results.data(), x.size());
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double scalar = operation == Operation::sin ? certified_sin(x[i]) : certified_cos(x[i]);
      worst = std::max(worst, std::fabs(results[i] - scalar) / std::fabs(scalar));
      ASSERT_LE(worst, kCertifiedError) << std::hexfloat << x[i];
    }
    EXPECT_GT(worst, 0) << "two ways to reduce";
  }
}

}  // namespace
}  // namespace halfulp::exact
#endif
