// SPDX-License-Identifier: Apache-2.0
#include "verdicts/near_result.hpp"

#include <algorithm>
#include <cmath>

#include "certify/functions.hpp"
#include "exact/certified.hpp"
#include "exact/real_domain.hpp"

namespace halfulp::verdicts {
namespace {

bool is_certified(Operation operation) {
  return std::ranges::find(certify::kFunctions, operation, &certify::Function::operation) != certify::kFunctions.end();
}

Near within(double value, double relative) { return {value, std::fabs(value) * relative}; }

/// The series of an odd function near 0 is x + c x^3 + ...; c, or 0.
double third_coefficient(Operation operation) {
  using enum Operation;
  switch (operation) {
    case sin:
    case asinh:
      return -1.0 / 6;
    case sinh:
    case asin:
      return 1.0 / 6;
    case tan:
    case atanh:
      return 1.0 / 3;
    case tanh:
    case atan:
      return -1.0 / 3;
    default:
      return 0;
  }
}

}  // namespace

bool has_near_result(Operation operation) {
  using enum Operation;
  switch (operation) {
    case rcp:
    case reciprocal:
    case rsq:
    case sqrt:
    case frc:
    case round_ne:
    case round_ni:
    case round_pi:
    case round_z:
      return true;
    default:
      return is_certified(operation);
  }
}

Near near_result(Operation operation, double x) {
  using enum Operation;
  constexpr double kTwoRoundings = 0x1p-51;
  constexpr double kTiny = 0x1p-11;  // the next term is less than x^2 of this one
  constexpr double kLeast = 0x1p-120;
  if (!std::isfinite(x) || !exact::has_real_value(operation, x)) return {std::nan(""), 0};
  if (const double c = third_coefficient(operation); c != 0 && std::fabs(x) < kTiny && std::fabs(x) > kLeast) {
    const double rest = c * x * x * x;
    return {x, std::fabs(rest) * 0x1p-21, rest};
  }
  switch (operation) {
    case rcp:
    case reciprocal:
      return within(1 / x, kTwoRoundings);
    case rsq:
      return within(1 / std::sqrt(x), kTwoRoundings);
    case sqrt:
      return within(std::sqrt(x), kTwoRoundings);
    case frc: {
      const double below = std::floor(x);
      const double part = x - below;
      return {part, part + below == x && part < 1 ? 0 : 0x1p-51};  // inexact for tiny negatives alone
    }
    case round_ne:
      return {std::nearbyint(x), 0};
    case round_ni:
      return {std::floor(x), 0};
    case round_pi:
      return {std::ceil(x), 0};
    case round_z:
      return {std::trunc(x), 0};
    default:
      return within(exact::certified(operation, x), exact::kCertifiedError);
  }
}

}  // namespace halfulp::verdicts
