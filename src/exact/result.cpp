// SPDX-License-Identifier: Apache-2.0
#include "exact/result.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

using number::Layout;

/// One floating operand: its class and, when finite, its value.
struct Operand {
  bool nan;
  bool infinite;
  bool zero;
  bool negative;
  Rational value;  ///< zero unless finite
};

Operand classify(const FormatInfo& row, Bits bits) {
  const Layout layout(row);
  Operand operand{layout.is_nan(bits), layout.is_infinite(bits), layout.is_zero(bits), layout.is_negative(bits), 0};
  if (layout.is_finite(bits)) operand.value = value_of(row, bits);
  return operand;
}

/// A real that may be zero: +0 then.
Result real(Rational value) {
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

/// The sum of exact results, as one operation.
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

Result rounded(const Operand& x, Rational integer) {
  if (x.nan || x.infinite || x.zero) return as_result(x);
  if (integer.sign() == 0) return Result::zero(x.negative);
  return Result::finite(std::move(integer));
}

Rational nearest_integer(const Rational& x) {
  const Rational below = x.floor();
  const int half = (x - below).compare(Rational(1, 2));
  const bool odd = !(below * Rational(1, 2)).is_integer();
  return half > 0 || (half == 0 && odd) ? below + Rational(1) : below;
}

Rational ceiling(const Rational& x) { return -((-x).floor()); }

Rational truncated(const Rational& x) { return x.sign() < 0 ? ceiling(x) : x.floor(); }

Result clamped_integer(const Operand& x, std::int64_t least, std::int64_t most) {
  if (x.nan) return Result::zero(false);
  if (x.infinite) return real(Rational(x.negative ? least : most));
  Rational integer = truncated(x.value);
  if (integer < Rational(least)) integer = least;
  if (integer > Rational(most)) integer = most;
  return real(std::move(integer));
}

Result truth(bool value) { return real(Rational(value ? 0xffffffffLL : 0)); }

/// -1, 0, 1; neither is NaN.
int compare(const Operand& x, const Operand& y) {
  const auto rank = [](const Operand& v) { return v.infinite ? (v.negative ? -1 : 1) : 0; };
  if (rank(x) != rank(y)) return rank(x) < rank(y) ? -1 : 1;
  return x.value.compare(y.value);
}

Result comparison(Operation operation, const Operand& x, const Operand& y) {
  if (x.nan || y.nan) return truth(operation == Operation::ne);
  const int order = compare(x, y);
  switch (operation) {
    case Operation::eq:
      return truth(order == 0);
    case Operation::ne:
      return truth(order != 0);
    case Operation::lt:
      return truth(order < 0);
    case Operation::le:
      return truth(order <= 0);
    case Operation::gt:
      return truth(order > 0);
    default:
      return truth(order >= 0);
  }
}

Result selection(bool smaller, const Operand& x, const Operand& y) {
  if (x.nan) return as_result(y);
  if (y.nan) return as_result(x);
  int order = compare(x, y);
  if (order == 0 && x.negative != y.negative) order = x.negative ? -1 : 1;
  return as_result((order <= 0) == smaller ? x : y);
}

Result of_positive(Real::Function function, const Operand& x) { return Result::finite(Real::of(function, x.value)); }

Result unary(Operation operation, const Operand& x) {
  if (x.nan) return Result::nan();
  switch (operation) {
    case Operation::reciprocal:
    case Operation::rcp:
      return quotient({false, false, false, false, 1}, x);
    case Operation::sqrt:
      if (x.zero) return as_result(x);
      if (x.negative) return Result::nan();
      return x.infinite ? as_result(x) : of_positive(Real::Function::sqrt, x);
    case Operation::rsq:
      if (x.zero) return Result::infinity(x.negative);
      if (x.negative) return Result::nan();
      return x.infinite ? Result::zero(false) : of_positive(Real::Function::rsqrt, x);
    case Operation::exp2:
      if (x.infinite) return x.negative ? Result::zero(false) : Result::infinity(false);
      return Result::finite(Real::of(Real::Function::exp2, x.value));
    case Operation::log2: {
      if (x.zero) return Result::infinity(true);
      if (x.negative) return Result::nan();
      if (x.infinite) return as_result(x);
      const Real value = Real::of(Real::Function::log2, x.value);
      return value.is_rational() ? real(value.rational()) : Result::finite(value);
    }
    case Operation::sin:
      if (x.infinite) return Result::nan();
      return x.zero ? as_result(x) : Result::finite(Real::of(Real::Function::sin, x.value));
    case Operation::cos:
      return x.infinite ? Result::nan() : Result::finite(Real::of(Real::Function::cos, x.value));
    case Operation::frc:
      return x.infinite ? Result::nan() : real(x.value - x.value.floor());
    case Operation::round_ne:
      return rounded(x, nearest_integer(x.value));
    case Operation::round_ni:
      return rounded(x, x.value.floor());
    case Operation::round_pi:
      return rounded(x, ceiling(x.value));
    default:
      return rounded(x, truncated(x.value));  // round_z
  }
}

Result saturated(const Operand& x) {
  if (x.nan || x.negative || x.zero) return Result::zero(false);
  if (x.infinite || x.value >= Rational(1)) return Result::finite(Rational(1));
  return as_result(x);
}

}  // namespace

