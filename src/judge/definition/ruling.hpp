// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/definition/bound.hpp"
#include "judge/definition/condition.hpp"
#include "judge/definition/exact_case.hpp"
#include "judge/definition/policies.hpp"
#include "judge/definition/special_table.hpp"
#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::judge {

/// The rules for one operation in one format under chosen readings, ready to be evaluated.
struct Ruling {
  struct Piece {
    Bound bound;
    std::optional<Condition> condition;  ///< nothing: always
  };
  /// What an identity gives where it holds: one of the operands, a NaN or a zero.
  struct Identity {
    enum class Gives : std::uint8_t { operand, nan, zero };
    std::optional<Condition> condition;  ///< nothing: some operand is NaN
    bool of_negative_nan = false;        ///< one with its sign bit set
    Gives gives = Gives::operand;
    std::size_t operand = 0;
  };

  Operation operation;
  const FormatInfo* format;
  const FormatInfo* result_format;
  rulebook::Resolved rules;
  Policies policies;
  std::vector<Piece> accuracy;
  std::optional<SpecialTable> table;                    ///< rules.special
  std::vector<Identity> identities;                     ///< of each of rules.identities
  std::vector<std::optional<Condition>> allowed_where;  ///< of each of rules.allowances; nothing: always
  std::vector<std::optional<Condition>> required;       ///< of each of rules.requirements; nothing: finite operands
  std::map<rulebook::FormatStep, std::shared_ptr<const Ruling>> parts;  ///< the steps of "implemented as" expressions
  /// Where a bound admits rounding to nearest and toward zero: the same with one of the two only; else nullptr.
  std::shared_ptr<const Ruling> to_nearest;
  std::shared_ptr<const Ruling> toward_zero;
  /// Where there is a table: the same without it; else nullptr.
  std::shared_ptr<const Ruling> without_table;
  std::shared_ptr<const rulebook::Model> owner;  ///< keeps what the pointers point into

  /// Throws Error(kUsage) when the rulebook has no rules for the operation in that format.
  [[nodiscard]] static Ruling of(const Rulebook& rulebook, Operation operation, Format format,
                                 const Readings& readings);

  /// The format of an operand.
  [[nodiscard]] const FormatInfo& operand_row(std::size_t operand) const;
  /// The piece of the accuracy that holds for operands.
  [[nodiscard]] const Piece& piece(const ChosenOperands& operands) const;
  [[nodiscard]] const Piece& piece(std::span<const Bits> operands) const;
};

/// Whether a predicate of its format's layout, `&Layout::is_nan`, holds for some floating operand.
template <class Is>
[[nodiscard]] bool any_floating(const Ruling& ruling, std::span<const Bits> operands, Is is) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& row = ruling.operand_row(i);
    if (row.kind == FormatKind::floating && std::invoke(is, number::Layout(row), operands[i])) return true;
  }
  return false;
}
/// Whether all floating operands are finite.
[[nodiscard]] inline bool all_finite(const Ruling& ruling, std::span<const Bits> operands) {
  const auto is_not = [](const number::Layout& layout, Bits bits) { return !layout.is_finite(bits); };
  return !any_floating(ruling, operands, is_not);
}

}  // namespace halfulp::judge
