// SPDX-License-Identifier: Apache-2.0
#include "exact/shader_functions.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

Result of_bits(const FormatInfo& row, Bits bits) {
  const number::Layout layout(row);
  if (layout.is_nan(bits)) return Result::nan();
  if (layout.is_infinite(bits)) return Result::infinity(layout.is_negative(bits));
  if (layout.is_zero(bits)) return Result::zero(layout.is_negative(bits));
  return Result::finite(value_of(row, bits));
}

bool has_minus(const Result& x) { return x.kind == Result::Kind::finite ? x.value.sign() < 0 : x.negative; }
/// Of a rational; zero of a zero.
Rational rational_of(const Result& x) { return x.kind == Result::Kind::finite ? x.value.rational() : Rational(0); }

// Steps of formulas on rational results and special values, as IEEE 754 has them.

Result operator-(Result x) {
  if (x.kind == Result::Kind::finite) return Result::finite(-x.value);
  x.negative = !x.negative;
  return x;
}

Result operator+(const Result& x, const Result& y) {
  if (x.kind == Result::Kind::nan || y.kind == Result::Kind::nan) return Result::nan();
  if (x.kind == Result::Kind::infinity && y.kind == Result::Kind::infinity && x.negative != y.negative)
    return Result::nan();
  if (x.kind == Result::Kind::infinity) return x;
  if (y.kind == Result::Kind::infinity) return y;
  const Rational sum = rational_of(x) + rational_of(y);
  if (sum.sign() != 0) return Result::finite(sum);
  Result zero = Result::zero(x.kind == Result::Kind::zero && x.negative && y.kind == Result::Kind::zero && y.negative);
  zero.cancelled = x.kind == Result::Kind::finite || x.cancelled || y.cancelled;
  return zero;
}

Result operator-(const Result& x, const Result& y) { return x + -y; }

Result operator*(const Result& x, const Result& y) {
  if (x.kind == Result::Kind::nan || y.kind == Result::Kind::nan) return Result::nan();
  const bool negative = has_minus(x) != has_minus(y);
  if (x.kind == Result::Kind::infinity || y.kind == Result::Kind::infinity) {
    return x.kind == Result::Kind::zero || y.kind == Result::Kind::zero ? Result::nan() : Result::infinity(negative);
  }
  if (x.kind == Result::Kind::zero || y.kind == Result::Kind::zero) return Result::zero(negative);
  return Result::finite(rational_of(x) * rational_of(y));
}

Result operator/(const Result& x, const Result& y) {
  if (x.kind == Result::Kind::nan || y.kind == Result::Kind::nan ||
      (x.kind == y.kind && x.kind != Result::Kind::finite))
    return Result::nan();
  const bool negative = has_minus(x) != has_minus(y);
  if (x.kind == Result::Kind::infinity || y.kind == Result::Kind::zero) return Result::infinity(negative);
  if (x.kind == Result::Kind::zero || y.kind == Result::Kind::infinity) return Result::zero(negative);
  return Result::finite(rational_of(x) / rational_of(y));
}

Result whole(std::int64_t n) { return n == 0 ? Result::zero(false) : Result::finite(Rational(n)); }

/// -1, 0, 1; neither is NaN. Zeros are equal.
int order(const Result& x, const Result& y) {
  const auto rank = [](const Result& v) { return v.kind == Result::Kind::infinity ? (v.negative ? -1 : 1) : 0; };
  return rank(x) != rank(y) ? (rank(x) < rank(y) ? -1 : 1) : rational_of(x).compare(rational_of(y));
}

/// minimumNumber and maximumNumber.
Result selected(bool smaller, const Result& x, const Result& y) {
  if (x.kind == Result::Kind::nan) return y;
  if (y.kind == Result::Kind::nan) return x;
  int sign = order(x, y);
  if (sign == 0 && x.kind == Result::Kind::zero && y.kind == Result::Kind::zero && x.negative != y.negative)
    sign = x.negative ? -1 : 1;
  return (sign <= 0) == smaller ? x : y;
}

