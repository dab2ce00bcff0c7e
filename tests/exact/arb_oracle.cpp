// SPDX-License-Identifier: Apache-2.0
#include "exact/arb_oracle.hpp"

#include <arb.h>
#include <flint/fmpq.h>

#include <bit>
#include <optional>
#include <stdexcept>

#include "exact/arb_library.hpp"
#include "exact/enclosure.hpp"

namespace halfulp::exact::second {
namespace {

class Ball {
 public:
  Ball() { arb_init(ball_); }
  explicit Ball(const mpq_class& dyadic) : Ball() {
    const mpz_class& numerator = dyadic.get_num();
    const auto scale = static_cast<slong>(mpz_sizeinbase(dyadic.get_den_mpz_t(), 2)) - 1;
    fmpz_t integer;
    fmpz_init_set_readonly(integer, numerator.get_mpz_t());
    arb_set_fmpz(ball_, integer);
    fmpz_clear_readonly(integer);
    arb_mul_2exp_si(ball_, ball_, -scale);
  }
  Ball(const Ball&) = delete;
  Ball& operator=(const Ball&) = delete;
  ~Ball() { arb_clear(ball_); }
  arb_ptr get() { return ball_; }

 private:
  arb_t ball_;
};

class Float {
 public:
  Float() { arf_init(value_); }
  explicit Float(Dyadic dyadic) : Float() { arf_set_ui_2exp_si(value_, dyadic.significand, dyadic.exponent); }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  ~Float() { arf_clear(value_); }
  arf_ptr get() { return value_; }

  [[nodiscard]] mpq_class number() const {
    fmpq_t fraction;
    fmpq_init(fraction);
    arf_get_fmpq(fraction, value_);
    mpq_class result;
    fmpq_get_mpq(result.get_mpq_t(), fraction);
    fmpq_clear(fraction);
    return result;
  }

