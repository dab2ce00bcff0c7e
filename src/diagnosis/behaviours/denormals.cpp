// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/behaviours/behaviour.hpp"

namespace halfulp::diagnosis {
namespace {

using enum Denormals;

bool has_denormals(const BehaviourSubject& s) {
  for (std::size_t i = 0; i < s.arity; ++i) {
    if (s.operand_row(i).kind == FormatKind::floating) return true;
  }
  return s.floating_result;
}

/// Whether the treatment of denormal operands decides the result of a device that rounds correctly: where it does not,
/// that treatment explains no failure.
bool operands_matter(const BehaviourCase& c) {
  const auto nearest = [&](Taken taken) {
    return exact::round(c.subject.result, c.position(taken), RoundTo::nearest_even);
  };
  return c.denormal_operand && nearest(c.operands) != nearest(c.flushed());
}
template <Denormals kOperands>
bool treats_operands(const BehaviourCase& c) {
  return operands_matter(c) && c.passes_with(kOperands, c.subject.result_denormals());
}

/// Negative denormals, operands or results, become +0.
bool flushes_to_plus_zero(const BehaviourCase& c) {
  const BehaviourSubject& s = c.subject;
  Operands zeros{};
  bool any_negative = false;
  for (std::size_t i = 0; i < c.operands.size(); ++i) {
    const Layout layout(s.operand_row(i));
    const bool denormal = s.operand_row(i).kind == FormatKind::floating && layout.is_denormal(c.operands[i]);
    any_negative = any_negative || (denormal && layout.is_negative(c.operands[i]));
    zeros[i] = denormal ? 0 : c.operands[i];
  }
  if (any_negative && s.permits(std::span(zeros).first(c.operands.size()), c.observed)) return true;
  if (!s.floating_result || c.observed != 0 || !rounds(s)) return false;
  const RoundingPosition& position = c.position(c.operands);
  const bool is_zero = position.magnitude == 0 && position.place == RoundingPosition::Place::exact;
  if (position.kind != RoundingPosition::Kind::number || !position.negative || is_zero) return false;
  if (position.magnitude >= s.layout.min_normal()) return false;
  const Bits minus = s.layout.zero(true);
  return s.permits(c.operands, minus) || s.permits(c.operands, minus, s.operand_denormals(), flush);
}

constexpr auto kBehaviours = std::to_array<Behaviour>({
    {"keeps_denormal_operands", "keeps denormal operands", has_denormals, treats_operands<keep>, "keeps_denormals",
     false, Scope::operands, AskedBy::denormals_flushed},
    {"keeps_denormal_results", "keeps denormal results", has_denormals,
     [](const BehaviourCase& c) { return c.denormal_result && c.passes_with(c.subject.operand_denormals(), keep); },
     "keeps_denormals", false, Scope::results, AskedBy::denormals_flushed},
    {"keeps_denormals", "keeps denormals, operands and results", has_denormals,
     [](const BehaviourCase& c) { return (operands_matter(c) || c.denormal_result) && c.passes_with(keep, keep); }, "",
     false, Scope::operands, AskedBy::denormals_flushed},
    {"flushes_denormal_operands", "flushes denormal operands to zero", has_denormals, treats_operands<flush>,
     "flushes_denormals", false, Scope::operands, AskedBy::denormals_preserved},
    {"flushes_denormal_results", "flushes denormal results to zero", floating,
     [](const BehaviourCase& c) { return c.zero_result && c.passes_with(c.subject.operand_denormals(), flush); },
     "flushes_denormals", false, Scope::results, AskedBy::denormals_preserved},
    {"flushes_denormals", "flushes denormals to zero, operands and results", has_denormals,
     [](const BehaviourCase& c) { return (operands_matter(c) || c.zero_result) && c.passes_with(flush, flush); }, "",
     false, Scope::operands, AskedBy::denormals_preserved},
    {"flushes_to_plus_zero", "flushes negative denormals to +0", has_denormals, flushes_to_plus_zero, "", false,
     Scope::operands},
});

}  // namespace

std::span<const Behaviour> denormal_behaviours() { return kBehaviours; }

}  // namespace halfulp::diagnosis
