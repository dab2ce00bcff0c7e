// SPDX-License-Identifier: Apache-2.0
#include "judge/other_judges.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

namespace halfulp::benchmarks {
namespace {

constexpr int kPrecision = 64;
constexpr int kFractionBits = 23;
constexpr int kLeastExponent = -126;
constexpr double kLeastNormal = 0x1p-126;
constexpr double kOverflows = 0x1.ffffffp+127;  // nearest from here on: infinity

double operand(const JudgedOperation& judged, std::uint32_t bits) {
  const double x = std::bit_cast<float>(bits);
  return judged.flushes() && std::fabs(x) < kLeastNormal ? std::copysign(0.0, x) : x;
}

/// A truth value counts as 0 or 1.
double result(const JudgedOperation& judged, std::uint32_t bits) {
  if (info(judged.operation).family == OperationFamily::comparison) return bits != 0 ? 1 : 0;
  return std::bit_cast<float>(bits);
}

}  // namespace

bool passes_in_double(const JudgedOperation& judged, const std::uint32_t* operands, std::uint32_t observed_bits) {
  std::array<double, kMaxArity> x{};
  const auto arity = static_cast<std::size_t>(info(judged.operation).arity);
  for (std::size_t i = 0; i < arity; ++i) x[i] = operand(judged, operands[i]);
  const double exact = judged.in_double(x.data());
  const double observed = result(judged, observed_bits);
  if (std::isnan(exact)) return std::isnan(observed);
  if (std::fabs(exact) >= kOverflows) return std::isinf(observed) && std::signbit(observed) == std::signbit(exact);
  if (std::fabs(exact) < kLeastNormal) return std::fabs(observed) <= kLeastNormal;
  const double ulp = std::ldexp(1, std::ilogb(exact) - kFractionBits);
  const double error = std::fabs(observed - exact) / ulp;
  return error <=
         judged.tolerance.ulp + (judged.tolerance.absolute + judged.tolerance.relative * std::fabs(exact)) / ulp;
}

MpfrJudge::MpfrJudge() {
  for (mpfr_t& one : operands_) mpfr_init2(one, kFractionBits + 1);
  mpfr_init2(exact_, kPrecision);
  mpfr_init2(distance_, kPrecision);
}

MpfrJudge::~MpfrJudge() {
  for (mpfr_t& one : operands_) mpfr_clear(one);
  mpfr_clear(exact_);
  mpfr_clear(distance_);
  mpfr_free_cache();
}

bool MpfrJudge::passes(const JudgedOperation& judged, const std::uint32_t* operands, std::uint32_t observed_bits) {
  const int arity = info(judged.operation).arity;
  for (int i = 0; i < arity; ++i) mpfr_set_d(operands_[i], operand(judged, operands[i]), MPFR_RNDN);
  judged.in_mpfr(exact_, operands_);
  const double observed = result(judged, observed_bits);
  if (mpfr_nan_p(exact_) != 0) return std::isnan(observed);
  if (mpfr_cmp_d(exact_, kOverflows) >= 0) return observed == HUGE_VAL;
  if (mpfr_cmp_d(exact_, -kOverflows) <= 0) return observed == -HUGE_VAL;
  if (mpfr_zero_p(exact_) != 0 || mpfr_get_exp(exact_) <= kLeastExponent) return std::fabs(observed) <= kLeastNormal;
  mpfr_sub_d(distance_, exact_, observed, MPFR_RNDN);
  mpfr_abs(distance_, distance_, MPFR_RNDN);
  // MPFR's significands are from 1/2 to 1.
  double most = judged.tolerance.absolute;
  if (judged.tolerance.ulp > 0) {
    most += std::ldexp(judged.tolerance.ulp, static_cast<int>(mpfr_get_exp(exact_)) - 1 - kFractionBits);
  }
  if (judged.tolerance.relative > 0) most += judged.tolerance.relative * std::fabs(mpfr_get_d(exact_, MPFR_RNDN));
  return mpfr_cmp_d(distance_, most) <= 0;
}

}  // namespace halfulp::benchmarks
