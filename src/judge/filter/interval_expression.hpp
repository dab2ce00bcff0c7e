// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "halfulp/operation.hpp"
#include "rulebook/expression.hpp"

namespace halfulp::judge {

/// Two doubles with an exact number between them or equal to them.
struct Enclosure {
  double low;
  double high;
};

/// A formula of a rulebook, to be evaluated on doubles as an enclosure of its exact value. Constants are folded.
struct IntervalExpression {
  enum class Kind : std::uint8_t { constant, operand, negate, absolute, floor, add, subtract, multiply };
  Kind kind = Kind::constant;
  Enclosure value{0, 0};     ///< of a constant
  std::uint8_t operand = 0;  ///< its position
  std::vector<IntervalExpression> arguments;
};

/// A condition of a rulebook: a chain of comparisons of formulas.
struct IntervalCondition {
  enum class Order : std::uint8_t { less, less_or_equal, equal, not_equal, greater_or_equal, greater };
  std::vector<IntervalExpression> terms;
  std::vector<Order> orders;  ///< one for each gap between terms
  std::uint8_t operands = 0;  ///< those that it names, as bits: it does not hold where one of them is not finite
  /// What it comes to where it only confines an operand, or its size, to an interval.
  struct Range {
    std::uint8_t operand = 0;
    bool of_size = false;
    Enclosure least;  ///< of infinity its largest double: an infinite operand is in no interval
    Enclosure most;
    bool has_least = true;  ///< the ends are in it
    bool has_most = true;
  };
  std::optional<Range> range{};
};

/// Nothing for an expression that doubles do not enclose: a power of an operand, a quotient by an operand.
[[nodiscard]] std::optional<IntervalExpression> interval_expression(const rulebook::Expression& expression,
                                                                    const OperationInfo& operation);
[[nodiscard]] std::optional<IntervalCondition> interval_condition(const rulebook::Expression& condition,
                                                                  const OperationInfo& operation);

}  // namespace halfulp::judge
