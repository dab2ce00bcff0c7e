// SPDX-License-Identifier: Apache-2.0
#include "exact/library_functions.hpp"

#include <cmath>
#include <numbers>

#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

/// From this degree on no value of a format but 1 is a perfect power: the exponents of binary64 end before.
constexpr std::int64_t kLargestPerfectDegree = 1100;

Result signed_real(const Real& size, bool negative) { return Result::finite(negative ? -size : size); }

bool is_odd(const Rational& integer) { return !(integer * Rational(1, 2)).is_integer(); }

Rational nearest_even_integer(const Rational& x) {
  const Rational below = x.floor();
  const int half = (x - below).compare(Rational(1, 2));
  return half > 0 || (half == 0 && is_odd(below)) ? below + Rational(1) : below;
}

/// |x|^(1/n) with a sign; x finite and not zero, n not zero.
Result root(const Operand& x, std::int64_t n, bool negative) {
  const Rational size = x.value.abs();
  const std::int64_t degree = n < 0 ? -n : n;
  if (degree > kLargestPerfectDegree) {
    const bool is_one = size == Rational(1);
    return signed_real(is_one ? Real(size) : Real::of(Operation::rootn, size, Rational(n)), negative);
  }
  return signed_real(Real::root(n < 0 ? Rational(1) / size : size, static_cast<int>(degree)), negative);
}

/// x^(1/n) as C23 has it, but NaN where n is zero.
Result nth_root(const Operand& x, std::int64_t n) {
  const bool odd = n % 2 != 0;
  if (x.nan || n == 0 || (x.negative && !x.zero && !odd)) return Result::nan();
  const bool negative = x.negative && odd;
  if (x.zero || x.infinite) return x.infinite == (n > 0) ? Result::infinity(negative) : Result::zero(negative);
  return root(x, n, negative);
}

/// `inverse`: 1 / hypot.
Result hypotenuse(const Operand& x, const Operand& y, bool inverse) {
  if (x.infinite || y.infinite) return inverse ? Result::zero(false) : Result::infinity(false);
  if (x.nan || y.nan) return Result::nan();
  const Rational square = x.value * x.value + y.value * y.value;
  if (square.sign() == 0) return inverse ? Result::infinity(false) : Result::zero(false);
  return Result::finite(Real::of(inverse ? Operation::rsq : Operation::sqrt, square));
}

Result ieee_remainder(const Operand& x, const Operand& y) {
  if (x.nan || y.nan || x.infinite || y.zero) return Result::nan();
  if (x.zero || y.infinite) return as_result(x);
  const Rational rest = x.value - y.value * nearest_even_integer(x.value / y.value);
  return rest.sign() == 0 ? Result::zero(x.negative) : Result::finite(rest);
}

Result exponent(const Operand& x) {
  if (x.nan) return Result::nan();
  if (x.infinite || x.zero) return Result::infinity(x.zero);
  return real(Rational(x.value.floor_log2()));
}

Result by_magnitude(bool smaller, const Operand& x, const Operand& y) {
  if (x.nan || y.nan) return selection(smaller, x, y);
  Operand size_of_x = x;
  Operand size_of_y = y;
  size_of_x.negative = size_of_y.negative = false;
  size_of_x.value = x.value.abs();
  size_of_y.value = y.value.abs();
  const int order = compare(size_of_x, size_of_y);
  if (order == 0) return selection(smaller, x, y);
  return as_result((order < 0) == smaller ? x : y);
}

/// The angle of the point (x, y) in half turns: as a fraction where it is one.
Result half_turns(const Operand& y, const Operand& x) {
  if (y.nan || x.nan) return Result::nan();
  const auto turns = [&](std::int64_t quarters) {
    const Rational size(quarters, 4);
    return quarters == 0 ? Result::zero(y.negative) : Result::finite(y.negative ? -size : size);
  };
  const bool is_diagonal = x.infinite && y.infinite;
  if (!is_diagonal) {
    if (y.zero || x.infinite) return turns(x.negative ? 4 : 0);
    if (x.zero || y.infinite) return turns(2);
  }
  if (is_diagonal || x.value.abs() == y.value.abs()) return turns(x.negative ? 3 : 1);
  return Result::finite(Real::of(Operation::atan2pi, y.value, x.value));
}

}  // namespace

