// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"
#include "judge/definition/bound.hpp"
#include "judge/definition/condition.hpp"
#include "judge/definition/exact_case.hpp"
#include "judge/definition/policies.hpp"
#include "judge/definition/special_table.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::judge {

/// The rules for one operation in one format under chosen readings, ready to be evaluated.
struct Ruling {
  struct Piece {
    const rulebook::Expression* where = nullptr;  ///< nullptr: always
    Bound bound;
    std::optional<Condition> condition;  ///< `where`
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
  std::optional<SpecialTable> table;                     ///< rules.special
  std::vector<Identity> identities;                      ///< of each of rules.identities
  std::vector<std::optional<Condition>> allowed_where;   ///< of each of rules.allowances; nothing: always
  std::vector<std::optional<Condition>> required;        ///< of each of rules.requirements; nothing: finite operands
  std::map<Operation, std::shared_ptr<const Ruling>> parts;  ///< the steps of "implemented as" expressions
  /// Where a bound admits rounding to nearest and toward zero: the same with one of the two only; else nullptr.
  std::shared_ptr<const Ruling> to_nearest;
  std::shared_ptr<const Ruling> toward_zero;
  /// Where the table confines results to a range: the same without the table; else nullptr.
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

/// Whether all floating operands are finite.
[[nodiscard]] bool all_finite(const Ruling& ruling, std::span<const Bits> operands);

/// The permitted set of one case and the rules that made it.
struct Decision {
  ValueSet set;
  std::vector<std::string_view> rules;  ///< ids, the deciding one first; the ruling's
  exact::Result exact;                  ///< the exact result for the first tuple of (possibly flushed) operands
  bool exact_of_flushed = false;        ///< that tuple has zeros where the operands are denormals
  bool constrained_by_table = false;    ///< a cell confines what the accuracy permits to a range
  bool invalid_operand = false;         ///< the document forbids the operands; the set holds anything
  bool measured = true;                 ///< false where no bound in ULP is stated, so that an error means nothing
  PolicySet asked = 0;                  ///< under all policies that agree on these the set is the same
};

/// What a ruling permits in a case: the steps of "How a result is judged" in docs/add_a_rulebook.md. `policies` are the
/// ruling's own, or relaxed. Throws Error(kInternal) where that is nothing.
[[nodiscard]] Decision permit(const Ruling& ruling, ExactCase& of, const Policies& policies);
[[nodiscard]] Decision permit(const Ruling& ruling, std::span<const Bits> operands, const Policies& policies);

/// The same for an exact result of operands that are no values of the format: the accuracy alone speaks.
[[nodiscard]] Decision permit(const Ruling& ruling, const exact::Result& exact, const Policies& policies);

/// Whether a ruling's own policies permit a result.
[[nodiscard]] inline bool permits(const Ruling& ruling, std::span<const Bits> operands, Bits observed) {
  return permit(ruling, operands, ruling.policies).set.contains(observed);
}

/// The rounding that alone explains a permitted result, where the ruling admits two.
[[nodiscard]] std::optional<Rounding> rounding_of(const Ruling& ruling, ExactCase& of, const Decision& decision,
                                                  Bits observed);

}  // namespace halfulp::judge
