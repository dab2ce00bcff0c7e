// SPDX-License-Identifier: Apache-2.0
#include "exact/operand.hpp"

#include <utility>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {

using number::Layout;

Operand classify(const FormatInfo& row, Bits bits) {
  const Layout layout(row);
  Operand operand{layout.is_nan(bits), layout.is_infinite(bits), layout.is_zero(bits), layout.is_negative(bits), 0};
  if (layout.is_finite(bits)) operand.value = value_of(row, bits);
  return operand;
}

Result real(Real value) {
  if (value.sign() == 0) return Result::zero(false);
  return Result::finite(std::move(value));
}

Result product(const Operand& x, const Operand& y) {
  if (x.nan || y.nan) return Result::nan();
  const bool negative = x.negative != y.negative;
  if (x.infinite || y.infinite) return x.zero || y.zero ? Result::nan() : Result::infinity(negative);
  if (x.zero || y.zero) return Result::zero(negative);
  return Result::finite(x.value * y.value);
}

Result quotient(const Operand& x, const Operand& y) {
  if (x.nan || y.nan) return Result::nan();
  const bool negative = x.negative != y.negative;
  if (x.infinite) return y.infinite ? Result::nan() : Result::infinity(negative);
  if (y.infinite) return Result::zero(negative);
  if (y.zero) return x.zero ? Result::nan() : Result::infinity(negative);
  if (x.zero) return Result::zero(negative);
  return Result::finite(x.value / y.value);
}

Result sum(std::span<const Result> terms) {
  bool plus_infinity = false;
  bool minus_infinity = false;
  bool all_minus_zero = true;
  bool any_finite = false;
  Rational total = 0;
  for (const Result& term : terms) {
    if (term.kind == Result::Kind::nan) return Result::nan();
    if (term.kind == Result::Kind::infinity) (term.negative ? minus_infinity : plus_infinity) = true;
    all_minus_zero = all_minus_zero && term.kind == Result::Kind::zero && term.negative;
    if (term.kind == Result::Kind::finite) {
      any_finite = true;
      total = total + term.value.rational();
    }
  }
  if (plus_infinity && minus_infinity) return Result::nan();
  if (plus_infinity || minus_infinity) return Result::infinity(minus_infinity);
  if (total.sign() != 0) return Result::finite(total);
  Result zero = Result::zero(all_minus_zero);
  zero.cancelled = any_finite;
  return zero;
}

Operand as_operand(const Result& x) {
  using Kind = Result::Kind;
  if (x.kind != Kind::finite) {
    return {x.kind == Kind::nan, x.kind == Kind::infinity, x.kind == Kind::zero, x.negative, 0};
  }
  return {false, false, false, x.value.sign() < 0, x.value.rational()};
}

Result as_result(const Operand& x) {
  if (x.nan) return Result::nan();
  if (x.infinite) return Result::infinity(x.negative);
  if (x.zero) return Result::zero(x.negative);
  return Result::finite(x.value);
}

Operand negated(Operand x) {
  x.negative = !x.negative;
  x.value = -x.value;
  return x;
}

Result truth(bool value) { return real(Rational(value ? 0xffffffffLL : 0)); }

int compare(const Operand& x, const Operand& y) {
  const auto rank = [](const Operand& v) { return v.infinite ? (v.negative ? -1 : 1) : 0; };
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? -1 : 1;
  return x.value.compare(y.value);
}

Result selection(bool smaller, const Operand& x, const Operand& y) {
  if (x.nan) return as_result(y);
  if (y.nan) return as_result(x);
  int order = compare(x, y);
  if (order == 0 && x.negative != y.negative) order = x.negative ? -1 : 1;
  return as_result((order <= 0) == smaller ? x : y);
}

}  // namespace halfulp::exact
