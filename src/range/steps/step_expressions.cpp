// SPDX-License-Identifier: Apache-2.0
// Expressions of rules, "x * rsq(x)", each step by the rulebook's own rule for it.
#include <algorithm>
#include <map>
#include <string>

#include "exact/nearest.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"
#include "range/steps/step_hull.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using judge::Ruling;
using judge::ValueSet;
using number::Layout;

/// The nearest value of a constant: a number, pi, a function of a constant, or minus one.
Bits constant_bits(const FormatInfo& row, const rulebook::Expression& expression) {
  using Kind = rulebook::Expression::Kind;
  const Layout layout(row);
  switch (expression.kind) {
    case Kind::negate:
      return constant_bits(row, expression.arguments[0]) ^ layout.sign_mask();
    case Kind::name: {
      // pi is the angle of the point (-1, 0).
      const Bits point[] = {layout.zero(), layout.one(true)};
      return exact::nearest_even(Operation::atan2, row.format, point);
    }
    case Kind::call: {
      const Bits operand[] = {constant_bits(row, expression.arguments[0])};
      return exact::nearest_even(*find_operation(expression.text), row.format, operand);
    }
    default:
      return exact::round_to_nearest_even(row, Rational::from_decimal(expression.text));
  }
}

/// A constant of a rule's expression; `is_exact`: it is not rounded, so that both its neighbours enclose it.
ValueSet constant_set(const FormatInfo& row, const rulebook::Expression& expression, bool is_exact) {
  ValueSet set(row.format);
  const std::int64_t place = number::ordinal(row, constant_bits(row, expression));
  const bool is_rounded = expression.kind == rulebook::Expression::Kind::number || !is_exact;
  const std::int64_t slack = is_rounded ? 0 : 1;
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
  const auto found = names.find(expression.text);
  if (expression.kind == rulebook::Expression::Kind::name && found != names.end()) return found->second;
  const auto value = [&](const rulebook::Expression& part) { return of_part(rule, source, part, names); };
  if (const std::optional<rulebook::Step> step = rulebook::step_of(expression)) {
    std::vector<ValueSet> sets;
    for (const rulebook::Expression& operand : step->operands) sets.push_back(value(operand));
    // As the definition of such an expression says.
    if (std::ranges::any_of(sets, &ValueSet::anything)) return ValueSet::of_anything(rule.format->format);
    return of(*rule.parts.at({step->operation, rule.format->format}), sets);
  }
  if (expression.kind == rulebook::Expression::Kind::negate) return value(expression.arguments[0]).mirrored();
  return constant_set(*rule.format, expression, source.exact_constants);
}

}  // namespace halfulp::range
