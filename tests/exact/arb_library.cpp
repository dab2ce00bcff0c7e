// SPDX-License-Identifier: Apache-2.0
#include "exact/arb_library.hpp"

#include <arb_hypgeom.h>

#include <algorithm>
#include <stdexcept>

namespace halfulp::exact::second {
namespace {

bool is_integer(const mpq_class& x) { return x.get_den() == 1; }
bool is_odd(const mpq_class& x) { return is_integer(x) && mpz_odd_p(x.get_num_mpz_t()) != 0; }

using Function = void (*)(arb_ptr, arb_srcptr, slong);

void over_pi(Function function, arb_ptr result, arb_srcptr x, slong precision) {
  arb_t pi;
  arb_init(pi);
  arb_const_pi(pi, precision);
  function(result, x, precision);
  arb_div(result, result, pi, precision);
  arb_clear(pi);
}

void normal_distribution(arb_ptr result, arb_srcptr x, slong precision) {
  arb_sqrt_ui(result, 2, precision);
  arb_div(result, x, result, precision);
  arb_neg(result, result);
  arb_hypgeom_erfc(result, result, precision);
  arb_mul_2exp_si(result, result, -1);
}

void angle_over_pi(arb_ptr result, arb_srcptr y, arb_srcptr x, slong precision) {
  arb_t pi;
  arb_init(pi);
  arb_const_pi(pi, precision);
  arb_atan2(result, y, x, precision);
  arb_div(result, result, pi, precision);
  arb_clear(pi);
}

/// |x|^(1/n) with the sign of x.
void root(arb_ptr result, arb_srcptr x, arb_srcptr n, slong precision) {
  arb_t exponent;
  arb_init(exponent);
  arb_inv(exponent, n, precision);
  const bool negative = arb_is_negative(x) != 0;
  arb_abs(result, x);
  arb_pow(result, result, exponent, precision);
  if (negative) arb_neg(result, result);
  arb_clear(exponent);
}

void power(arb_ptr result, arb_srcptr x, arb_srcptr n, slong precision) {
  fmpz_t integer;
  fmpz_init(integer);
  arf_get_fmpz(integer, arb_midref(n), ARF_RND_DOWN);
  arb_pow_fmpz(result, x, integer, precision);
  fmpz_clear(integer);
}

/// x is zero, infinite or neither; the functions of one operand whose domain is the whole line.
std::optional<Value> special_of_line(Operation operation, const Value& x) {
  const bool infinite = x.is_infinite();
  if (!infinite && !x.is_zero()) return {};
  const mpq_class sign = x.is_negative() ? -1 : 1;
  switch (operation) {
    case Operation::expm1:
      return infinite && x.is_negative() ? Value::rational(-1) : x;
    case Operation::erf:
      return infinite ? Value::rational(sign) : x;
    case Operation::erfc:
      return Value::rational(infinite ? mpq_class(1 - sign) : mpq_class(1));
    case Operation::normcdf:
      return Value::rational(infinite ? mpq_class((1 + sign) / 2) : mpq_class(1, 2));
    default:  // atanpi
      return infinite ? Value::rational(sign / 2) : x;
  }
}

std::optional<Value> special_gamma(bool logarithm, const Value& x) {
  if (x.is_zero()) return Value::infinity(!logarithm && x.is_negative());
  if (x.is_infinite()) return x.is_negative() && !logarithm ? Value::nan() : Value::infinity();
  if (x.number < 0 && is_integer(x.number)) return logarithm ? Value::infinity() : Value::nan();
  if (logarithm && (x.number == 1 || x.number == 2)) return Value::zero();
  return {};
}

/// n not zero: pown and rootn of zeros and infinities, whose size goes to infinity or to zero.
Value limit(const Value& x, const mpq_class& n) {
  const bool negative = x.is_negative() && is_odd(n);
  return x.is_infinite() == (n > 0) ? Value::infinity(negative) : Value::zero(negative);
}

std::optional<Value> special_of_integer(Operation operation, const Value& x, const mpq_class& n) {
  if (operation == Operation::pown && n == 0) return Value::rational(1);
  if (x.is_nan() || n == 0) return Value::nan();
  const bool is_root = operation == Operation::rootn;
  if (is_root && x.is_negative() && !x.is_zero() && !is_odd(n)) return Value::nan();
  if (x.is_zero() || x.is_infinite()) return limit(x, n);
  return {};
}

/// In quarters of a half turn.
std::optional<Value> special_angle(const Value& y, const Value& x) {
  const auto quarters = [&y](int count) {
    mpq_class turns(y.is_negative() ? -count : count, 4);
    turns.canonicalize();
    return Value::rational(turns, y.is_negative());
  };
  if (y.is_infinite()) return quarters(!x.is_infinite() ? 2 : x.is_negative() ? 3 : 1);
  if (x.is_infinite() || y.is_zero()) return quarters(x.is_negative() ? 4 : 0);
  if (x.is_zero()) return quarters(2);
  if (abs(x.number) == abs(y.number)) return quarters(x.is_negative() ? 3 : 1);
  return {};
}

}  // namespace

bool is_library_function(Operation operation) {
  const auto has = [operation](const auto& list) {
    return std::find(list.begin(), list.end(), operation) != list.end();
  };
  return operation == Operation::atan2pi || has(kLibraryFunctionsOfOneOperand) || has(kFunctionsOfIntegers);
}

void evaluate_library(Operation operation, arb_ptr result, arb_srcptr x, arb_srcptr y, slong precision) {
  switch (operation) {
    case Operation::expm1:
      return arb_expm1(result, x, precision);
    case Operation::log1p:
      return arb_log1p(result, x, precision);
    case Operation::erf:
      return arb_hypgeom_erf(result, x, precision);
    case Operation::erfc:
      return arb_hypgeom_erfc(result, x, precision);
    case Operation::normcdf:
      return normal_distribution(result, x, precision);
    case Operation::tgamma:
      return arb_gamma(result, x, precision);
    case Operation::lgamma:
      if (arb_is_positive(x) != 0) return arb_lgamma(result, x, precision);
      arb_gamma(result, x, precision);
      arb_abs(result, result);
      return arb_log(result, result, precision);
    case Operation::asinpi:
      return over_pi(arb_asin, result, x, precision);
    case Operation::acospi:
      return over_pi(arb_acos, result, x, precision);
    case Operation::atanpi:
      return over_pi(arb_atan, result, x, precision);
    case Operation::atan2pi:
      return angle_over_pi(result, x, y, precision);
    case Operation::pown:
      return power(result, x, y, precision);
    case Operation::rootn:
      return root(result, x, y, precision);
    default:
      throw std::invalid_argument("no function of Arb");
  }
}

std::optional<Value> special_library(Operation operation, const Value& x, const Value& y) {
  if (operation == Operation::pown || operation == Operation::rootn) return special_of_integer(operation, x, y.number);
  if (x.is_nan() || y.is_nan()) return Value::nan();
  switch (operation) {
    case Operation::log1p:
      if (x.is_zero()) return x;
      if (x.is_infinite()) return x.is_negative() ? Value::nan() : x;
      if (x.number <= -1) return x.number == -1 ? Value::infinity(true) : Value::nan();
      return {};
    case Operation::tgamma:
    case Operation::lgamma:
      return special_gamma(operation == Operation::lgamma, x);
    case Operation::asinpi:
      if (x.is_zero()) return x;
      if (x.is_infinite() || abs(x.number) > 1) return Value::nan();
      if (abs(x.number) == mpq_class(1, 2)) return Value::rational(x.number / 3);
      return {};
    case Operation::acospi:
      if (x.is_infinite() || abs(x.number) > 1) return Value::nan();
      if (x.number == 1) return Value::zero();
      if (x.is_zero()) return Value::rational(mpq_class(1, 2));
      if (abs(x.number) == mpq_class(1, 2)) return Value::rational(mpq_class(1, 2) - x.number / 3);
      return {};
    case Operation::atan2pi:
      return special_angle(x, y);
    default:
      return special_of_line(operation, x);
  }
}

std::optional<int> limit_of(Operation operation, const mpq_class& x) {
  constexpr int kFar = 64;
  switch (operation) {
    case Operation::tanh:
    case Operation::erf:
      if (abs(x) > kFar) return x < 0 ? -1 : 1;
      return {};
    case Operation::expm1:
      if (x < -kFar) return -1;
      return {};
    case Operation::erfc:
      if (abs(x) > kFar) return x < 0 ? 2 : 0;
      return {};
    case Operation::normcdf:
      if (abs(x) > kFar) return x < 0 ? 0 : 1;
      return {};
    default:
      return {};
  }
}

}  // namespace halfulp::exact::second
