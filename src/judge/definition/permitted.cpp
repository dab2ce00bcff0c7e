// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <vector>

#include "halfulp/error.hpp"
#include "judge/definition/layers.hpp"

namespace halfulp::judge {
namespace {

using number::Layout;

/// "0. Requirements. Operands that a `requires` does not permit end the case." The rule that does not permit them.
const std::string* forbidding_rule(const Ruling& ruling, const ChosenOperands& given) {
  for (std::size_t i = 0; i < ruling.required.size(); ++i) {
    const std::optional<Condition>& condition = ruling.required[i];
    const bool met = condition ? condition->holds(given.values()) : all_finite(ruling, given.bits());
    if (!met) return &ruling.rules.requirements[i].rule;
  }
  return nullptr;
}

Permitted invalid(const Ruling& ruling, const std::string& rule) {
  Permitted decision{ValueSet::of_anything(ruling.result_format->format), {rule}, exact::Result::undefined()};
  decision.invalid_operand = true;
  decision.measured = false;
  return decision;
}

/// Which operands, denormals or zeros, are zeros, and which of these have the other sign; one bit each.
struct Choice {
  unsigned zeros = 0;
  unsigned others = 0;
};

/// Whether the sign of a zero operand reaches more than the signs of zeros and infinities in the result: of sums of
/// products it does not.
bool tries_both_zeros(const Ruling& ruling, const AskedPolicies& policies) {
  const bool is_sum = info(ruling.operation).family == OperationFamily::fused || ruling.operation == Operation::fma;
  return !is_sum && policies(&Policies::any_zero_sign);
}

/// "1. (a) Operands. Denormal operands become zeros (`flush`), stay (`keep`), or both are tried (`may-flush`). Under
/// `flush-to-compare`, and where they have another format than the operation is asked in, they stay. A zero is tried
/// with either sign where `zero_sign` is `any`."
std::vector<Choice> operand_choices(const Ruling& ruling, const AskedPolicies& policies, std::span<const Bits> operands,
                                    std::vector<PolicySet>& shaping) {
  std::vector<Choice> result(1);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const FormatInfo& row = ruling.operand_row(i);
    if (row.kind != FormatKind::floating) continue;
    if (Layout(row).is_zero(operands[i]) && row.has_sign && tries_both_zeros(ruling, policies)) {
      const std::size_t count = result.size();
      for (std::size_t k = 0; k < count; ++k) result.push_back({result[k].zeros | 1U << i, result[k].others | 1U << i});
    }
    if (!Layout(row).is_denormal(operands[i]) || &row != ruling.format) continue;
    const Denormals treated = policies(&Policies::operands);
    const bool stays = treated != Denormals::flush;
    const bool flushes = treated == Denormals::flush || treated == Denormals::may_flush;
    add_once(shaping, bit(&Policies::operands));
    if (!stays) add_once(shaping, bit(&Policies::any_flushed_sign));
    std::vector<Choice> next;
    for (const Choice& choice : result) {
      const unsigned zero = choice.zeros | 1U << i;
      if (stays) next.push_back(choice);
      if (flushes) next.push_back({zero, choice.others});
      if (flushes && policies(&Policies::any_flushed_sign)) next.push_back({zero, choice.others | 1U << i});
    }
    result = std::move(next);
  }
  return result;
}

/// Steps (b) and (c) for one choice of operands.
ValueSet permitted_for(const Evaluation& e) {
  ValueSet set = first_layer(e);
  flush(e, set);
  allow(e, set);
  add_other_zero(e, set);
  leave_infinity_open(e, set);
  clamp(e, set);
  return set;
}

/// "The permitted set is never empty."
[[noreturn]] void permits_nothing(const Ruling& ruling, std::span<const Bits> operands, const Permitted& decision) {
  std::string text;
  for (std::size_t i = 0; i < operands.size(); ++i) text += ' ' + bits_text(ruling.operand_row(i).format, operands[i]);
  throw Error(Error::Kind::kInternal,
              fmt::format("rulebook {} permits nothing for {}{}: a defect of rule {}", ruling.owner->id,
                          name(ruling.operation, ruling.owner->naming), text, decision.rules.front()));
}

}  // namespace

ValueSet Evaluation::anything() const {
  decision.measured = false;
  return ValueSet::of_anything(result_row().format);
}

Permitted permitted(const Ruling& ruling, ExactCase& of, const Policies& policies) {
  const ChosenOperands& given = of.given();
  if (const std::string* rule = forbidding_rule(ruling, given)) return invalid(ruling, *rule);
  Permitted decision{ValueSet(ruling.result_format->format), {}, {}};
  std::vector<PolicySet> shaping;
  const AskedPolicies asked(policies);
  bool is_first = true;
  for (const Choice& choice : operand_choices(ruling, asked, given.bits(), shaping)) {
    const Evaluation e{ruling, asked, of.flushed(choice.zeros, choice.others), given, decision, shaping};
    if (is_first) {
      decision.exact = e.exact();
      decision.exact_of_flushed = !e.operands.as_given();
      is_first = false;
    }
    // "(d) Union over the choices of (a)."
    decision.set.unite(permitted_for(e));
  }
  if (decision.set.empty()) permits_nothing(ruling, given.bits(), decision);
  // The rules that decided come first, then those that shaped.
  for (const PolicySet policy : shaping) {
    const std::string_view rule = ruling.rules.rule(name(policy));
    if (!rule.empty()) add_once(decision.rules, rule);
  }
  decision.asked = asked.asked();
  return decision;
}

Permitted permitted(const Ruling& ruling, std::span<const Bits> operands, const Policies& policies) {
  ExactCase of(ruling.operation, ruling.format->format, operands);
  return permitted(ruling, of, policies);
}

Permitted permitted(const Ruling& ruling, const exact::Result& exact, const Policies& policies) {
  const ChosenOperands none(exact);
  Permitted decision{ValueSet(ruling.result_format->format), {}, exact};
  std::vector<PolicySet> shaping;
  const AskedPolicies asked(policies);
  const Evaluation e{ruling, asked, none, none, decision, shaping};
  ValueSet set = decide_by_accuracy(e, TableCell::Range::none);
  flush(e, set);
  add_other_zero(e, set);
  leave_infinity_open(e, set);
  decision.set.unite(set);
  decision.asked = asked.asked();
  return decision;
}

std::optional<Rounding> rounding_of(const Ruling& ruling, ExactCase& of, const Permitted& decision, Bits observed) {
  if (ruling.to_nearest == nullptr) return std::nullopt;
  const auto intervals = decision.set.intervals();
  if (intervals.size() == 1 && intervals.front().first == intervals.front().last) return std::nullopt;
  const auto permits = [&](const Ruling& one) { return permitted(one, of, one.policies).set.contains(observed); };
  const bool nearest = permits(*ruling.to_nearest);
  if (nearest == permits(*ruling.toward_zero)) return std::nullopt;
  return nearest ? Rounding::nearest : Rounding::toward_zero;
}

}  // namespace halfulp::judge