Result Result::finite(Real value) { return {Kind::finite, false, false, std::move(value), 0}; }

std::string Result::text(const FormatInfo& result_format) const {
  switch (kind) {
    case Kind::nan:
      return "nan";
    case Kind::infinity:
      return negative ? "-inf" : "+inf";
    case Kind::zero:
      if (result_format.kind == FormatKind::boolean) return "false";
      return result_format.kind != FormatKind::floating ? "0" : negative ? "-0" : "+0";
    case Kind::bits:
      return bits_text(result_format.format, bits);
    case Kind::finite:
      break;
  }
  if (result_format.kind == FormatKind::boolean) return "true";
  return result_format.kind == FormatKind::floating ? value.text() : value.rational().text();
}

Result exact_result(Operation operation, Format format, std::span<const Bits> operands) {
  const FormatInfo& row = info(format);
  const Layout layout(row);
  const auto operand = [&](std::size_t i) { return classify(row, operands[i]); };
  const auto dot_product = [&](std::size_t n) {
    std::vector<Result> products;
    for (std::size_t i = 0; i < n; ++i) products.push_back(product(operand(i), operand(i + n)));
    return sum(products);
  };
  switch (operation) {
    case Operation::add:
      return sum(std::vector{as_result(operand(0)), as_result(operand(1))});
    case Operation::sub:
      return sum(std::vector{as_result(operand(0)), as_result(negated(operand(1)))});
    case Operation::mul:
      return product(operand(0), operand(1));
    case Operation::div:
      return quotient(operand(0), operand(1));
    case Operation::mad:
      return sum(std::vector{product(operand(0), operand(1)), as_result(operand(2))});
    case Operation::dp2:
      return dot_product(2);
    case Operation::dp3:
      return dot_product(3);
    case Operation::dp4:
      return dot_product(4);
    case Operation::min:
      return selection(true, operand(0), operand(1));
    case Operation::max:
      return selection(false, operand(0), operand(1));
    case Operation::eq:
    case Operation::ne:
    case Operation::lt:
    case Operation::le:
    case Operation::gt:
    case Operation::ge:
      return comparison(operation, operand(0), operand(1));
    case Operation::ftoi:
      return clamped_integer(operand(0), INT32_MIN, INT32_MAX);
    case Operation::ftou:
      return clamped_integer(operand(0), 0, UINT32_MAX);
    case Operation::itof:
      return real(value_of(info(Format::sint32), operands[0]));
    case Operation::utof:
      return real(value_of(info(Format::uint32), operands[0]));
    case Operation::movc:
      return Result::moved(operands[0] != 0 ? operands[1] : operands[2]);
    case Operation::mov:
    case Operation::load:
    case Operation::store:
    case Operation::state_value:
      return Result::moved(operands[0]);
    case Operation::abs:
      return Result::moved(operands[0] & ~layout.sign_mask());
    case Operation::neg:
      return Result::moved(operands[0] ^ layout.sign_mask());
    case Operation::sat:
      return saturated(operand(0));
    default:
      return unary(operation, operand(0));
  }
}

}  // namespace halfulp::exact
