// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "judge/definition/permitted.hpp"
#include "range/steps/parts.hpp"

namespace halfulp::range {

/// Which results a rulebook permits where the operands of an operation are only known to lie in sets: a set that holds
/// each of them, by docs/numerics.md, "The range of an expression". It may hold others, but none where each set has one
/// member. For one thread at a time.
class StepHull {
 public:
  /// `sets`: one for each operand, of the format that it has by the rule. A set that holds anything holds every value.
  [[nodiscard]] judge::ValueSet of(const judge::Ruling& rule, std::span<const judge::ValueSet> sets);

 private:
  /// One piece of a rule's accuracy as the only one and without a condition.
  struct PieceRule {
    judge::Ruling rule;
    std::size_t place;    ///< of the piece in the rule
    judge::Bound stated;  ///< its bound; that of `rule` is an outer one over the operands at hand
  };
  struct Prepared {
    std::vector<PieceRule> pieces;
    std::vector<judge::Ruling> identities;  ///< the rule with each of its identities, which holds everywhere, first
    judge::Ruling allowing;                 ///< the rule, its allowances without conditions
  };
  struct Work;

  Prepared& prepared(const judge::Ruling& rule);
  void add_tuple(Work& work);
  void add_finite(Work& work);
  void add_piece(Work& work, PieceRule& piece);
  /// Makes of a bound one that permits no less for any operands of the tuple, in a form that does not depend on them;
  /// false where there is none.
  [[nodiscard]] bool widen(Work& work, judge::Bound& bound);
  [[nodiscard]] judge::ValueSet of_expression(const judge::Ruling& rule, const rulebook::Bound& source,
                                              std::span<const Part> operands);
  [[nodiscard]] judge::ValueSet of_part(const judge::Ruling& rule, const rulebook::Bound& source,
                                        const rulebook::Expression& expression,
                                        const std::map<std::string, judge::ValueSet>& names);

  std::map<const judge::Ruling*, Prepared> prepared_;
};

}  // namespace halfulp::range
