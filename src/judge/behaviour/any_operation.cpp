// SPDX-License-Identifier: Apache-2.0
#include "judge/behaviour/applies.hpp"
#include "judge/behaviour/behaviours.hpp"

namespace halfulp::judge::behaviour {

bool returns_operand(const Case& c) {
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    if (c.operands[i] == c.observed && c.subject.operand_row(i).format == c.subject.result.format) return true;
  }
  return false;
}
bool gives_zero(const Case& c) { return c.subject.floating_result ? c.zero_result : c.observed == 0; }
/// A zero of the wrong sign is no step away.
bool one_step_off(const Case& c) {
  if (!rounds(c.subject) || c.nan_result) return false;
  return c.any_treatment([&](std::span<const Bits> taken) {
    const RoundingPosition& position = c.position(taken);
    if (position.kind != RoundingPosition::Kind::number) return false;
    const Bits nearest = exact::round(c.subject.result, position, RoundTo::nearest_even);
    if (c.zero_result && c.subject.layout.is_zero(nearest)) return false;
    const std::int64_t right = number::ordinal(c.subject.result, nearest);
    const std::int64_t got = number::ordinal(c.subject.result, c.observed);
    return got == right + 1 || got == right - 1;
  });
}

}  // namespace halfulp::judge::behaviour