Operand integer_operand(Bits bits) {
  const std::int64_t n = number::ordinal(info(Format::sint32), bits);
  return {false, false, n == 0, n < 0, Rational(n)};
}

std::optional<Result> library_function(Operation operation, const FormatInfo& row, std::span<const Bits> operands) {
  if (operation < Operation::cbrt || operation > Operation::minmag) return std::nullopt;
  const Operand x = classify(row, operands[0]);
  const auto second = [&] { return classify(row, operands[1]); };
  const bool is_integer = !x.nan && !x.infinite && x.value.is_integer();
  switch (operation) {
    case Operation::cbrt:
      return nth_root(x, 3);
    case Operation::rcbrt:
      return nth_root(x, -3);
    case Operation::rootn:
      return nth_root(x, number::ordinal(info(Format::sint32), operands[1]));
    case Operation::hypot:
    case Operation::rhypot:
      return hypotenuse(x, second(), operation == Operation::rhypot);
    case Operation::remainder:
      return ieee_remainder(x, second());
    case Operation::logb:
      return exponent(x);
    case Operation::maxmag:
    case Operation::minmag:
      return by_magnitude(operation == Operation::minmag, x, second());
    case Operation::atan2pi:
      return half_turns(x, second());
    case Operation::tgamma:
      if (is_integer && x.value.sign() < 0) return Result::nan();
      return std::nullopt;
    case Operation::lgamma:
      if (is_integer && x.value.sign() <= 0) return Result::infinity(false);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

int lgamma_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  int sign = 0;
  return mpfr_lgamma(y, &sign, x, rounding);
}

/// Ziv's loop; the value at x not zero is irrational, so that it ends. With x' within 2^-bits of -x / sqrt(2),
/// relative, erfc(x') is within 2^-bits (2 x'^2 + 2 |x'| + 1) of erfc(-x / sqrt(2)), relative.
int normcdf_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding) {
  if (mpfr_regular_p(x) == 0) {
    if (mpfr_nan_p(x) != 0) return mpfr_set(y, x, rounding);
    const int halves = mpfr_zero_p(x) != 0 ? 1 : mpfr_signbit(x) != 0 ? 0 : 2;
    return mpfr_set_ui_2exp(y, static_cast<unsigned long>(halves), -1, rounding);
  }
  // Above 1 - 2^-(bits + 2): exp(-x^2 / 2) is less than that.
  const auto bits_of_result = static_cast<double>(mpfr_get_prec(y));
  if (mpfr_cmp_d(x, std::sqrt(2 * std::numbers::ln2 * (bits_of_result + 2))) > 0) {
    mpfr_set_ui(y, 1, MPFR_RNDN);
    if (rounding != MPFR_RNDD && rounding != MPFR_RNDZ) return 1;
    mpfr_nextbelow(y);
    return -1;
  }
  const mpfr_exp_t size = mpfr_get_exp(x) > 0 ? mpfr_get_exp(x) : 0;
  for (mpfr_prec_t bits = mpfr_get_prec(y) + 2 * size + 32;; bits *= 2) {
    mpfr_t value;
    mpfr_init2(value, bits);
    mpfr_sqrt_ui(value, 2, MPFR_RNDN);
    mpfr_div(value, x, value, MPFR_RNDN);
    mpfr_neg(value, value, MPFR_RNDN);
    mpfr_erfc(value, value, MPFR_RNDN);
    mpfr_div_2ui(value, value, 1, MPFR_RNDN);
    const bool is_decided = mpfr_can_round(value, bits - 2 * size - 6, MPFR_RNDN, rounding, mpfr_get_prec(y)) != 0;
    const int side = is_decided ? mpfr_set(y, value, rounding) : 0;
    mpfr_clear(value);
    if (is_decided) return side;
  }
}

int rootn_of(mpfr_ptr y, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t rounding) {
  return mpfr_rootn_si(y, x, mpfr_get_si(n, MPFR_RNDN), rounding);
}

}  // namespace halfulp::exact
