// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/condition.hpp"

#include <fmt/format.h>

#include "exact/real.hpp"
#include "halfulp/error.hpp"

namespace halfulp::judge {
namespace {

using exact::Rational;
using rulebook::Expression;

[[noreturn]] void cannot(std::string_view what) {
  throw Error(Error::Kind::kInput, fmt::format("a rulebook's expression cannot be evaluated: {}", what));
}

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

Linear call(const Expression& expression, const OperandValues& operands) {
  const Linear argument = value_of(expression.arguments.front(), operands);
  if (expression.text == "abs") return argument.sign() < 0 ? Linear{-argument.constant, -argument.of_pi} : argument;
  if (expression.text == "floor" && argument.of_pi.sign() == 0) return {argument.constant.floor(), 0};
  cannot(fmt::format("'{}'; known functions are abs and floor (of a rational)", expression.text));
}

}  // namespace

int Linear::sign() const {
  if (of_pi.sign() == 0) return constant.sign();
  // constant + of_pi * pi > 0  <=>  pi > -constant / of_pi, for of_pi > 0
  return exact::compare_pi(-constant / of_pi) * of_pi.sign();
}

Linear value_of(const Expression& expression, const OperandValues& operands) {
  const auto argument = [&](std::size_t i) { return value_of(expression.arguments[i], operands); };
  switch (expression.kind) {
    case Expression::Kind::number:
      return {Rational::from_decimal(expression.text), 0};
    case Expression::Kind::name: {
      if (expression.text == "pi") return {0, 1};
      const auto found = operands.find(expression.text);
      if (found == operands.end()) cannot(fmt::format("'{}' has no finite value", expression.text));
      return {found->second, 0};
    }
    case Expression::Kind::call:
      return call(expression, operands);
    case Expression::Kind::negate: {
      const Linear a = argument(0);
      return {-a.constant, -a.of_pi};
    }
    case Expression::Kind::add: {
      const Linear a = argument(0);
      const Linear b = argument(1);
      return {a.constant + b.constant, a.of_pi + b.of_pi};
    }
    case Expression::Kind::subtract: {
      const Linear a = argument(0);
      const Linear b = argument(1);
      return {a.constant - b.constant, a.of_pi - b.of_pi};
    }
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

bool holds(const Expression& condition, const OperandValues& operands) {
  if (condition.kind != Expression::Kind::compare) cannot("a condition compares: \"abs(x) <= 2\"");
  for (const std::string& name : rulebook::names_in(condition)) {
    if (name != "pi" && !operands.contains(name)) return false;
  }
  std::string_view operators = condition.text;
  for (std::size_t i = 0; i + 1 < condition.arguments.size(); ++i) {
    const std::string_view symbol = operators.substr(0, operators.find(' '));
    operators.remove_prefix(std::min(operators.size(), symbol.size() + 1));
    const Linear a = value_of(condition.arguments[i], operands);
    const Linear b = value_of(condition.arguments[i + 1], operands);
    const int order = Linear{a.constant - b.constant, a.of_pi - b.of_pi}.sign();
    const bool true_here = symbol == "<="   ? order <= 0
                           : symbol == ">=" ? order >= 0
                           : symbol == "==" ? order == 0
                           : symbol == "!=" ? order != 0
                           : symbol == "<"  ? order < 0
                                            : order > 0;
    if (!true_here) return false;
  }
  return true;
}

}  // namespace halfulp::judge
