// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/condition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "exact/real.hpp"
#include "halfulp/error.hpp"

namespace halfulp::judge {
namespace {

using exact::Rational;
using rulebook::Expression;

[[noreturn]] void cannot(std::string_view what) {
  throw Error(Error::Kind::kInput, fmt::format("a rulebook's expression cannot be evaluated: {}", what));
}

Linear operator-(const Linear& a) { return {-a.constant, -a.of_pi}; }
Linear operator+(const Linear& a, const Linear& b) { return {a.constant + b.constant, a.of_pi + b.of_pi}; }
Linear operator-(const Linear& a, const Linear& b) { return a + -b; }

Linear product(const Linear& a, const Linear& b) {
  if (a.of_pi.sign() != 0 && b.of_pi.sign() != 0) cannot("pi * pi");
  return {a.constant * b.constant, a.constant * b.of_pi + a.of_pi * b.constant};
}

Linear quotient(const Linear& a, const Linear& b) {
  if (b.of_pi.sign() != 0) cannot("division by a multiple of pi");
  if (b.constant.sign() == 0) cannot("division by zero");
  return {a.constant / b.constant, a.of_pi / b.constant};
}

Linear power(const Linear& base, const Linear& exponent) {
  if (base.of_pi.sign() != 0 || exponent.of_pi.sign() != 0 || !exponent.constant.is_integer() ||
      exponent.constant.abs() > Rational(1 << 12)) {
    cannot("a power needs a rational base and an integer exponent of at most 4096");
  }
  Rational result = 1;
  std::int64_t n = exponent.constant.to_int64();
  const Rational factor = n < 0 ? Rational(1) / base.constant : base.constant;
  for (n = n < 0 ? -n : n; n > 0; --n) result = result * factor;
  return {result, 0};
}

int compare(const Linear& a, const Linear& b) {
  const bool is_rational = a.of_pi.sign() == 0 && b.of_pi.sign() == 0;
  return is_rational ? a.constant.compare(b.constant) : (a - b).sign();
}

}  // namespace

Enclosure enclosure(const Rational& value) {
  const double near = value.nearest_double();
  if (Rational::from_double(near) == value) return {near, near};
  return {std::nextafter(near, -HUGE_VAL), std::nextafter(near, HUGE_VAL)};
}

int Linear::sign() const {
  if (of_pi.sign() == 0) return constant.sign();
  // constant + of_pi * pi > 0  <=>  pi > -constant / of_pi, for of_pi > 0
  return exact::compare_pi(-constant / of_pi) * of_pi.sign();
}

Formula::Formula(const Expression& expression, std::span<const std::string_view> names) : kind_(expression.kind) {
  for (const Expression& argument : expression.arguments) {
    arguments_.emplace_back(argument, names);
    operands_ |= arguments_.back().operands_;
  }
  if (kind_ == Expression::Kind::call) {
    function_ = expression.text == "max" ? Function::max : expression.text == "abs" ? Function::abs : Function::floor;
  } else if (kind_ == Expression::Kind::number) {
    constant_ = {Rational::from_decimal(expression.text), 0};
  } else if (kind_ == Expression::Kind::name && expression.text == "pi") {
    constant_ = {0, 1};
  } else if (kind_ == Expression::Kind::name) {
    const auto found = std::ranges::find(names, expression.text);
    if (found == names.end()) cannot(fmt::format("'{}' has no finite value", expression.text));
    operand_ = static_cast<std::size_t>(found - names.begin());
    operands_ = std::uint32_t{1} << operand_;
  }
  if (operands_ != 0) return;
  if (!arguments_.empty()) constant_ = computed({});
  // pi lies between its nearest double and the next.
  const auto with = [&](double pi) {
    return enclosure(constant_.constant + constant_.of_pi * Rational::from_double(pi));
  };
  const Enclosure below = with(std::numbers::pi);
  const Enclosure above = with(std::nextafter(std::numbers::pi, 4));
  enclosure_ = {std::min(below.low, above.low), std::max(below.high, above.high)};
}

Linear Formula::value(const OperandValues& operands) const { return operands_ == 0 ? constant_ : computed(operands); }

Linear Formula::computed(const OperandValues& operands) const {
  const auto argument = [&](std::size_t i) { return arguments_[i].value(operands); };
  switch (kind_) {
    case Expression::Kind::number:
      return constant_;
    case Expression::Kind::name:
      if (!operands[operand_]) cannot("an operand has no finite value");
      return {*operands[operand_], 0};
    case Expression::Kind::call: {
      Linear a = argument(0);
      if (function_ == Function::abs) return a.sign() < 0 ? -a : a;
      for (std::size_t i = 1; i < arguments_.size(); ++i) {
        Linear b = argument(i);
        if (compare(a, b) < 0) a = std::move(b);
      }
      if (function_ == Function::max) return a;
      if (a.of_pi.sign() != 0) cannot("'floor' of a multiple of pi");
      return {a.constant.floor(), 0};
    }
    case Expression::Kind::negate:
      return -argument(0);
    case Expression::Kind::add:
      return argument(0) + argument(1);
    case Expression::Kind::subtract:
      return argument(0) - argument(1);
    case Expression::Kind::multiply:
      return product(argument(0), argument(1));
    case Expression::Kind::divide:
      return quotient(argument(0), argument(1));
    case Expression::Kind::power:
      return power(argument(0), argument(1));
    case Expression::Kind::compare:
      break;
  }
  cannot("a comparison where a number is asked");
}

Condition::Condition(const Expression& expression, std::span<const std::string_view> names) {
  if (expression.kind != Expression::Kind::compare) cannot("a condition compares: \"abs(x) <= 2\"");
  for (const Expression& side : expression.arguments) {
    sides_.emplace_back(side, names);
    operands_ |= sides_.back().operands();
  }
  std::string_view symbols = expression.text;
  while (orders_.size() + 1 < sides_.size()) {
    const std::string_view symbol = symbols.substr(0, symbols.find(' '));
    symbols.remove_prefix(std::min(symbols.size(), symbol.size() + 1));
    orders_.push_back(symbol == "<="   ? Order::less_equal
                      : symbol == ">=" ? Order::greater_equal
                      : symbol == "==" ? Order::equal
                      : symbol == "!=" ? Order::not_equal
                      : symbol == "<"  ? Order::less
                                       : Order::greater);
  }
}

bool Condition::holds(const OperandValues& operands) const {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if ((operands_ >> i & 1) != 0 && !operands[i]) return false;
  }
  Linear left = sides_[0].value(operands);
  for (std::size_t i = 0; i < orders_.size(); ++i) {
    Linear right = sides_[i + 1].value(operands);
    if ((static_cast<int>(orders_[i]) >> (compare(left, right) + 1) & 1) == 0) return false;
    left = std::move(right);
  }
  return true;
}

}  // namespace halfulp::judge
