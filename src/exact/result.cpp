// SPDX-License-Identifier: Apache-2.0
#include "exact/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "exact/fixed_function.hpp"
#include "exact/library_functions.hpp"
#include "exact/operand.hpp"
#include "exact/pixel.hpp"
#include "exact/shader_functions.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::exact {
namespace {

using number::Layout;

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

/// The value of an operand, or the end that it lies beyond.
Result clamped(const Operand& x, const Rational& value, std::int64_t least, std::int64_t most) {
  const bool below = x.infinite ? x.negative : value < Rational(least);
  const bool above = x.infinite ? !x.negative : value > Rational(most);
  Result result = real(below ? Rational(least) : above ? Rational(most) : value);
  result.clamped = below || above;
  return result;
}

Result clamped_integer(const Operand& x, const FormatInfo& to) {
  if (x.nan) return Result::zero(false);
  return clamped(x, truncated(x.value), number::least_code(to), number::most_code(to));
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

/// A function's value at a finite operand: a zero has the operand's sign.
Result odd_value(Real::Function function, const Operand& x) {
  const Real value = Real::of(function, x.value);
  return value.is_rational() && value.rational().sign() == 0 ? Result::zero(x.negative) : Result::finite(value);
}
Result value(Real::Function function, const Operand& x) {
  const Real value = Real::of(function, x.value);
  return value.is_rational() ? real(value.rational()) : Result::finite(value);
}

/// A function's value, at infinities, zeros and the ends of its domain as well.
Result function_value(Real::Function function, const Operand& x) {
  const double size = x.infinite ? HUGE_VAL : x.zero ? 0.0 : x.value.abs().to_double();
  if (const auto edge = Real::at_edge(function, x.negative ? -size : size)) {
    if (std::isnan(*edge)) return Result::nan();
    if (std::isinf(*edge)) return Result::infinity(*edge < 0);
    return *edge == 0 ? Result::zero(std::signbit(*edge)) : Result::finite(Rational::from_double(*edge));
  }
  return value(function, x);
}

Result circular(Operation operation, const Operand& x) {
  if (x.infinite) return Result::nan();
  switch (operation) {
    case Operation::tan:
      return odd_value(Real::Function::tan, x);
    case Operation::sinpi:
      return odd_value(Real::Function::sinpi, x);
    case Operation::cospi:
      return value(Real::Function::cospi, x);
    default: {  // tanpi, whose signs of zero and infinity at n and n + 1/2 are C23's
      const Rational halves = x.value * Rational(2);
      if (!halves.is_integer()) return Result::finite(Real::of(Real::Function::tanpi, x.value));
      const bool odd_floor = !(x.value.floor() * Rational(1, 2)).is_integer();
      return x.value.is_integer() ? Result::zero(x.negative != odd_floor) : Result::infinity(odd_floor);
    }
  }
}

/// pi or -pi.
Result half_turn(bool negative) {
  const Real pi = Real::atan2(0, -1);
  return Result::finite(negative ? -pi : pi);
}

Result angle(const Operand& y, const Operand& x) {
  if (y.nan || x.nan) return Result::nan();
  if (y.infinite || x.infinite) {
    // The angle of the corner or the axis that the point goes to.
    if (x.infinite && !x.negative && !y.infinite) return Result::zero(y.negative);
    if (x.infinite && !y.infinite) return half_turn(y.negative);
    const Rational towards_x = x.infinite ? (x.negative ? -1 : 1) : 0;
    return Result::finite(Real::atan2(y.negative ? -1 : 1, towards_x));
  }
  if (y.zero) {
    if (!x.negative) return Result::zero(y.negative);
    return half_turn(y.negative);
  }
  return Result::finite(Real::atan2(y.value, x.value));
}

bool is_odd_integer(const Rational& y) { return y.is_integer() && !(y * Rational(1, 2)).is_integer(); }

/// x^y for |x| = m, not zero, finite or infinite, y not zero: the limit's size.
Result magnitude_to_infinity(bool grows) { return grows ? Result::infinity(false) : Result::zero(false); }

Result with_sign(Result result, bool negative) {
  if (!negative) return result;
  if (result.kind == Result::Kind::finite) return Result::finite(-result.value);
  result.negative = !result.negative;
  return result;
}

Result power(const Operand& x, const Operand& y) {
  const Rational one = 1;
  const bool is_one = !x.nan && !x.infinite && x.value == one;
  if (y.zero || is_one) return Result::finite(one);
  if (x.nan || y.nan) return Result::nan();
  if (y.infinite) {
    if (!x.infinite && x.value.abs() == one) return Result::finite(one);
    const bool above = x.infinite || x.value.abs() > one;
    return magnitude_to_infinity(above != y.negative);
  }
  const bool odd = is_odd_integer(y.value);
  if (x.zero || x.infinite) return with_sign(magnitude_to_infinity(x.infinite != y.negative), x.negative && odd);
  if (x.negative && !y.value.is_integer()) return Result::nan();
  return with_sign(Result::finite(Real::pow(x.value.abs(), y.value)), x.negative && odd);
}

/// powr of IEEE 754: exp(y * log(x)), so that it is no number where that product is none.
Result positive_power(const Operand& x, const Operand& y) {
  if (x.nan || y.nan || (x.negative && !x.zero)) return Result::nan();
  const bool is_one = !x.infinite && x.value == Rational(1);
  if ((y.zero && (x.zero || x.infinite)) || (is_one && y.infinite)) return Result::nan();
  Operand base = x;
  base.negative = false;
  return power(base, y);
}

Result remainder(const Operand& x, const Operand& y) {
  if (x.nan || y.nan || x.infinite || y.zero) return Result::nan();
  if (x.zero || y.infinite) return as_result(x);
  const Rational rest = x.value - y.value * truncated(x.value / y.value);
  return rest.sign() == 0 ? Result::zero(x.negative) : Result::finite(rest);
}

Result scaled(const Operand& x, Bits exponent) {
  if (x.nan || x.infinite || x.zero) return as_result(x);
  // Further than that every format has overflowed or underflowed, and Real::text() says no more.
  constexpr std::int64_t kFar = 16384;
  const std::int64_t n = std::clamp(number::ordinal(info(Format::sint32), exponent), -kFar, kFar);
  return Result::finite(x.value.scaled(static_cast<int>(n)));
}

Result difference(const Operand& x, const Operand& y) {
  if (x.nan || y.nan) return Result::nan();
  if (compare(x, y) <= 0) return Result::zero(false);
  return sum(std::vector{as_result(x), as_result(negated(y))});
}

Result next_after(const FormatInfo& row, Bits x, Bits y) {
  const Layout layout(row);
  if (layout.is_nan(x) || layout.is_nan(y)) return Result::nan();
  if (layout.is_zero(x) && layout.is_zero(y)) return Result::moved(y);
  const std::int64_t from = number::ordinal(row, x);
  const std::int64_t to = number::ordinal(row, y);
  if (from == to) return Result::moved(y);
  if (layout.is_zero(x)) return Result::moved(Bits{1} | layout.zero(to < from));
  return Result::moved(number::from_ordinal(row, to > from ? from + 1 : from - 1));
}

/// f and e of x = f * 2^e with |f| in [1/2, 1); the exponents of infinity and NaN are nowhere defined.
Result decomposed(Operation operation, const Operand& x) {
  const bool special = x.nan || x.infinite;
  if (operation == Operation::frexp_fraction) {
    if (special || x.zero) return as_result(x);
    return Result::finite(x.value.scaled(-x.value.floor_log2() - 1));
  }
  if (special || (x.zero && operation == Operation::ilogb)) return Result::undefined();
  if (x.zero) return Result::zero(false);
  return real(Rational(x.value.floor_log2() + (operation == Operation::ilogb ? 0 : 1)));
}

Result parted(Operation operation, const Operand& x) {
  if (x.nan) return Result::nan();
  if (operation == Operation::modf_integer) return rounded(x, truncated(x.value));
  if (x.infinite) return Result::zero(x.negative);
  return rounded(x, x.value - truncated(x.value));
}

Rational nearest_integer_away(const Rational& x) {
  const Rational magnitude = (x.abs() + Rational(1, 2)).floor();
  return x.sign() < 0 ? -magnitude : magnitude;
}

Result unary(Operation operation, const Operand& x) {
  if (x.nan) return Result::nan();
  switch (operation) {
    case Operation::reciprocal:
    case Operation::rcp:
      return quotient({false, false, false, false, 1}, x);
    case Operation::rsq:
      if (x.zero) return Result::infinity(x.negative);
      if (x.negative) return Result::nan();
      return x.infinite ? Result::zero(false) : Result::finite(Real::of(Operation::rsq, x.value));
    case Operation::sincos_sin:
      return function_value(Operation::sin, x);
    case Operation::sincos_cos:
      return function_value(Operation::cos, x);
    case Operation::frc:
      return x.infinite ? Result::nan() : real(x.value - x.value.floor());
    case Operation::round_ne:
      return rounded(x, nearest_integer(x.value));
    case Operation::round_ni:
      return rounded(x, x.value.floor());
    case Operation::round_pi:
      return rounded(x, ceiling(x.value));
    case Operation::round_z:
      return rounded(x, truncated(x.value));
    case Operation::round:
      return rounded(x, nearest_integer_away(x.value));
    case Operation::tan:
    case Operation::sinpi:
    case Operation::cospi:
    case Operation::tanpi:
      return circular(operation, x);
    case Operation::atan:
      // The limit is a quarter turn: the angle of (0, +-1).
      return x.infinite ? Result::finite(Real::atan2(x.negative ? -1 : 1, 0)) : function_value(operation, x);
    default:
      return function_value(operation, x);
  }
}

Result saturated(const Operand& x) {
  if (x.nan || x.negative || x.zero) return Result::zero(false);
  if (x.infinite || x.value >= Rational(1)) return Result::finite(Rational(1));
  return as_result(x);
}

/// A component before it is rounded to a code of the format.
Result encoded(const FormatInfo& to, const Operand& x) {
  if (x.nan) return Result::nan();
  const number::CodeRange codes = number::value_codes(to);
  const bool inside = x.value.sign() > 0 && x.value < Rational(1);
  if (to.kind == FormatKind::srgb && inside) return Result::finite(srgb8_code(x.value));
  return clamped(x, x.value * Rational(number::denominator(to)), codes.least, codes.most);
}

Result pixel_component(Operation operation, const FormatInfo& from, const FormatInfo& to,
                       std::span<const Bits> operands) {
  if (to.kind == FormatKind::shared_exponent) {
    return Result::moved(rgb9e5_nearest(rgb9e5_components(operands), false));
  }
  if (from.kind == FormatKind::floating) {
    const Operand x = classify(from, operands[0]);
    return to.kind == FormatKind::floating ? as_result(x) : encoded(to, x);
  }
  switch (operation) {
    case Operation::rgb9e5_to_binary32_red:
    case Operation::rgb9e5_to_binary32_green:
    case Operation::rgb9e5_to_binary32_blue:
      return real(rgb9e5_component(operands[0],
                                   static_cast<int>(operation) - static_cast<int>(Operation::rgb9e5_to_binary32_red)));
    default:
      break;
  }
  if (from.kind == FormatKind::srgb) {
    const Rational x = number::ordinal(from, operands[0]);
    return real(operands.size() == 1 ? srgb8_linear(x) : srgb8_mean(x, number::ordinal(from, operands[1])));
  }
  const Rational value = value_of(from, operands[0]);
  if (to.kind == FormatKind::floating) return real(value);
  return clamped({}, value, number::least_code(to), number::most_code(to));
}

/// A code before it is rounded, as a decimal: exact if 17 digits do, else after "~".
std::string code_text(const Real& code) {
  const Rational nearby = code.nearby();
  const Rational magnitude = nearby.abs();
  const std::string decimal = fmt::format("{}", magnitude.to_double());
  const bool exact =
      code.is_rational() && decimal.find('e') == std::string::npos && Rational::from_decimal(decimal) == magnitude;
  return fmt::format("{}{}{}", exact ? "" : "~", nearby.sign() < 0 ? "-" : "", decimal);
}

/// Whether a conversion is from one floating format to another.
bool is_between_floats(const OperationInfo& row) {
  const auto is_floating = [](std::optional<Format> format) {
    return format && info(*format).kind == FormatKind::floating;
  };
  return row.family == OperationFamily::conversion && is_floating(row.operand_formats.front()) &&
         is_floating(row.result_format);
}

}  // namespace

Result Result::undefined() {
  Result result;
  result.kind = Kind::undefined;
  return result;
}

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
    case Kind::undefined:
      return "undefined";
    case Kind::finite:
      break;
  }
  switch (result_format.kind) {
    case FormatKind::floating:
      return value.text();
    case FormatKind::boolean:
      return "true";
    case FormatKind::unorm:
    case FormatKind::snorm:
    case FormatKind::srgb:
    case FormatKind::fixed:
      return fmt::format("{}/{}", code_text(value), number::denominator(result_format));
    default:
      return value.rational().text();
  }
}

