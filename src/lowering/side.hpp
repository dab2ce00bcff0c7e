// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "judge/definition/permitted.hpp"

namespace halfulp::lowering {

/// One side of "may what A permits be used where B is asked?": an operation by a rulebook's rule, or an expression of
/// which each step is by its rulebook's rule.
struct Side {
  Rulebook book;
  judge::Ruling ruling;  ///< of an expression: its accuracy is the sequence of its steps, and its policies add nothing
  std::shared_ptr<const std::vector<rulebook::Piece>> pieces;  ///< that `ruling` points into; of an operation nothing

  [[nodiscard]] bool is_expression() const { return pieces != nullptr; }
  [[nodiscard]] const rulebook::Expression& expression() const { return pieces->front().bound.expansion; }
  /// The permitted set of one case, by the definition.
  [[nodiscard]] judge::Permitted permitted(std::span<const Bits> operands) const {
    return judge::permitted(ruling, operands, ruling.policies);
  }
};

/// Throws Error(kUsage) where the rulebook has no rules for the operation in that format.
[[nodiscard]] Side side_of_operation(const Rulebook& book, Operation operation, Format format,
                                     const Readings& readings = {});

/// Finds the operation of a name, or throws Error(kUsage).
using FindOperation = std::function<Operation(std::string_view)>;

/// `text`: an expression of the operands of `asked` by name, of numbers, + - * / and functions, "x * rcp(y)"; a
/// function of a number alone is a constant, rounded to nearest. Where the rulebook has no rule for a function, that
/// which stands for it in another API counts: reciprocal for rcp. Of `asked` itself, "rcp(x)", and nothing else, the
/// side is that of the operation. Throws Error(kUsage) that quotes the text where it cannot be read, names an operand
/// that `asked` does not have, or takes a step for which the rulebook has no rule.
[[nodiscard]] Side side_of_expression(const Rulebook& steps, const std::string& text, Operation asked, Format format,
                                      const FindOperation& find);

}  // namespace halfulp::lowering
