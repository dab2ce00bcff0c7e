// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

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

/// Within 1 / 128 relative of the exact result; of functions absolute, too.
bool inaccurate(const BehaviourCase& c) {
  if (!c.subject.layout.is_finite(c.observed)) return false;
  return c.any_treatment([&](Taken taken) {
    const RoundingPosition& position = c.position(taken);
    if (position.kind != RoundingPosition::Kind::number || c.zero_result) return false;
    const auto value = [&](Bits bits) { return number::as_double(c.subject.result, bits); };
    const double right = value(exact::round(c.subject.result, position, RoundTo::toward_zero));
    const double size = rounds(c.subject) ? std::fabs(right) : std::max(1.0, std::fabs(right));
    return std::fabs(value(c.observed) - right) <= size / 128;
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
    {"inaccurate", "is less accurate than asked, but within 1/128 of the exact result", floating, inaccurate},
    {"returns_operand", "returns an operand unchanged", everything, returns_operand},
    {"gives_zero", "gives zero", everything, [](const BehaviourCase& c) { return c.zero_result; }},
});

/// SPIR-V leaves it undefined.
bool undefined_integer(const BehaviourCase& c) {
  const FormatInfo& to = c.subject.result;
  const double x = c.x(0);
  return !(x > static_cast<double>(number::least_code(to)) - 1 && x < static_cast<double>(number::most_code(to)) + 1);
}
bool number_for_nan(const BehaviourCase& c) {
  const auto is_nan = [&](Taken taken) { return c.position(taken).kind == RoundingPosition::Kind::nan; };
  return !c.nan_result && (c.nan_operand || c.any_treatment(is_nan));
}
bool is_precise(const BehaviourSubject& s) { return s.fast.has_value(); }
bool passes_fast(const BehaviourCase& c) {
  const judge::Ruling& fast = *c.subject.fast;
  const judge::ValueSet set = permitted(fast, c.operands, fast.policies).set;
  return set.anything() || set.contains(c.observed);
}

constexpr auto kBroad = std::to_array<Behaviour>({
    {"undefined_integer", "gives anything where the integer does not fit, as undefined in SPIR-V", kToInteger,
     undefined_integer},
    {"number_for_nan", "gives a number or an infinity for NaN", floating, number_for_nan},
    {"fast_math", "gives what the rulebook's fast variant permits, as if compiled with fast math", is_precise,
     passes_fast},
});

}  // namespace

std::span<const Behaviour> broad_behaviours() { return kBroad; }
std::span<const Behaviour> general_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
