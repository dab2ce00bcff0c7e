// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "judge/behaviour/behaviours.hpp"
#include "judge/behaviour/plausible.hpp"

namespace halfulp::judge::behaviour {

bool unfused(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::add, {c.step(Operation::mul, {taken[0], taken[1]}), taken[2]}));
  });
}
bool times_reciprocal(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::mul, {taken[0], c.step(Operation::reciprocal, {taken[1]})}));
  });
}
bool root_by_reciprocal_root(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::mul, {taken[0], c.step(Operation::rsq, {taken[0]})}));
  });
}
bool reciprocal_of_root(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::reciprocal, {c.step(Operation::sqrt, {taken[0]})}));
  });
}
bool floor_of_half_more(const Case& c) {
  const Bits half = exact::round(c.subject.format, rounding_position(c.subject.format, 0.5), RoundTo::nearest_even);
  return c.any_treatment([&](std::span<const Bits> taken) {
    return c.is(c.step(Operation::round_ni, {c.step(Operation::add, {taken[0], half})}));
  });
}
bool integer_ties_away(const Case& c) {
  return c.any_treatment([&](std::span<const Bits> taken) { return c.is(c.step(Operation::round, {taken[0]})); });
}
bool absolute_operand(const Case& c) {
  Operands positive{};
  std::ranges::copy(c.operands, positive.begin());
  const FormatInfo& row = c.subject.operand_row(0);
  positive[0] &= ~Layout(row).sign_mask();
  if (positive[0] == c.operands[0] || !is_plausible(c, std::span(positive).first(c.operands.size()))) return false;
  return constrains_and_permits(c.subject.asked, std::span(positive).first(c.operands.size()), c.observed);
}

}  // namespace halfulp::judge::behaviour
