// SPDX-License-Identifier: Apache-2.0
#include "judge/filter/operand_range.hpp"

#include <algorithm>

namespace halfulp::judge {

std::optional<OperandRange> range_of(const Condition& condition) {
  using enum Condition::Order;
  using Kind = rulebook::Expression::Kind;
  const std::vector<Formula>& sides = condition.sides();
  const auto place = std::ranges::find_if(sides, [](const Formula& side) { return side.operands() != 0; });
  if (place == sides.end() || sides.size() > 3) return std::nullopt;
  OperandRange range{.of_size = place->kind() == Kind::call && place->is_abs()};
  const Formula& operand = range.of_size ? place->arguments().front() : *place;
  if (operand.kind() != Kind::name) return std::nullopt;
  range.operand = operand.operand();
  const auto middle = static_cast<std::size_t>(place - sides.begin());
  for (std::size_t i = 0; i < condition.orders().size(); ++i) {
    const bool is_left = i + 1 == middle;  // the constant is on the operand's left
    if (!is_left && i != middle) return std::nullopt;
    const Formula& constant = sides[is_left ? i : i + 1];
    if (constant.operands() != 0) return std::nullopt;
    const Condition::Order order = condition.orders()[i];
    const bool includes = order == less_equal || order == greater_equal;
    if (order == equal) {
      if (sides.size() != 2) return std::nullopt;
      range.least = range.most = constant.constant();
    } else if (order == not_equal) {
      return std::nullopt;
    } else if ((order == less || order == less_equal) == is_left) {
      range.least = constant.constant();
      range.has_least = includes;
    } else {
      range.most = constant.constant();
      range.has_most = includes;
    }
  }
  return range;
}

}  // namespace halfulp::judge
