// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operations without functions, from their definitions in IEEE 754, C and Direct3D, on GMP's rationals.

#include <gmpxx.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "exact/second_oracle.hpp"

namespace halfulp::exact::second {

inline mpz_class floor(const mpq_class& x) {
  mpz_class result;
  mpz_fdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}
inline mpz_class ceiling(const mpq_class& x) {
  mpz_class result;
  mpz_cdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}
inline mpz_class toward_zero(const mpq_class& x) {
  mpz_class result;
  mpz_tdiv_q(result.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  return result;
}

/// The exponent e of 2^e <= |x| < 2^(e + 1).
inline int exponent_of(const mpq_class& x) {
  const mpq_class size = abs(x);
  int e = 0;
  while (Dyadic{1, e}.number() > size) --e;
  while (Dyadic{1, e + 1}.number() <= size) ++e;
  return e;
}

inline Value opposite(Value x) {
  x.negative = !x.negative;
  x.number = -x.number;
  return x;
}

inline Value times(const Value& x, const Value& y) {
  const bool negative = x.is_negative() != y.is_negative();
  if (x.is_nan() || y.is_nan()) return Value::nan();
  if ((x.is_infinite() && y.is_zero()) || (x.is_zero() && y.is_infinite())) return Value::nan();
  if (x.is_infinite() || y.is_infinite()) return Value::infinity(negative);
  return Value::rational(x.number * y.number, negative);
}

inline Value over(const Value& x, const Value& y) {
  const bool negative = x.is_negative() != y.is_negative();
  if (x.is_nan() || y.is_nan()) return Value::nan();
  if ((x.is_infinite() && y.is_infinite()) || (x.is_zero() && y.is_zero())) return Value::nan();
  if (x.is_infinite() || y.is_zero()) return Value::infinity(negative);
  if (y.is_infinite()) return Value::zero(negative);
  return Value::rational(x.number / y.number, negative);
}

/// IEEE 754 6.3: an exact zero sum is +0, but that of zeros with the same sign has it.
inline Value plus(const Value& x, const Value& y) {
  if (x.is_nan() || y.is_nan()) return Value::nan();
  if (x.is_infinite() && y.is_infinite()) return x.negative == y.negative ? x : Value::nan();
  if (x.is_infinite()) return x;
  if (y.is_infinite()) return y;
  return Value::rational(x.number + y.number, x.is_zero() && y.is_zero() && x.negative && y.negative);
}

/// x1 * y1 + ... without a step that rounds; operands are x1 ... xn, y1 ... yn.
inline Value dot(std::span<const Value> operands) {
  const std::size_t n = operands.size() / 2;
  Value total = Value::zero(true);
  for (std::size_t i = 0; i < n; ++i) total = plus(total, times(operands[i], operands[i + n]));
  return total;
}

/// The place on the real line with -0 next to +0.
inline bool precedes(const Value& x, const Value& y) {
  const auto side = [](const Value& v) { return !v.is_infinite() ? 0 : v.negative ? -1 : 1; };
  if (side(x) != side(y)) return side(x) < side(y);
  if (x.number != y.number) return x.number < y.number;
  return x.is_zero() && y.is_zero() && x.negative && !y.negative;
}
inline bool equal(const Value& x, const Value& y) {
  return x.kind == y.kind && x.number == y.number && (!x.is_infinite() || x.negative == y.negative);
}

/// A function to the integers; its zeros have the operand's sign.
template <typename Integer>
Value to_integer(const Value& x, const Integer& integer) {
  if (x.kind != Value::Kind::number) return x;
  return Value::rational(mpq_class(integer(x.number)), x.number < 0);
}

inline mpz_class nearest_even_integer(const mpq_class& x) {
  const mpz_class below = floor(x);
  const mpq_class part = x - below;
  if (part == mpq_class(1, 2)) return mpz_even_p(below.get_mpz_t()) != 0 ? below : mpz_class(below + 1);
  return part < mpq_class(1, 2) ? below : mpz_class(below + 1);
}
inline mpz_class nearest_integer_away_from_zero(const mpq_class& x) {
  return x < 0 ? ceiling(x - mpq_class(1, 2)) : floor(x + mpq_class(1, 2));
}

inline Value clamped(const Value& x, const mpz_class& least, const mpz_class& most) {
  if (x.is_nan()) return Value::zero();
  if (x.is_infinite()) return Value::rational(mpq_class(x.negative ? least : most));
  return Value::rational(mpq_class(std::min(std::max(toward_zero(x.number), least), most)));
}

inline Value truth(bool value) { return Value::rational(value ? 4294967295U : 0U); }

inline bool compared(Operation operation, const Value& x, const Value& y) {
  if (x.is_nan() || y.is_nan()) return operation == Operation::ne;
  const bool same = equal(x, y);
  const bool less = !same && precedes(x, y);
  switch (operation) {
    case Operation::eq:
      return same;
    case Operation::ne:
      return !same;
    case Operation::lt:
      return less;
    case Operation::le:
      return less || same;
    case Operation::gt:
      return !less && !same;
    default:
      return !less;
  }
}

/// x reduced by a whole number of y toward zero, with x's sign.
inline Value modulo(const Value& x, const Value& y) {
  if (x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero()) return Value::nan();
  if (y.is_infinite()) return x;
  return Value::rational(x.number - y.number * toward_zero(x.number / y.number), x.is_negative());
}

/// x reduced by a whole number of y, the nearest and if two are as near the even one.
inline Value ieee_remainder(const Value& x, const Value& y) {
  if (x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero()) return Value::nan();
  if (y.is_infinite()) return x;
  return Value::rational(x.number - y.number * nearest_even_integer(x.number / y.number), x.is_negative());
}

/// The one whose magnitude is the larger (smaller); of equal ones that which fmax (fmin) gives.
inline Value by_magnitude(bool larger, const Value& x, const Value& y) {
  if (x.is_nan()) return y;
  if (y.is_nan()) return x;
  const auto size = [](const Value& v) { return v.is_infinite() ? Value::infinity() : Value::rational(abs(v.number)); };
  const bool same = equal(size(x), size(y));
  const bool less = same ? precedes(x, y) : precedes(size(x), size(y));
  return less == larger ? y : x;
}

/// By place in the order of all values: -infinity ... -0, +0 ... infinity, where the zeros are one value.
inline Value next_toward(const FloatFormat& format, Bits x_bits, Bits y_bits) {
  const Value x = decoded(format, x_bits);
  const Value y = decoded(format, y_bits);
  if (x.is_nan() || y.is_nan()) return Value::nan();
  if (equal(x, y)) return Value::moved(y_bits);
  const bool up = precedes(x, y);
  if (x.is_zero()) return Value::moved(1 | (up ? 0 : format.sign_bit()));
  return Value::moved(up != x.is_negative() ? x_bits + 1 : x_bits - 1);
}

/// sqrt and 1/sqrt: the last step whose square is not above.
inline Value root(Operation operation, const FloatFormat& format, const Value& x) {
  const bool reciprocal = operation == Operation::rsq;
  if (x.is_nan()) return x;
  if (x.is_zero()) return reciprocal ? Value::infinity(x.negative) : x;
  if (x.is_negative()) return Value::nan();
  if (x.is_infinite()) return reciprocal ? Value::zero() : x;
  const mpq_class square = reciprocal ? mpq_class(1 / x.number) : x.number;
  const auto squared = [](Dyadic step) { return mpq_class(step.number() * step.number()); };
  const Bits below = last_step(format, [&](Dyadic step) { return squared(step) <= square; });
  return Value::at({false, below, squared(format.step(below)) == square});
}

/// cbrt and its reciprocal, with the sign of x: the last step whose cube is not above.
inline Value cube_root(bool reciprocal, const FloatFormat& format, const Value& x) {
  if (x.is_nan()) return x;
  if (x.is_zero()) return reciprocal ? Value::infinity(x.negative) : x;
  if (x.is_infinite()) return reciprocal ? Value::zero(x.negative) : x;
  const mpq_class cube = abs(reciprocal ? mpq_class(1 / x.number) : x.number);
  const auto cubed = [](Dyadic step) { return mpq_class(step.number() * step.number() * step.number()); };
  const Bits below = last_step(format, [&](Dyadic step) { return cubed(step) <= cube; });
  return Value::at({x.number < 0, below, cubed(format.step(below)) == cube});
}

/// hypot and its reciprocal: an infinite operand counts more than a NaN.
inline Value hypotenuse(Operation operation, const FloatFormat& format, const Value& x, const Value& y) {
  const Operation root_of = operation == Operation::hypot ? Operation::sqrt : Operation::rsq;
  if (x.is_infinite() || y.is_infinite()) return root(root_of, format, Value::infinity());
  if (x.is_nan() || y.is_nan()) return Value::nan();
  return root(root_of, format, Value::rational(x.number * x.number + y.number * y.number));
}

inline Value integer_operand(Operation operation, Bits bits) {
  const auto word = static_cast<std::uint32_t>(bits);
  if (operation == Operation::utof) return Value::rational(mpq_class(word));
  return Value::rational(mpq_class(std::bit_cast<std::int32_t>(word)));
}

inline Value expected_algebraic(Operation operation, const FloatFormat& format, std::span<const Bits> bits) {
  if (operation == Operation::itof || operation == Operation::utof) return integer_operand(operation, bits[0]);
  if (operation == Operation::movc) return Value::moved(bits[0] != 0 ? bits[1] : bits[2]);
  std::vector<Value> operands;
  for (const Bits operand : bits) operands.push_back(decoded(format, operand));
  const Value& x = operands[0];
  const Value& y = operands.size() > 1 ? operands[1] : operands[0];
  const Value one = Value::rational(1);
  const Bits without_sign = bits[0] & ~format.sign_bit();
  switch (operation) {
    case Operation::add:
      return plus(x, y);
    case Operation::sub:
      return plus(x, opposite(y));
    case Operation::mul:
      return times(x, y);
    case Operation::div:
      return over(x, y);
    case Operation::reciprocal:
    case Operation::rcp:
      return over(one, x);
    case Operation::sqrt:
    case Operation::rsq:
      return root(operation, format, x);
    case Operation::mad:
    case Operation::fma:
      return plus(times(x, y), operands[2]);
    case Operation::dp2:
    case Operation::dp3:
    case Operation::dp4:
      return dot(operands);
    case Operation::fdim:
      if (x.is_nan() || y.is_nan()) return Value::nan();
      return precedes(y, x) && !equal(x, y) ? plus(x, opposite(y)) : Value::zero();
    case Operation::fmod:
      return modulo(x, y);
    case Operation::ldexp: {
      const auto n = std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(bits[1]));
      return times(x, Value::rational(Dyadic{1, n}.number()));
    }
    case Operation::frc:
      return x.is_nan() || x.is_infinite() ? Value::nan() : Value::rational(x.number - floor(x.number));
    case Operation::round_ne:
      return to_integer(x, nearest_even_integer);
    case Operation::round_ni:
      return to_integer(x, floor);
    case Operation::round_pi:
      return to_integer(x, ceiling);
    case Operation::round_z:
    case Operation::modf_integer:
      return to_integer(x, toward_zero);
    case Operation::round:
      return to_integer(x, nearest_integer_away_from_zero);
    case Operation::modf_fraction:
      if (x.is_infinite()) return Value::zero(x.negative);
      if (x.is_nan()) return x;
      return Value::rational(x.number - toward_zero(x.number), x.is_negative());
    case Operation::min:
    case Operation::max:
      if (x.is_nan()) return y;
      if (y.is_nan()) return x;
      return precedes(x, y) == (operation == Operation::min) ? x : y;
    case Operation::eq:
    case Operation::ne:
    case Operation::lt:
    case Operation::le:
    case Operation::gt:
    case Operation::ge:
      return truth(compared(operation, x, y));
    case Operation::ftoi:
      return clamped(x, -(mpz_class(1) << 31), (mpz_class(1) << 31) - 1);
    case Operation::ftou:
      return clamped(x, 0, (mpz_class(1) << 32) - 1);
    case Operation::frexp_fraction:
      if (x.kind != Value::Kind::number) return x;
      return Value::rational(x.number / Dyadic{1, exponent_of(x.number) + 1}.number());
    case Operation::frexp_exponent:
      if (x.is_zero()) return Value::zero();
      if (x.kind != Value::Kind::number) return Value::undefined();
      return Value::rational(exponent_of(x.number) + 1);
    case Operation::ilogb:
      if (x.kind != Value::Kind::number) return Value::undefined();
      return Value::rational(exponent_of(x.number));
    case Operation::logb:
      if (x.is_zero()) return Value::infinity(true);
      if (x.kind != Value::Kind::number) return x.is_nan() ? x : Value::infinity();
      return Value::rational(exponent_of(x.number));
    case Operation::remainder:
      return ieee_remainder(x, y);
    case Operation::maxmag:
    case Operation::minmag:
      return by_magnitude(operation == Operation::maxmag, x, y);
    case Operation::cbrt:
    case Operation::rcbrt:
      return cube_root(operation == Operation::rcbrt, format, x);
    case Operation::hypot:
    case Operation::rhypot:
      return hypotenuse(operation, format, x, y);
    case Operation::nextafter:
      return next_toward(format, bits[0], bits[1]);
    case Operation::copysign:
      return Value::moved(without_sign | (bits[1] & format.sign_bit()));
    case Operation::abs:
      return Value::moved(without_sign);
    case Operation::neg:
      return Value::moved(bits[0] ^ format.sign_bit());
    case Operation::mov:
    case Operation::load:
    case Operation::store:
    case Operation::state_value:
      return Value::moved(bits[0]);
    case Operation::sat:
      if (x.is_nan() || x.is_negative()) return Value::zero();
      return precedes(one, x) ? one : x;
    default:
      throw std::invalid_argument("not an algebraic operation");
  }
}

/// Whether an operation gives a float of its own format (else an integer or a truth value).
inline bool gives_float(Operation operation) {
  constexpr std::array kOthers = {Operation::eq,   Operation::ne,   Operation::lt,
                                  Operation::le,   Operation::gt,   Operation::ge,
                                  Operation::ftoi, Operation::ftou, Operation::frexp_exponent,
                                  Operation::ilogb};
  return std::find(kOthers.begin(), kOthers.end(), operation) == kOthers.end();
}

inline std::string algebraic_disagreement(Operation operation, const FloatFormat& format,
                                          std::span<const Bits> operands) {
  return disagreement(operation, format.format, operands, gives_float(operation) ? &format : nullptr,
                      expected_algebraic(operation, format, operands));
}

}  // namespace halfulp::exact::second
