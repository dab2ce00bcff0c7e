// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/interval_expression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>

#include "exact/rational.hpp"
#include "judge/definition/condition.hpp"

namespace halfulp::judge {
namespace {

using exact::Rational;
using rulebook::Expression;
using Kind = IntervalExpression::Kind;

Enclosure enclosure(const Rational& value) {
  const double near = value.nearest_double();
  if (std::isfinite(near) && Rational::from_double(near) == value) return {near, near};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {std::nextafter(near, -kInfinity), std::nextafter(near, kInfinity)};
}

/// constant + of_pi * pi. pi lies between its nearest double and the next.
Enclosure enclosure(const Linear& value) {
  if (value.of_pi.sign() == 0) return enclosure(value.constant);
  const Rational below = Rational::from_double(std::numbers::pi);
  const Rational above = Rational::from_double(std::nextafter(std::numbers::pi, 4.0));
  const auto [low, high] = value.of_pi.sign() > 0 ? std::pair(below, above) : std::pair(above, below);
  return {enclosure(value.constant + value.of_pi * low).low, enclosure(value.constant + value.of_pi * high).high};
}

bool is_constant(const Expression& expression) {
  const std::vector<std::string> names = rulebook::names_in(expression);
  return std::ranges::all_of(names, [](const std::string& name) { return name == "pi"; });
}

IntervalExpression constant(Enclosure value) { return {Kind::constant, value, 0, {}}; }

std::optional<IntervalExpression> with_arguments(Kind kind, const Expression& expression,
                                                 const OperationInfo& operation) {
  IntervalExpression result{kind, {0, 0}, 0, {}};
  for (const Expression& argument : expression.arguments) {
    std::optional<IntervalExpression> one = interval_expression(argument, operation);
    if (!one) return std::nullopt;
    result.arguments.push_back(std::move(*one));
  }
  return result;
}

std::optional<IntervalCondition::Order> order_of(const std::string& symbol) {
  using enum IntervalCondition::Order;
  if (symbol == "<") return less;
  if (symbol == "<=") return less_or_equal;
  if (symbol == "==") return equal;
  if (symbol == "!=") return not_equal;
  if (symbol == ">=") return greater_or_equal;
  if (symbol == ">") return greater;
  return std::nullopt;
}

/// The operands that an expression names, as bits by their positions.
std::uint8_t operands_in(const Expression& expression, const OperationInfo& operation) {
  std::uint8_t bits = 0;
  for (const std::string& name : rulebook::names_in(expression)) {
    const auto* const place = std::ranges::find(operation.operand_names, name);
    if (place != operation.operand_names.end())
      bits |= static_cast<std::uint8_t>(1 << (place - operation.operand_names.begin()));
  }
  return bits;
}

/// x or |x|, below or above constants: the chain `constant, operand, constant`, or a part of it.
std::optional<IntervalCondition::Range> range_of(const IntervalCondition& condition) {
  using enum IntervalCondition::Order;
  constexpr double kLargest = std::numeric_limits<double>::max();
  IntervalCondition::Range range{.least = {-kLargest, -kLargest}, .most = {kLargest, kLargest}};
  const auto place =
      std::ranges::find_if(condition.terms, [](const auto& term) { return term.kind != Kind::constant; });
  if (place == condition.terms.end() || condition.terms.size() > 3) return std::nullopt;
  range.of_size = place->kind == Kind::absolute;
  const IntervalExpression& operand = range.of_size ? place->arguments.front() : *place;
  if (operand.kind != Kind::operand) return std::nullopt;
  range.operand = operand.operand;
  const auto middle = static_cast<std::size_t>(place - condition.terms.begin());
  for (std::size_t i = 0; i < condition.orders.size(); ++i) {
    if (i + 1 != middle && i != middle) return std::nullopt;
    const bool is_left = i + 1 == middle;  // the constant is on the operand's left
    const IntervalExpression& constant = condition.terms[is_left ? i : i + 1];
    if (constant.kind != Kind::constant) return std::nullopt;
    const IntervalCondition::Order order = condition.orders[i];
    const bool is_above =
        is_left ? order == less || order == less_or_equal : order == greater || order == greater_or_equal;
    const bool is_below =
        is_left ? order == greater || order == greater_or_equal : order == less || order == less_or_equal;
    if (order == equal) {
      range.least = range.most = constant.value;
    } else if (is_above) {
      range.least = constant.value;
      range.has_least = order == less_or_equal || order == greater_or_equal;
    } else if (is_below) {
      range.most = constant.value;
      range.has_most = order == less_or_equal || order == greater_or_equal;
    } else {
      return std::nullopt;
    }
  }
  return range;
}

}  // namespace

std::optional<IntervalExpression> interval_expression(const Expression& expression, const OperationInfo& operation) {
  if (is_constant(expression)) return constant(enclosure(Formula(expression, {}).value({})));
  switch (expression.kind) {
    case Expression::Kind::name: {
      const auto* const place = std::ranges::find(operation.operand_names, expression.text);
      if (place == operation.operand_names.end()) return std::nullopt;
      return IntervalExpression{
          Kind::operand, {0, 0}, static_cast<std::uint8_t>(place - operation.operand_names.begin()), {}};
    }
    case Expression::Kind::negate:
      return with_arguments(Kind::negate, expression, operation);
    case Expression::Kind::add:
      return with_arguments(Kind::add, expression, operation);
    case Expression::Kind::subtract:
      return with_arguments(Kind::subtract, expression, operation);
    case Expression::Kind::multiply:
      return with_arguments(Kind::multiply, expression, operation);
    case Expression::Kind::divide: {
      if (!is_constant(expression.arguments[1])) return std::nullopt;
      const Linear divisor = Formula(expression.arguments[1], {}).value({});
      if (divisor.of_pi.sign() != 0 || divisor.constant.sign() == 0) return std::nullopt;
      std::optional<IntervalExpression> dividend = interval_expression(expression.arguments[0], operation);
      if (!dividend) return std::nullopt;
      IntervalExpression factor = constant(enclosure(Rational(1) / divisor.constant));
      return IntervalExpression{Kind::multiply, {0, 0}, 0, {std::move(*dividend), std::move(factor)}};
    }
    case Expression::Kind::call:
      if (expression.text == "abs") return with_arguments(Kind::absolute, expression, operation);
      if (expression.text == "floor") return with_arguments(Kind::floor, expression, operation);
      return std::nullopt;
    default:
      return std::nullopt;
  }
}

std::optional<IntervalCondition> interval_condition(const Expression& condition, const OperationInfo& operation) {
  if (condition.kind != Expression::Kind::compare) return std::nullopt;
  IntervalCondition result;
  result.operands = operands_in(condition, operation);
  for (const Expression& argument : condition.arguments) {
    std::optional<IntervalExpression> term = interval_expression(argument, operation);
    if (!term) return std::nullopt;
    result.terms.push_back(std::move(*term));
  }
  std::istringstream symbols(condition.text);
  for (std::string symbol; symbols >> symbol;) {
    const auto order = order_of(symbol);
    if (!order) return std::nullopt;
    result.orders.push_back(*order);
  }
  result.range = range_of(result);
  return result;
}

}  // namespace halfulp::judge