 private:
  arf_t value_;
};

void power_of(unsigned base, arb_ptr result, arb_srcptr x, slong precision) {
  arb_set_ui(result, base);
  arb_pow(result, result, x, precision);
}

void evaluate(Operation operation, arb_ptr result, arb_srcptr x, arb_srcptr y, slong precision) {
  switch (operation) {
    case Operation::rsq:
      return arb_rsqrt(result, x, precision);
    case Operation::sqrt:
      return arb_sqrt(result, x, precision);
    case Operation::exp:
      return arb_exp(result, x, precision);
    case Operation::exp2:
      return power_of(2, result, x, precision);
    case Operation::exp10:
      return power_of(10, result, x, precision);
    case Operation::log:
      return arb_log(result, x, precision);
    case Operation::log2:
      return arb_log_base_ui(result, x, 2, precision);
    case Operation::log10:
      return arb_log_base_ui(result, x, 10, precision);
    case Operation::sin:
    case Operation::sincos_sin:
      return arb_sin(result, x, precision);
    case Operation::cos:
    case Operation::sincos_cos:
      return arb_cos(result, x, precision);
    case Operation::tan:
      return arb_tan(result, x, precision);
    case Operation::asin:
      return arb_asin(result, x, precision);
    case Operation::acos:
      return arb_acos(result, x, precision);
    case Operation::atan:
      return arb_atan(result, x, precision);
    case Operation::sinh:
      return arb_sinh(result, x, precision);
    case Operation::cosh:
      return arb_cosh(result, x, precision);
    case Operation::tanh:
      return arb_tanh(result, x, precision);
    case Operation::asinh:
      return arb_asinh(result, x, precision);
    case Operation::acosh:
      return arb_acosh(result, x, precision);
    case Operation::atanh:
      return arb_atanh(result, x, precision);
    case Operation::sinpi:
      return arb_sin_pi(result, x, precision);
    case Operation::cospi:
      return arb_cos_pi(result, x, precision);
    case Operation::tanpi:
      return arb_tan_pi(result, x, precision);
    case Operation::atan2:
      return arb_atan2(result, x, y, precision);
    case Operation::pow:
    case Operation::powr:
      return arb_pow(result, x, y, precision);
    default:
      return evaluate_library(operation, result, x, y, precision);
  }
}

bool is_integer(const mpq_class& x) { return x.get_den() == 1; }
bool is_odd(const mpq_class& x) { return is_integer(x) && mpz_odd_p(x.get_num_mpz_t()) != 0; }

/// The position of the numbers of a ball that does not contain zero, if they all have the same.
std::optional<Position> position_of(const FloatFormat& format, Ball& ball, slong precision) {
  const bool negative = arb_is_negative(ball.get()) != 0;
  if (!negative && arb_is_positive(ball.get()) == 0) return {};
  Ball size;
  Float least;
  Float most;
  arb_abs(size.get(), ball.get());
  arb_get_lbound_arf(least.get(), size.get(), precision);
  arb_get_ubound_arf(most.get(), size.get(), precision);
  const auto last = [&](Float& end) {
    return last_step(format, [&](Dyadic step) { return arf_cmp(Float(step).get(), end.get()) <= 0; });
  };
  const auto is_step = [&](Bits step, Float& end) { return arf_equal(Float(format.step(step)).get(), end.get()) != 0; };
  const Bits below = last(least);
  const bool starts_at_step = is_step(below, least);
  if (arb_is_exact(ball.get()) != 0) return Position{negative, below, starts_at_step};
  // A step at an end is outside the ball only if the ball stops short of it.
  if (starts_at_step || last(most) != below) return {};
  return Position{negative, below, false};
}

/// The one step inside a ball that does not shrink off it.
Position exact_position(const FloatFormat& format, Ball& ball, slong precision) {
  const bool negative = arb_is_negative(ball.get()) != 0;
  if (!negative && arb_is_positive(ball.get()) == 0) throw std::runtime_error("Arb cannot tell the result from zero");
  Ball size;
  Float most;
  arb_abs(size.get(), ball.get());
  arb_get_ubound_arf(most.get(), size.get(), precision);
  const Bits step = last_step(format, [&](Dyadic d) { return arf_cmp(Float(d).get(), most.get()) <= 0; });
  if (arb_contains_arf(size.get(), Float(format.step(step)).get()) == 0 ||
      (step > 0 && arb_contains_arf(size.get(), Float(format.step(step - 1)).get()) != 0)) {
    throw std::runtime_error("Arb's enclosure is too wide");
  }
  return {negative, step, true};
}

void set_bounds(Enclosure& enclosure, Ball& ball, slong precision) {
  Float least;
  Float most;
  arb_get_lbound_arf(least.get(), ball.get(), precision);
  arb_get_ubound_arf(most.get(), ball.get(), precision);
  constexpr slong kFar = 4096;
  for (Float* end : {&least, &most}) {
    if (arf_is_finite(end->get()) == 0 || arf_cmpabs_2exp_si(end->get(), kFar) > 0 ||
        arf_cmpabs_2exp_si(end->get(), -kFar) < 0) {
      return;
    }
  }
  enclosure.bounded = true;
  enclosure.lower = least.number();
  enclosure.upper = most.number();
}

/// Of an argument so far out that the result lies between that of 64 and its limit, with no step between these two.
Enclosure near_limit(Operation operation, const FloatFormat& format, const mpq_class& x, int limit) {
  constexpr slong kPrecision = 256;
  Enclosure enclosure;
  enclosure.position = {false, 0, false};
  if (limit == 0) return enclosure;
  Ball last(x < 0 ? -64 : 64);
  Ball ball;
  evaluate(operation, ball.get(), last.get(), nullptr, kPrecision);
  set_bounds(enclosure, ball, kPrecision);
  (limit > 0 ? enclosure.upper : enclosure.lower) = limit;
  enclosure.position = position_of(format, mpq_class(abs(limit)));
  --enclosure.position.below;
  enclosure.position.exact = false;
  enclosure.position.negative = limit < 0;
  const mpq_class inner = limit > 0 ? enclosure.lower : -enclosure.upper;
  if (inner <= format.step(enclosure.position.below).number()) throw std::logic_error("64 is not far out");
  return enclosure;
}

/// An odd multiple of pi/4.
Enclosure eighth_turns(const FloatFormat& format, int count) {
  constexpr slong kPrecision = 256;
  Ball ball;
  arb_const_pi(ball.get(), kPrecision);
  arb_mul_si(ball.get(), ball.get(), count, kPrecision);
  arb_mul_2exp_si(ball.get(), ball.get(), -2);
  Enclosure enclosure;
  set_bounds(enclosure, ball, kPrecision);
  enclosure.position = position_of(format, ball, kPrecision).value();
  return enclosure;
}

Value sign_dependent_power(const Value& y, bool zero_base, bool negative_base) {
  const bool odd = y.kind == Value::Kind::number && is_odd(y.number);
  const bool negative = negative_base && odd;
  return zero_base == y.is_negative() ? Value::infinity(negative) : Value::zero(negative);
}

/// F.10.4: pow and powr.
std::optional<Value> special_power(Operation operation, const Value& x, const Value& y) {
  const Value one = Value::rational(1);
  const bool x_is_one = x.kind == Value::Kind::number && x.number == 1;
  const bool x_has_size_one = x.kind == Value::Kind::number && abs(x.number) == 1;
  if (operation == Operation::powr) {
    if (x.is_nan() || y.is_nan()) return Value::nan();
    if (x.is_negative() && !x.is_zero()) return Value::nan();
    if (y.is_zero()) return x.is_zero() || x.is_infinite() ? Value::nan() : one;
    if (x_is_one) return y.is_infinite() ? Value::nan() : one;
    if (x.is_zero() || x.is_infinite()) return sign_dependent_power(y, x.is_zero(), false);
  }
  if (x_is_one || y.is_zero()) return one;
  if (x.is_nan() || y.is_nan()) return Value::nan();
  if (y.is_infinite()) {
    if (x_has_size_one) return one;
    const bool below_one = x.is_zero() || (x.kind == Value::Kind::number && abs(x.number) < 1);
    return below_one == y.is_negative() ? Value::infinity() : Value::zero();
  }
  if (x.is_zero() || x.is_infinite()) return sign_dependent_power(y, x.is_zero(), x.is_negative());
  if (x.is_negative() && !is_integer(y.number)) return Value::nan();
  return {};
}

/// F.10.1, atan2: eighths of a turn, or zero.
std::optional<Value> special_angle(const FloatFormat& format, const Value& y, const Value& x) {
  if (y.is_nan() || x.is_nan()) return Value::nan();
  const auto turns = [&](int count) {
    return Value::at(eighth_turns(format, y.is_negative() ? -count : count).position);
  };
  if (y.is_infinite()) return turns(!x.is_infinite() ? 2 : x.is_negative() ? 3 : 1);
  if (x.is_infinite() || y.is_zero()) return x.is_negative() ? turns(4) : Value::zero(y.is_negative());
  if (x.is_zero()) return turns(2);
  return {};
}

std::optional<Value> special_of_pi(Operation operation, const mpq_class& x) {
  const bool integer = is_integer(x);
  const bool half = !integer && is_integer(2 * x);
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  const bool odd_floor = mpz_odd_p(floor.get_mpz_t()) != 0;
  if (operation == Operation::sinpi && integer) return Value::zero(x < 0);
  if (operation == Operation::cospi && half) return Value::zero();
  // F.10.1, tanpi: zero for positive even and negative odd integers, minus zero for positive odd and negative even
  // ones.
  if (operation == Operation::tanpi && integer) return Value::zero(odd_floor == (x > 0));
  if (operation == Operation::tanpi && half) return Value::infinity(odd_floor);
  return {};
}

/// F.10.1 ... F.10.4, IEEE 754-2019 9.2.1: what they say of operands of one of the functions.
std::optional<Value> special_function(Operation operation, const FloatFormat& format, const Value& x) {
  if (x.is_nan()) return Value::nan();
  const bool negative = x.is_negative();
  const Value one = Value::rational(1);
  const bool finite = !x.is_infinite();
  const mpq_class& number = x.number;  // 0 for zeros
  switch (operation) {
    case Operation::rsq:
      if (x.is_zero()) return Value::infinity(negative);
      if (negative) return Value::nan();
      if (!finite) return Value::zero();
      return {};
    case Operation::sqrt:
      if (x.is_zero()) return x;
      if (negative) return Value::nan();
      if (!finite) return x;
      return {};
    case Operation::exp:
    case Operation::exp2:
    case Operation::exp10:
      if (x.is_zero()) return one;
      if (!finite) return negative ? Value::zero() : x;
      return {};
    case Operation::log:
    case Operation::log2:
    case Operation::log10:
      if (x.is_zero()) return Value::infinity(true);
      if (negative) return Value::nan();
      if (!finite) return x;
      if (number == 1) return Value::zero();
      return {};
    case Operation::sin:
    case Operation::sincos_sin:
    case Operation::tan:
      if (x.is_zero()) return x;
      if (!finite) return Value::nan();
      return {};
    case Operation::cos:
    case Operation::sincos_cos:
      if (x.is_zero()) return one;
      if (!finite) return Value::nan();
      return {};
    case Operation::sinpi:
    case Operation::tanpi:
      if (x.is_zero()) return x;
      if (!finite) return Value::nan();
      return special_of_pi(operation, number);
    case Operation::cospi:
      if (x.is_zero()) return one;
      if (!finite) return Value::nan();
      return special_of_pi(operation, number);
    case Operation::asin:
      if (x.is_zero()) return x;
      if (!finite || abs(number) > 1) return Value::nan();
      return {};
    case Operation::acos:
      if (!finite || abs(number) > 1) return Value::nan();
      if (number == 1) return Value::zero();
      return {};
    case Operation::atan:
      if (x.is_zero()) return x;
      if (!finite) return Value::at(eighth_turns(format, negative ? -2 : 2).position);
      return {};
    case Operation::sinh:
    case Operation::asinh:
      if (x.is_zero() || !finite) return x;
      return {};
    case Operation::cosh:
      if (x.is_zero()) return one;
      if (!finite) return Value::infinity();
      return {};
    case Operation::tanh:
      if (x.is_zero()) return x;
      if (!finite) return Value::rational(negative ? -1 : 1);
      return {};
    case Operation::acosh:
      if (negative || (finite && number < 1)) return Value::nan();
      if (!finite) return x;
      if (number == 1) return Value::zero();
      return {};
    case Operation::atanh:
      if (x.is_zero()) return x;
      if (!finite || abs(number) > 1) return Value::nan();
      if (abs(number) == 1) return Value::infinity(negative);
      return {};
    default:
      throw std::invalid_argument("not a function of one operand");
  }
}

std::optional<Value> special(Operation operation, const FloatFormat& format, const Value& x, const Value& y) {
  if (is_library_function(operation)) return special_library(operation, x, y);
  if (operation == Operation::atan2) return special_angle(format, x, y);
  if (operation == Operation::pow || operation == Operation::powr) return special_power(operation, x, y);
  return special_function(operation, format, x);
}

mpq_class rational(const Rational& number) { return mpq_class(Rational::Library::View(number)); }

bool is_within(const mpq_class& x, const Enclosure& enclosure, int bits) {
  const mpq_class slack = abs(enclosure.upper) * Dyadic{1, -bits}.number();
  return enclosure.lower - slack <= x && x <= enclosure.upper + slack;
}

/// nearby() and nearest_double() against the enclosure: what their comments promise.
std::string approximation_disagreement(Operation operation, const Result& result, const Enclosure& enclosure,
                                       const Value& x, const Value& y) {
  const mpq_class size = abs(enclosure.upper);
  if (size >= Dyadic{1, 1023}.number() || size <= Dyadic{1, -1021}.number()) return {};
  std::string wrong;
  if (!is_within(rational(result.value.nearby()), enclosure, 90)) wrong += ": nearby()";
  if (is_library_function(operation)) return wrong;
  const bool two = operation == Operation::atan2 || operation == Operation::pow || operation == Operation::powr;
  if (operation == Operation::sqrt || (two && operation != Operation::atan2 && x.number < 0)) return wrong;
  const double nearest =
      two ? nearest_double(operation, x.number.get_d(), y.number.get_d()) : nearest_double(operation, x.number.get_d());
  if (!is_within(mpq_class(nearest), enclosure, 52)) wrong += ": nearest_double()";
  return wrong;
}

}  // namespace

Enclosure enclosed(Operation operation, const FloatFormat& format, const Value& x, const Value& y) {
  if (const auto limit = limit_of(operation, x.number)) return near_limit(operation, format, x.number, *limit);
  const bool is_power = operation == Operation::pow || operation == Operation::powr;
  const bool negated = is_power && x.number < 0 && is_odd(y.number);
  Ball first(is_power ? mpq_class(abs(x.number)) : x.number);
  Ball second(y.number);
  Ball ball;
  slong precision = 192;
  std::optional<Position> position;
  // Binary64's least distances to a step come from operands near 2^-1074, whose square a sum with 1 contains; its
  // longest arguments have 1024 bits before the point.
  constexpr slong kMost = 9216;
  for (;; precision *= 3) {
    evaluate(operation, ball.get(), first.get(), second.get(), precision);
    if (negated) arb_neg(ball.get(), ball.get());
    position = position_of(format, ball, precision);
    if (position || precision >= kMost) break;
  }
  Enclosure enclosure;
  enclosure.position = position ? *position : exact_position(format, ball, precision);
  set_bounds(enclosure, ball, precision);
  return enclosure;
}

namespace {

/// The second operand, which may be an integer.
Value second_operand(Operation operation, const FloatFormat& format, std::span<const Bits> operands) {
  if (operands.size() < 2) return Value::zero();
  const bool is_float = info(operation).operand_format(1, format.format) == format.format;
  if (is_float) return decoded(format, operands[1]);
  return Value::rational(std::bit_cast<std::int32_t>(static_cast<std::uint32_t>(operands[1])));
}

}  // namespace

Value expected_function(Operation operation, const FloatFormat& format, std::span<const Bits> operands) {
  const Value x = decoded(format, operands[0]);
  const Value y = second_operand(operation, format, operands);
  if (const std::optional<Value> value = special(operation, format, x, y)) return *value;
  return Value::at(enclosed(operation, format, x, y).position);
}

std::string function_disagreement(Operation operation, const FloatFormat& format, std::span<const Bits> operands) {
  const Value x = decoded(format, operands[0]);
  const Value y = second_operand(operation, format, operands);
  if (const std::optional<Value> value = special(operation, format, x, y)) {
    return disagreement(operation, format.format, operands, &format, *value);
  }
  const Enclosure enclosure = enclosed(operation, format, x, y);
  std::string wrong = disagreement(operation, format.format, operands, &format, Value::at(enclosure.position));
  if (!wrong.empty() || !enclosure.bounded) return wrong;
  const Result result = exact_result(operation, format.format, operands);
  if (result.value.is_rational() &&
      (rational(result.value.rational()) < enclosure.lower || rational(result.value.rational()) > enclosure.upper)) {
    wrong += ": the rational is not in Arb's enclosure";
  }
  wrong += approximation_disagreement(operation, result, enclosure, x, y);
  return wrong.empty() ? wrong : call_text(operation, format.format, operands) + wrong;
}

int hardness(Operation operation, const FloatFormat& format, Bits operand) {
  constexpr slong kPrecision = 2000;
  Ball x(decoded(format, operand).number);
  Ball ball;
  evaluate(operation, ball.get(), x.get(), nullptr, kPrecision);
  Float value;
  arb_get_lbound_arf(value.get(), ball.get(), kPrecision);
  const mpq_class size = abs(value.number());
  const Bits below = last_step(format, [&size](Dyadic step) { return step.number() <= size; });
  const mpq_class low = format.step(below).number();
  const mpq_class high = format.step(below + 1).number();
  // Both steps of a unit in the last place: the unit is twice a step.
  const mpq_class distance = std::min(mpq_class(size - low), mpq_class(high - size)) / (2 * (high - low));
  int bits = 0;
  while (distance * Dyadic{1, bits + 1}.number() < 1) ++bits;
  return bits;
}

}  // namespace halfulp::exact::second