Result exact_result(Operation operation, Format format, std::span<const Bits> operands) {
  const FormatInfo& row = info(format);
  const Layout layout(row);
  const auto operand = [&](std::size_t i) {
    return classify(info(info(operation).operand_format(static_cast<int>(i), format)), operands[i]);
  };
  if (info(operation).family == OperationFamily::texture) return Result::undefined();
  if (info(operation).family == OperationFamily::fixed_function) return fixed_function(operation, operands);
  if (info(operation).family == OperationFamily::pixel) {
    return pixel_component(operation, row, info(info(operation).result(format)), operands);
  }
  if (info(operation).family == OperationFamily::conversion) {
    const FormatInfo& from = info(info(operation).operand_format(0, format));
    const FormatInfo& to = info(info(operation).result(format));
    if (to.kind != FormatKind::floating) return clamped_integer(operand(0), to);
    if (from.kind != FormatKind::floating) return real(value_of(from, operands[0]));
  }
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
    case Operation::fma:
      return sum(std::vector{product(operand(0), operand(1)), as_result(operand(2))});
    case Operation::dp2:
    case Operation::blend:
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
    case Operation::copysign:
      return Result::moved((operands[0] & ~layout.sign_mask()) | (operands[1] & layout.sign_mask()));
    case Operation::fdim:
      return difference(operand(0), operand(1));
    case Operation::fmod:
      return remainder(operand(0), operand(1));
    case Operation::ldexp:
      return scaled(operand(0), operands[1]);
    case Operation::nextafter:
      return next_after(row, operands[0], operands[1]);
    case Operation::frexp_fraction:
    case Operation::frexp_exponent:
    case Operation::ilogb:
      return decomposed(operation, operand(0));
    case Operation::modf_fraction:
    case Operation::modf_integer:
      return parted(operation, operand(0));
    case Operation::atan2:
      return angle(operand(0), operand(1));
    case Operation::pow:
      return power(operand(0), operand(1));
    case Operation::pown:
      return power(operand(0), integer_operand(operands[1]));
    case Operation::powr:
      return positive_power(operand(0), operand(1));
    default:
      if (is_between_floats(info(operation))) return as_result(operand(0));
      if (auto result = shader_function(operation, row, operands)) return *std::move(result);
      if (auto result = library_function(operation, row, operands)) return *std::move(result);
      return unary(operation, operand(0));
  }
}

}  // namespace halfulp::exact