Result sign_of(const Result& x) {
  if (x.kind == Result::Kind::nan) return whole(0);
  return x.kind == Result::Kind::zero ? x : whole(has_minus(x) ? -1 : 1);
}

Result smooth_step(const Result& a, const Result& b, const Result& x) {
  const Result quotient = (x - a) / (b - a);
  if (quotient.kind == Result::Kind::nan) return quotient;
  const Result t = selected(true, selected(false, quotient, whole(0)), whole(1));
  return t * t * (whole(3) - whole(2) * t);
}

Result dot(std::span<const Result> x, std::span<const Result> y) {
  Result sum = x[0] * y[0];
  for (std::size_t i = 1; i < x.size(); ++i) sum = sum + x[i] * y[i];
  return sum;
}

Result length_of(std::span<const Result> x) {
  const Result square = dot(x, x);
  return square.kind == Result::Kind::finite ? Result::finite(Real::of(Operation::sqrt, square.value.rational()))
                                             : square;
}

/// The first component.
Result normalized(std::span<const Result> x) {
  const Result square = dot(x, x);
  if (square.kind == Result::Kind::nan || square.kind == Result::Kind::zero) return Result::nan();
  if (square.kind == Result::Kind::infinity) {
    return x[0].kind == Result::Kind::infinity ? Result::nan() : Result::zero(has_minus(x[0]));
  }
  if (x[0].kind == Result::Kind::zero) return x[0];
  const Rational component = x[0].value.rational();
  const Real size = Real::root(component * component / square.value.rational(), 2);
  return Result::finite(component.sign() < 0 ? -size : size);
}

Result truth_of(bool value) { return whole(value ? 0xffffffffLL : 0); }

}  // namespace

std::optional<Result> shader_function(Operation operation, const FormatInfo& row, std::span<const Bits> operands) {
  if (operation < Operation::sign || operation > Operation::isfinite) return std::nullopt;
  std::vector<Result> v;
  for (const Bits bits : operands) v.push_back(of_bits(row, bits));
  const std::span<const Result> all(v);
  const auto apart = [&] {
    std::vector<Result> differences;
    const std::size_t half = v.size() / 2;
    for (std::size_t i = 0; i < half; ++i) differences.push_back(v[i] - v[i + half]);
    return differences;
  };
  switch (operation) {
    case Operation::sign:
      return sign_of(v[0]);
    case Operation::step: {
      const bool is_number = v[0].kind != Result::Kind::nan && v[1].kind != Result::Kind::nan;
      return whole(is_number && order(v[1], v[0]) < 0 ? 0 : 1);
    }
    case Operation::lerp:
      return v[0] + v[2] * (v[1] - v[0]);
    case Operation::smoothstep:
      return smooth_step(v[0], v[1], v[2]);
    case Operation::clamp:
      return selected(true, selected(false, v[0], v[1]), v[2]);
    case Operation::length2:
    case Operation::length3:
    case Operation::length4:
      return length_of(all);
    case Operation::distance2:
    case Operation::distance3:
    case Operation::distance4:
      return length_of(apart());
    case Operation::normalize3:
      return normalized(all);
    case Operation::cross:
      return v[0] * v[3] - v[1] * v[2];
    case Operation::reflect3:
      return v[0] - whole(2) * dot(all.first(3), all.last(3)) * v[3];
    case Operation::isnan:
      return truth_of(v[0].kind == Result::Kind::nan);
    case Operation::isinf:
      return truth_of(v[0].kind == Result::Kind::infinity);
    case Operation::isfinite:
      return truth_of(v[0].kind == Result::Kind::zero || v[0].kind == Result::Kind::finite);
    default:  // radians, degrees: functions of MPFR's kind
      return std::nullopt;
  }
}

}  // namespace halfulp::exact
