// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "exact/rational.hpp"
#include "rulebook/expression.hpp"

namespace halfulp::judge {

/// rational + multiple * pi: what the expressions of rulebooks come to.
struct Linear {
  exact::Rational constant = 0;
  exact::Rational of_pi = 0;
  [[nodiscard]] const exact::Rational& rational() const { return constant; }
  /// Sign of the value, exact.
  [[nodiscard]] int sign() const;
};

/// Values of the operands by name. An operand that is not finite has none.
using OperandValues = std::map<std::string, exact::Rational, std::less<>>;

/// The value of a formula. Throws Error(kInternal) for what it cannot express (a product of two multiples of pi), and
/// when an operand has no value.
[[nodiscard]] Linear value_of(const rulebook::Expression& expression, const OperandValues& operands);

/// Whether a condition holds: every comparison of its chain. False when an operand that it names has no value.
[[nodiscard]] bool holds(const rulebook::Expression& condition, const OperandValues& operands);

}  // namespace halfulp::judge
