// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/ruling.hpp"

#include <algorithm>

namespace halfulp::judge {
namespace {

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

std::optional<Condition> compiled(const std::optional<rulebook::Expression>& condition,
                                  std::span<const std::string_view> names) {
  return condition ? std::optional(Condition(*condition, names)) : std::nullopt;
}

Ruling::Identity compiled(const rulebook::Resolved::NamedIdentity& named, std::span<const std::string_view> names) {
  using Gives = Ruling::Identity::Gives;
  const std::string& result = named.identity->result;
  const Gives gives = result == "nan" ? Gives::nan : result == "zero" ? Gives::zero : Gives::operand;
  return {.condition = compiled(named.identity->condition, names),
          .of_negative_nan = named.identity->where != "nan",
          .gives = gives,
          .operand = static_cast<std::size_t>(std::ranges::find(names, result) - names.begin())};
}

}  // namespace

Ruling Ruling::of(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings) {
  const OperationInfo& row = info(operation);
  rulebook.check(operation, format);
  rulebook.check(readings);
  Ruling ruling;
  ruling.operation = operation;
  ruling.format = &info(format);
  ruling.result_format = &info(row.result(format));
  ruling.rules = rulebook::resolve(rulebook.model(), operation, format, readings);
  ruling.policies = policies_of(ruling.rules);
  ruling.owner = rulebook.share();
  const std::span<const std::string_view> names = row.operand_names;
  if (ruling.rules.special != nullptr) ruling.table.emplace(*ruling.rules.special);
  for (const auto& one : ruling.rules.identities) ruling.identities.push_back(compiled(one, names));
  for (const auto& [allowance, rule] : ruling.rules.allowances) {
    ruling.allowed_where.push_back(compiled(allowance->where, names));
  }
  for (const auto& [requirement, rule] : ruling.rules.requirements) {
    ruling.required.push_back(compiled(requirement->condition, names));
  }
  for (const rulebook::Piece& piece : *ruling.rules.accuracy) {
    ruling.accuracy.push_back({compile(piece.bound, names), compiled(piece.where, names)});
    for (const auto& part : rulebook::steps_of(piece.bound, operation, format)) {
      if (ruling.parts.contains(part)) continue;
      ruling.parts[part] = std::make_shared<const Ruling>(of(rulebook, part.first, part.second, readings));
    }
  }
  ruling.toward_zero = with_one(Bound::Kind::toward_zero, ruling);
  ruling.to_nearest = with_one(Bound::Kind::nearest_even, ruling);
  if (ruling.table) {
    auto without = std::make_shared<Ruling>(ruling);
    without->table.reset();
    ruling.without_table = std::move(without);
  }
  return ruling;
}

const FormatInfo& Ruling::operand_row(std::size_t operand) const {
  return judge::operand_row(operation, format->format, operand);
}

const Ruling::Piece& Ruling::piece(const ChosenOperands& operands) const {
  if (accuracy.size() == 1) return accuracy.front();
  // The last one always holds: the loader sees to it.
  return *std::ranges::find_if(
      accuracy, [&](const Piece& one) { return !one.condition || one.condition->holds(operands.values()); });
}

const Ruling::Piece& Ruling::piece(std::span<const Bits> operands) const {
  return piece(ChosenOperands(operation, format->format, operands, true));
}

}  // namespace halfulp::judge
