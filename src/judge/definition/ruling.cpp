// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/ruling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// The operations of an expression's steps; a function of a number is a constant and no step.
void collect(const rulebook::Expression& expression, std::set<Operation>& operations) {
  if (rulebook::names_in(expression).empty()) return;
  using Kind = rulebook::Expression::Kind;
  for (const rulebook::Expression& argument : expression.arguments) collect(argument, operations);
  switch (expression.kind) {
    case Kind::add:
      operations.insert(Operation::add);
      break;
    case Kind::subtract:
      operations.insert(Operation::sub);
      break;
    case Kind::multiply:
      operations.insert(Operation::mul);
      break;
    case Kind::divide:
      operations.insert(Operation::div);
      operations.insert(Operation::reciprocal);
      break;
    case Kind::call:
      if (const auto operation = find_operation(expression.text)) operations.insert(*operation);
      break;
    default:
      break;
  }
}

std::set<Operation> operations_in(const rulebook::Bound& bound) {
  std::set<Operation> operations;
  using Kind = rulebook::Bound::Kind;
  if (bound.kind == Kind::sequence || bound.kind == Kind::composed) {
    collect(bound.expansion, operations);
    for (const auto& [name, expression] : bound.with) collect(expression, operations);
  }
  for (const rulebook::Bound& part : bound.parts) operations.merge(operations_in(part));
  return operations;
}

/// The ruling with one rounding wherever it admits to nearest and toward zero; nullptr where it does so nowhere.
std::shared_ptr<const Ruling> with_one(Bound::Kind rounding, const Ruling& ruling) {
  auto changed = std::make_shared<Ruling>(ruling);
  bool any = false;
  for (Ruling::Piece& piece : changed->accuracy) {
    if (!rulebook::rounds_either_way(*piece.bound.source)) continue;
    const auto part = std::ranges::find(piece.bound.parts, rounding, &Bound::kind);
    piece.bound = Bound(*part);
    any = true;
  }
  return any ? changed : nullptr;
}

}  // namespace

Ruling Ruling::of(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings) {
  const OperationInfo& row = info(operation);
  const std::string_view named = name(operation, rulebook.naming());
  const auto& known = rulebook.model().operations;
  if (!rulebook.has(operation, format) && std::ranges::find(known, operation) != known.end() &&
      std::ranges::none_of(rulebook.model().rules, [&](const rulebook::Rule& rule) {
        return !rule.body.accuracy.empty() && std::ranges::find(rule.operations, operation) != rule.operations.end();
      })) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("rulebook {} names '{}' but states no accuracy for it; add a [[rule]] with accuracy = {{ ... }}",
                    rulebook.id(), named));
  }
  if (!rulebook.has(operation, format)) {
    std::vector<std::string_view> others;
    for (const Format other : rulebook.model().formats) {
      if (rulebook.has(operation, other)) others.push_back(info(other).name);
    }
    throw Error(Error::Kind::kUsage,
                others.empty() ? fmt::format("rulebook {} has no rule for '{}'; 'halfulp rules {}' lists what it has",
                                             rulebook.id(), named, rulebook.id())
                               : fmt::format("rulebook {} has no rule for '{}' in {}; it has it in {}", rulebook.id(),
                                             named, info(format).name, fmt::join(others, ", ")));
  }
  rulebook.check(readings);
  Ruling ruling;
  ruling.operation = operation;
  ruling.format = &info(format);
  ruling.result_format = &info(row.result(format));
  ruling.rules = rulebook::resolve(rulebook.model(), operation, format, readings);
  ruling.policies = policies_of(ruling.rules);
  ruling.owner = rulebook.share();
  for (const rulebook::Piece& piece : *ruling.rules.accuracy) {
    ruling.accuracy.push_back({piece.where ? &*piece.where : nullptr, compile(piece.bound)});
    for (const Operation part : operations_in(piece.bound)) {
      if (ruling.parts.contains(part)) continue;
      ruling.parts[part] = std::make_shared<const Ruling>(of(rulebook, part, format, readings));
    }
  }
  ruling.toward_zero = with_one(Bound::Kind::toward_zero, ruling);
  ruling.to_nearest = with_one(Bound::Kind::nearest_even, ruling);
  return ruling;
}

const FormatInfo& Ruling::operand_row(std::size_t operand) const {
  return info(info(operation).operand_format(static_cast<int>(operand), format->format));
}

OperandValues Ruling::values(std::span<const Bits> operands) const {
  OperandValues known;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& row = operand_row(i);
    if (row.kind == FormatKind::floating && !number::Layout(row).is_finite(operands[i])) continue;
    known.emplace(info(operation).operand_names[i], exact::value_of(row, operands[i]));
  }
  return known;
}

const Ruling::Piece& Ruling::piece(std::span<const Bits> operands) const {
  if (accuracy.size() == 1) return accuracy.front();
  const OperandValues known = values(operands);
  // The last one always holds: the loader sees to it.
  return *std::ranges::find_if(accuracy,
                               [&](const Piece& one) { return one.where == nullptr || holds(*one.where, known); });
}

std::optional<Rounding> rounding_of(const Ruling& ruling, std::span<const Bits> operands, const Decision& decision,
                                    Bits observed) {
  if (ruling.to_nearest == nullptr) return std::nullopt;
  const auto& intervals = decision.set.intervals();
  if (intervals.size() == 1 && intervals.front().first == intervals.front().last) return std::nullopt;
  const bool nearest = permits(*ruling.to_nearest, operands, observed);
  if (nearest == permits(*ruling.toward_zero, operands, observed)) return std::nullopt;
  return nearest ? Rounding::nearest : Rounding::toward_zero;
}

}  // namespace halfulp::judge
