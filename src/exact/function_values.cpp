// SPDX-License-Identifier: Apache-2.0
#include "exact/function_values.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

namespace halfulp::exact {
namespace {

constexpr int kHugePowerOfTen = 2466;  ///< 10^2466 < 2^kHuge < 10^2467

/// log2(x), x > 0, to some 50 bits: near 1 as well.
double log2_of(const Rational& x) {
  const int exponent = x.floor_log2();
  const Rational distance = x - Rational(1);
  if (exponent == 0 || exponent == -1) return std::log1p(distance.to_double()) * std::numbers::log2e;
  return exponent + std::log2((x / Rational::power_of_two(exponent)).to_double());
}

/// A bound that log2(gamma(x)), x > 2, is above, by less than 1: the first terms of Stirling's series.
double log2_of_gamma(double x) { return x * (std::log2(x) - std::numbers::log2e) - 0.5 * std::log2(x) + 1.3; }

/// (n - 1)! of a positive integer; nothing above 2^kHuge, where no threshold is.
std::optional<Rational> factorial_before(const Rational& n) {
  constexpr std::int64_t kAboveHuge = 1000;
  if (!n.is_integer() || n.sign() <= 0 || n > Rational(kAboveHuge)) return std::nullopt;
  Rational product = 1;
  for (Rational factor = 2; factor < n; factor = factor + Rational(1)) {
    product = product * factor;
    if (product.floor_log2() > kHuge) return std::nullopt;
  }
  return product;
}

/// asin(x) / pi where that is rational: at 0, 1/2 and 1 alone (Niven).
std::optional<Rational> arc_sine_in_half_turns(const Rational& x) {
  if (x.sign() == 0) return x;
  const Rational size = x.abs();
  if (size == Rational(1)) return x * Rational(1, 2);
  if (size == Rational(1, 2)) return x * Rational(1, 3);
  return std::nullopt;
}

}  // namespace

Rational power(const Rational& base, std::int64_t exponent) {
  Rational result = 1;
  Rational square = exponent < 0 ? Rational(1) / base : base;
  for (std::int64_t n = std::abs(exponent); n > 0; n /= 2) {
    if (n % 2 == 1) result = result * square;
    if (n > 1) square = square * square;
  }
  return result;
}

std::optional<Rational> rational_value(Operation function, const Rational& argument) {
  const bool zero = argument.sign() == 0;
  const bool one = argument == Rational(1);
  Rational root;
  switch (function) {
    case Operation::sqrt:
      if (argument.perfect_square(root)) return root;
      break;
    case Operation::rsq:
      if (argument.perfect_square(root)) return Rational(1) / root;
      break;
    case Operation::exp2:
      if (argument.is_integer() && argument.abs() <= Rational(kHuge)) {
        return Rational::power_of_two(static_cast<int>(argument.to_int64()));
      }
      break;
    case Operation::exp10:
      if (argument.is_integer() && argument.abs() <= Rational(kHugePowerOfTen)) {
        return power(Rational(10), argument.to_int64());
      }
      break;
    case Operation::log2:
      if (argument.is_power_of_two()) return Rational(argument.floor_log2());
      break;
    case Operation::log10:
      if (argument.is_integer()) {
        Rational power_of_ten = 1;
        for (std::int64_t k = 0; power_of_ten <= argument; ++k) {
          if (power_of_ten == argument) return Rational(k);
          power_of_ten = power_of_ten * Rational(10);
        }
      }
      break;
    case Operation::sin:
    case Operation::tan:
    case Operation::asin:
    case Operation::atan:
    case Operation::sinh:
    case Operation::tanh:
    case Operation::asinh:
    case Operation::atanh:
    case Operation::expm1:
    case Operation::log1p:
    case Operation::erf:
      if (zero) return Rational(0);
      break;
    case Operation::exp:
    case Operation::cos:
    case Operation::cosh:
    case Operation::erfc:
      if (zero) return Rational(1);
      break;
    case Operation::log:
    case Operation::acos:
    case Operation::acosh:
      if (one) return Rational(0);
      break;
    case Operation::sinpi:
    case Operation::cospi: {
      const Rational halves = argument * Rational(2);
      if (!halves.is_integer()) break;
      // In quarter turns: sin is 0, 1, 0, -1, and cos one turn ahead.
      const Rational turns = halves + Rational(function == Operation::cospi ? 1 : 0);
      const std::int64_t quarter = (turns - (turns / Rational(4)).floor() * Rational(4)).to_int64();
      return Rational(quarter % 2 == 0 ? 0 : 2 - quarter);
    }
    case Operation::tanpi: {
      const Rational quarters = argument * Rational(4);
      if (!quarters.is_integer()) break;
      const std::int64_t eighth = (quarters - (quarters / Rational(4)).floor() * Rational(4)).to_int64();
      return Rational(eighth == 0 ? 0 : 2 - eighth);  // 0, 1, (a pole), -1
    }
    case Operation::lgamma:
      if (one || argument == Rational(2)) return Rational(0);
      break;
    case Operation::tgamma:
      return factorial_before(argument);
    case Operation::normcdf:
      if (zero) return Rational(1, 2);
      break;
    case Operation::asinpi:
      return arc_sine_in_half_turns(argument);
    case Operation::acospi:
      if (const auto arc = arc_sine_in_half_turns(argument)) return Rational(1, 2) - *arc;
      break;
    case Operation::atanpi:
      if (zero || argument.abs() == Rational(1)) return argument / Rational(4);
      break;
    default:
      break;
  }
  return std::nullopt;
}

double log2_of_huge(Operation function, const Rational& argument, const Rational& second) {
  const double x = argument.to_double();
  switch (function) {
    case Operation::exp:
      return x * std::numbers::log2e;
    case Operation::exp2:
      return x;
    case Operation::exp10:
      return x * (std::numbers::ln10 / std::numbers::ln2);
    case Operation::sinh:
    case Operation::cosh:
      return std::max(0.0, std::fabs(x) * std::numbers::log2e - 1);
    case Operation::pow:
      return second.to_double() * log2_of(argument);
    case Operation::expm1:
      return std::max(0.0, x * std::numbers::log2e);
    case Operation::erfc:
      return x > 1 ? -x * x * std::numbers::log2e : 0;
    case Operation::normcdf:
      return x < -2 ? -x * x / 2 * std::numbers::log2e : 0;
    case Operation::tgamma:
      if (x > 2) return log2_of_gamma(x);
      return x < -1 ? std::min(0.0, 64 - log2_of_gamma(1 - x)) : 0;  // |sin(pi * x)| > 2^-60
    default:
      return 0;
  }
}

bool is_negative_where_huge(Operation function, double x) {
  if (function == Operation::tgamma) return x < 0 && std::fmod(std::floor(x), 2) != 0;
  return function == Operation::sinh && x < 0;
}

}  // namespace halfulp::exact
