// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/behaviours/behaviour.hpp"

namespace halfulp::diagnosis {
namespace {

/// A zero of the wrong sign is not one step off.
bool one_step_off(const BehaviourCase& c) {
  if (c.nan_result) return false;
  return c.any_treatment([&](Taken taken) {
    const RoundingPosition& position = c.position(taken);
    if (position.kind != RoundingPosition::Kind::number) return false;
    const Bits nearest = exact::round(c.subject.result, position, RoundTo::nearest_even);
    if (c.subject.floating_result && c.zero_result && c.subject.layout.is_zero(nearest)) return false;
    const std::int64_t right = number::ordinal(c.subject.result, nearest);
    const std::int64_t got = number::ordinal(c.subject.result, c.observed);
    return got == right + 1 || got == right - 1;
  });
}

bool returns_operand(const BehaviourCase& c) {
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    if (c.operands[i] == c.observed && c.subject.operand_row(i).format == c.subject.result.format) return true;
  }
  return false;
}

constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"one_step_off", "is off by one ULP or code", rounds, one_step_off},
    {"returns_operand", "returns an operand unchanged", everything, returns_operand},
    {"gives_zero", "gives zero", everything, [](const BehaviourCase& c) { return c.zero_result; }},
});

}  // namespace

std::span<const Behaviour> general_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
