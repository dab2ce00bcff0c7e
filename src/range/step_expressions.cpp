// SPDX-License-Identifier: Apache-2.0
// Expressions of rules, "x * rsq(x)", each step by the rulebook's own rule for it.
#include <array>
#include <map>
#include <string>

#include "exact/nearest.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"
#include "range/step_hull.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using judge::Ruling;
using judge::ValueSet;
using number::Layout;

bool is_arithmetic(rulebook::Expression::Kind kind) {
  using Kind = rulebook::Expression::Kind;
  return kind == Kind::add || kind == Kind::subtract || kind == Kind::multiply || kind == Kind::divide;
}

/// The nearest value of a number or its negative.
Bits constant_bits(const FormatInfo& row, const rulebook::Expression& expression) {
  if (expression.kind == rulebook::Expression::Kind::negate) {
    return constant_bits(row, expression.arguments[0]) ^ Layout(row).sign_mask();
  }
  return exact::round_to_nearest_even(row, Rational::from_decimal(expression.text));
}

/// A constant of a rule's expression; `is_exact`: it is not rounded, so that both its neighbours enclose it.
ValueSet constant_set(const FormatInfo& row, const rulebook::Expression& expression, bool is_exact) {
  ValueSet set(row.format);
  if (expression.kind == rulebook::Expression::Kind::number) {
    set.add_bits(exact::round_to_nearest_even(row, Rational::from_decimal(expression.text)));
    return set;
  }
  // pi is the angle of the point (-1, 0).
  const Layout layout(row);
  const bool is_pi = expression.kind == rulebook::Expression::Kind::name;
  const Bits of_pi[] = {layout.zero(), layout.one(true)};
  const Bits nearest = is_pi ? exact::nearest_even(Operation::atan2, row.format, of_pi)
                             : exact::nearest_even(*find_operation(expression.text), row.format,
                                                   std::array{constant_bits(row, expression.arguments[0])});
  const std::int64_t place = number::ordinal(row, nearest);
  const std::int64_t slack = is_exact ? 1 : 0;
  set.add(place - slack, place + slack);
  return set;
}

}  // namespace

ValueSet StepHull::of_expression(const Ruling& rule, const rulebook::Bound& source, std::span<const Part> operands) {
  std::map<std::string, ValueSet> names;
  const auto& operand_names = info(rule.operation).operand_names;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    ValueSet set(rule.format->format);
    if (operands[i].nan != 0) {
      set.add_any_nan();
    } else {
      set.add(operands[i].first, operands[i].last);
    }
    names.emplace(operand_names[i], std::move(set));
  }
  for (const auto& [name, expression] : source.with)
    names.insert_or_assign(name, of_part(rule, source, expression, names));
  return of_part(rule, source, source.expansion, names);
}

ValueSet StepHull::of_part(const Ruling& rule, const rulebook::Bound& source, const rulebook::Expression& expression,
                           const std::map<std::string, ValueSet>& names) {
  using Kind = rulebook::Expression::Kind;
  const auto& arguments = expression.arguments;
  const auto step = [&](Operation operation, std::span<const rulebook::Expression> of) {
    std::vector<ValueSet> sets;
    for (const rulebook::Expression& one : of) sets.push_back(of_part(rule, source, one, names));
    return this->of(*rule.parts.at(operation), sets);
  };
  if (const auto found = names.find(expression.text); expression.kind == Kind::name && found != names.end()) {
    return found->second;
  }
  if (expression.kind != Kind::negate && rulebook::names_in(expression).empty() && !is_arithmetic(expression.kind)) {
    return constant_set(*rule.format, expression, source.exact_constants);
  }
  switch (expression.kind) {
    case Kind::negate:
      return of_part(rule, source, arguments[0], names).mirrored();
    case Kind::add:
      return step(Operation::add, arguments);
    case Kind::subtract:
      return step(Operation::sub, arguments);
    case Kind::multiply:
      return step(Operation::mul, arguments);
    case Kind::divide: {
      const bool is_inverse = arguments[0].kind == Kind::number && Rational::from_decimal(arguments[0].text) == 1;
      return is_inverse ? step(Operation::reciprocal, std::span(arguments).subspan(1))
                        : step(Operation::div, arguments);
    }
    case Kind::call:
      return step(*find_operation(expression.text), arguments);
    default:
      return constant_set(*rule.format, expression, source.exact_constants);
  }
}

}  // namespace halfulp::range
