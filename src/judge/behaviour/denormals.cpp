// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "judge/behaviour/applies.hpp"
#include "judge/behaviour/behaviours.hpp"
#include "judge/behaviour/plausible.hpp"
#include "judge/behaviour/sum_in_order.hpp"

namespace halfulp::judge::behaviour {

namespace {

/// The products added in order, denormals kept: a rulebook that keeps them permits every order of the steps.
Bits sum_with_denormals(const Case& c) {
  const auto step = [&](Operation operation, Bits x, Bits y) {
    return Case::step(operation, c.subject.format.format, std::array{x, y}, false);
  };
  return sum_in_order(
      c.operands, [&](Bits x, Bits y) { return step(Operation::mul, x, y); },
      [&](Bits x, Bits y) { return step(Operation::add, x, y); });
}

}  // namespace

bool keeps_denormal_operands(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_operand || !s.keeps_operands.exists()) return false;
  if (c.denormal_result && s.policies().results == Denormals::flush) return false;
  return is_plausible(c, c.operands) && s.keeps_operands.permits(c.operands, c.observed);
}

namespace {

bool decide_keeps_denormal_results(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_result || !s.keeps_results.exists()) return false;
  if (s.policies().operands != Denormals::flush) return s.keeps_results.permits(c.operands, c.observed);
  return is_plausible(c, c.flushed()) && s.keeps_results.permits(c.operands, c.observed);
}

}  // namespace

bool Case::keeps_results() const {
  if (!keeps_results_) keeps_results_ = decide_keeps_denormal_results(*this);
  return *keeps_results_;
}
bool keeps_denormal_results(const Case& c) { return c.keeps_results(); }
bool keeps_denormals(const Case& c) {
  const Subject& s = c.subject;
  if (!c.denormal_operand && !c.denormal_result) return false;
  if (is_dot(s) && s.keeps_both.exists() && sum_with_denormals(c) == c.observed) return true;
  if (!c.denormal_operand && s.keeps_results.exists()) return c.keeps_results();
  return is_plausible(c, c.operands) && s.keeps_both.permits(c.operands, c.observed);
}
bool flushes_denormal_operands(const Case& c) {
  return c.denormal_operand && c.subject.flushes_operands.permits(c.operands, c.observed);
}
bool flushes_denormal_results(const Case& c) {
  return c.zero_result && c.subject.flushes_results.permits(c.operands, c.observed);
}
bool flushes_denormals(const Case& c) {
  return (c.denormal_operand || c.zero_result) && c.subject.flushes_both.permits(c.operands, c.observed);
}
bool flushes_to_plus_zero(const Case& c) {
  const Subject& s = c.subject;
  Operands zeros{};
  bool any_negative = false;
  // What operations of up to three operands give for a zero: a zero, a special value or another operand.
  bool plausible = s.arity != 2 && s.arity != 3;
  plausible = plausible || !s.floating_result || c.zero_result || !s.layout.is_finite(c.observed);
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    const FormatInfo& row = s.operand_row(i);
    const bool denormal = row.kind == FormatKind::floating && Layout(row).is_denormal(c.operands[i]);
    any_negative = any_negative || (denormal && Layout(row).is_negative(c.operands[i]));
    zeros[i] = denormal ? 0 : c.operands[i];
    plausible = plausible || (s.floating_result && s.layout.magnitude(c.operands[i]) == s.layout.magnitude(c.observed));
  }
  if (any_negative && s.of_plus_zero && s.of_plus_zero->contains(c.observed)) return true;
  plausible = plausible && !s.of_plus_zero;
  if (any_negative && plausible &&
      constrains_and_permits(s.asked, std::span(zeros).first(c.operands.size()), c.observed))
    return true;
  if (!s.floating_result || c.observed != 0 || !rounds(s)) return false;
  const RoundingPosition& position = c.position(c.operands);
  const bool tiny = position.magnitude < s.layout.min_normal() &&
                    (position.magnitude != 0 || position.place != RoundingPosition::Place::exact);
  if (position.kind != RoundingPosition::Kind::number || !position.negative || !tiny) return false;
  const Bits minus = s.layout.zero(true);
  return constrains_and_permits(s.asked, c.operands, minus) || s.flushes_results.permits(c.operands, minus);
}

}  // namespace halfulp::judge::behaviour
