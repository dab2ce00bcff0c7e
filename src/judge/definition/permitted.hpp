// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "halfulp/judge.hpp"
#include "judge/definition/ruling.hpp"

namespace halfulp::judge {

/// The permitted set of one case and the rules that made it.
struct Permitted {
  ValueSet set;
  std::vector<std::string_view> rules;  ///< ids, the deciding one first; the ruling's
  exact::Result exact;                  ///< the exact result for the first tuple of (possibly flushed) operands
  bool exact_of_flushed = false;        ///< that tuple has zeros where the operands are denormals
  bool by_accuracy = false;             ///< the last choice of operands left the result to the accuracy
  bool constrained_by_table = false;    ///< a cell confines what the accuracy permits to a range
  bool invalid_operand = false;         ///< the document forbids the operands; the set holds anything
  bool measured = true;                 ///< false where no bound in ULP is stated, so that an error means nothing
  PolicySet asked = 0;                  ///< under all policies that agree on these the set is the same
};

/// What a ruling permits in a case: the steps of "How a result is judged" in docs/add_a_rulebook.md. `policies` are the
/// ruling's own, or relaxed. Throws Error(kInternal) where that is nothing.
[[nodiscard]] Permitted permitted(const Ruling& ruling, ExactCase& of, const Policies& policies);
[[nodiscard]] Permitted permitted(const Ruling& ruling, std::span<const Bits> operands, const Policies& policies);

/// The same for an exact result of operands that are no values of the format: the accuracy alone speaks.
[[nodiscard]] Permitted permitted(const Ruling& ruling, const exact::Result& exact, const Policies& policies);

/// The rounding that alone explains a permitted result, where the ruling admits two.
[[nodiscard]] std::optional<Rounding> rounding_of(const Ruling& ruling, ExactCase& of, const Permitted& decision,
                                                  Bits observed);

}  // namespace halfulp::judge
