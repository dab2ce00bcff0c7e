// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace halfulp::rulebook {

/// An expression of a rulebook, as written: conditions (`abs(y) > 2^126`), formulas (`3 + floor(abs(2 * x))`) and the
/// expansions of fused operations (`x * y + z`). Syntax only; the judge gives it values.
struct Expression {
  enum class Kind {
    number,  ///< text is an unsigned decimal
    name,    ///< text is an operand, `pi`, or a name that the rule's `with` explains
    call,    ///< text(arguments...): abs, floor, max
    negate,
    add,
    subtract,
    multiply,
    divide,
    power,    ///< base^integer
    compare,  ///< a chain: arguments a, b, c with text "<= <" between them, one operator per gap
  };
  Kind kind = Kind::number;
  std::string text;
  std::vector<Expression> arguments;
};

/// What is wrong with an expression, and at which offset of its text.
struct SyntaxError : std::runtime_error {
  SyntaxError(const std::string& message, std::size_t at) : std::runtime_error(message), offset(at) {}
  std::size_t offset;
};

/// Parses an expression. Throws SyntaxError.
[[nodiscard]] Expression parse_expression(std::string_view text);

/// Refuses formulas (of operands, pi, abs, floor, max, constant divisors and integer powers) and conditions (chains of
/// comparisons of formulas) that have no value for some finite operands, or none that is a rational plus a rational
/// multiple of pi. Both throw SyntaxError.
void check_formula(const Expression& expression);
void check_condition(const Expression& expression);

/// The value, roughly, of a formula whose only name is pi.
[[nodiscard]] double approximate(const Expression& expression);

/// The expression as text, with no more brackets than it needs to be read back as the same steps.
[[nodiscard]] std::string text_of(const Expression& expression);

/// All names that occur in it, in order, each once.
[[nodiscard]] std::vector<std::string> names_in(const Expression& expression);

}  // namespace halfulp::rulebook
