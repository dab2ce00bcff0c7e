// SPDX-License-Identifier: Apache-2.0
#include "number/vector_targets.hpp"

// The targets that the library uses.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "exact/certified_lanes_test.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <vector>

#include "arithmetic/kernel_cases.hpp"
#include "certify/functions.hpp"
#include "exact/certified.hpp"
#include "exact/certified_series.hpp"
#include "number/targets.hpp"
#if HWY_TARGET != HWY_SCALAR
#include "exact/certified_lanes.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR
void evaluate(Operation /*operation*/, const double* /*x*/, const double* /*y*/, double* results,
              std::size_t /*count*/) {
  results[0] = std::nan("");
}
void evaluate_quickly(Operation operation, const double* x, const double* y, double* results, std::size_t count) {
  evaluate(operation, x, y, results, count);
}
#else
/// `count`: a multiple of the lanes.
template <class Number>
void evaluate_in(Operation operation, const double* x, const double* y, double* results, std::size_t count) {
  const bool is_of_two = info(operation).arity == 2;
  for (std::size_t i = 0; i < count; i += hn::Lanes(Doubles())) {
    const Number first = hn::LoadU(Doubles(), x + i);
    const Number second = hn::LoadU(Doubles(), y + i);
    const DoubleVector of_these = is_of_two ? certified(operation, first, second) : certified(operation, first);
    hn::StoreU(of_these, Doubles(), results + i);
  }
}
void evaluate(Operation operation, const double* x, const double* y, double* results, std::size_t count) {
  evaluate_in<Packed>(operation, x, y, results, count);
}
void evaluate_quickly(Operation operation, const double* x, const double* y, double* results, std::size_t count) {
  evaluate_in<QuickPacked>(operation, x, y, results, count);
}
#endif

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::exact {
namespace {

HWY_EXPORT(evaluate);
HWY_EXPORT(evaluate_quickly);

constexpr std::size_t kMostLanes = 64;

bool has_vectors() {
  double one[kMostLanes] = {};
  double result[kMostLanes];
  HWY_DYNAMIC_DISPATCH(evaluate)(Operation::cos, one, one, result, kMostLanes);
  return result[0] == 1;
}

/// Pads with ones, then compares the bits, which tell zeros apart, and the quick forms within their bound, of which
/// they need some.
void expect_the_scalar_bits(Operation operation, std::vector<double> x, std::vector<double> y) {
  ASSERT_GT(x.size(), 1000U) << info(operation).name;
  while (x.size() % kMostLanes != 0) x.push_back(1);
  y.resize(x.size(), 1);
  std::vector<double> results(x.size());
  std::vector<double> quick(x.size());
  const bool is_of_two = info(operation).arity == 2;
  for (const std::int64_t target : halfulp::test::targets()) {
    const halfulp::test::Target chosen(target);
    if (!has_vectors()) continue;
    HWY_DYNAMIC_DISPATCH(evaluate)(operation, x.data(), y.data(), results.data(), x.size());
    HWY_DYNAMIC_DISPATCH(evaluate_quickly)(operation, x.data(), y.data(), quick.data(), x.size());
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const auto at = [&] {
        std::ostringstream text;
        text << halfulp::test::target_name(target) << ' ' << info(operation).name << ' ' << std::hexfloat << x[i] << ' '
             << y[i];
        return text.str();
      };
      const double expected = is_of_two ? certified(operation, x[i], y[i]) : certified(operation, x[i]);
      ASSERT_EQ(std::bit_cast<std::uint64_t>(results[i]), std::bit_cast<std::uint64_t>(expected)) << at();
      if (std::fabs(expected) >= 0x1p-149 && std::fabs(expected) <= 0x1p149) {
        most = std::max(most, std::fabs(quick[i] - expected) / std::fabs(expected));
        ASSERT_LE(most, kQuickError - kCertifiedError) << at();
      } else {
        ASSERT_EQ(std::isnan(quick[i]), std::isnan(expected)) << at();
      }
    }
    EXPECT_GE(most, 0x1p-52) << info(operation).name;
  }
}

TEST(CertifiedLanes, GiveTheBitsOfTheScalarForm) {
  const number::DefaultFloatEnvironment environment;
  if (!has_vectors()) GTEST_SKIP() << "this CPU has no vectors that are used";
  for (const certify::Function& function : certify::kFunctions) {
    std::vector<double> operands;
    for (const test::Operands& given : test::suite_operands(function.operation, 5)) {
      const double x = arithmetic::value(given[0]);
      if (x != 0 && function.takes(x)) operands.push_back(x);
    }
    expect_the_scalar_bits(function.operation, operands, {});
  }
}

TEST(CertifiedLanes, OfTwoOperandsGiveTheBitsOfTheScalarForm) {
  const number::DefaultFloatEnvironment environment;
  if (!has_vectors()) GTEST_SKIP() << "this CPU has no vectors that are used";
  for (const Operation operation : {Operation::atan2, Operation::pow}) {
    std::vector<double> x;
    std::vector<double> y;
    for (const test::Operands& given : test::suite_operands(operation, 3)) {
      const double first = arithmetic::value(given[0]);
      const double second = arithmetic::value(given[1]);
      if (!(first > 0) || !std::isfinite(first) || !std::isfinite(second)) continue;
      x.push_back(first);
      y.push_back(second);
    }
    expect_the_scalar_bits(operation, x, y);
  }
}

}  // namespace
}  // namespace halfulp::exact
#endif
