// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "exact/rational.hpp"
#include "halfulp/operation.hpp"
#include "rulebook/expression.hpp"

namespace halfulp::judge {

/// rational + multiple * pi: what the expressions of rulebooks come to.
struct Linear {
  exact::Rational constant = 0;
  exact::Rational of_pi = 0;
  /// Sign of the value, exact.
  [[nodiscard]] int sign() const;
};

/// Values of the operands by position. An operand that is not finite has none.
using OperandValues = std::array<std::optional<exact::Rational>, kMaxArity>;

/// Two doubles with an exact number between them, or equal to them.
struct Enclosure {
  double low = 0;
  double high = 0;
};
[[nodiscard]] Enclosure enclosure(const exact::Rational& value);

/// A formula over operands by position, its constants computed.
class Formula {
 public:
  Formula() = default;
  /// `names`: of the operands. Throws Error(kInput) for what a Linear cannot express (pi * pi).
  Formula(const rulebook::Expression& expression, std::span<const std::string_view> names);

  /// Throws Error(kInput) as above, and where an operand has no value.
  [[nodiscard]] Linear value(const OperandValues& operands) const;
  /// The operands that occur in it, one bit each.
  [[nodiscard]] std::uint32_t operands() const { return operands_; }

  enum class Function : std::uint8_t { floor, abs, max };
  /// Its parts: of a formula with operands the kind, of a call the function, of a name the operand.
  [[nodiscard]] rulebook::Expression::Kind kind() const { return kind_; }
  [[nodiscard]] Function function() const { return function_; }
  [[nodiscard]] std::size_t operand() const { return operand_; }
  [[nodiscard]] const std::vector<Formula>& arguments() const { return arguments_; }
  /// Of a formula without operands the value.
  [[nodiscard]] const Enclosure& constant() const { return enclosure_; }

 private:
  [[nodiscard]] Linear computed(const OperandValues& operands) const;

  rulebook::Expression::Kind kind_ = rulebook::Expression::Kind::number;
  Function function_ = Function::floor;  ///< of a call
  std::size_t operand_ = 0;              ///< of a name
  std::uint32_t operands_ = 0;           ///< none: the value is `constant_`
  Linear constant_;
  Enclosure enclosure_;  ///< of `constant_`
  std::vector<Formula> arguments_;
};

/// A chain of comparisons.
class Condition {
 public:
  Condition(const rulebook::Expression& expression, std::span<const std::string_view> names);
  /// Whether every comparison holds. False when an operand that it names has no value.
  [[nodiscard]] bool holds(const OperandValues& operands) const;

  /// One bit for each way in which two sides may compare: less, equal, greater.
  enum class Order : std::uint8_t { less = 1, equal, less_equal, greater, not_equal, greater_equal };
  [[nodiscard]] const std::vector<Formula>& sides() const { return sides_; }
  [[nodiscard]] const std::vector<Order>& orders() const { return orders_; }
  /// The operands that it names, one bit each.
  [[nodiscard]] std::uint32_t operands() const { return operands_; }

 private:
  std::vector<Formula> sides_;
  std::vector<Order> orders_;  ///< between each side and the next
  std::uint32_t operands_ = 0;
};

}  // namespace halfulp::judge
