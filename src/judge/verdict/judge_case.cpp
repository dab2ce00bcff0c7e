// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/judge_case.hpp"

#include <array>

#include "judge/definition/steps.hpp"
#include "judge/verdict/judged_case.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"

namespace halfulp {

namespace judge {

Judgement judge_case(const Ruling& ruling, const OtherReadings& others, std::span<const Bits> operands, Bits observed,
                     RuleOfReadings rule_of_readings, Distance* distance) {
  ExactCase of(ruling.operation, ruling.format->format, operands);
  const Permitted decision = permitted(ruling, of, ruling.policies);
  Judgement judgement;
  if (decision.invalid_operand) {
    judgement.verdict = Verdict::invalid_operand;
    judgement.rule = decision.rules.front();
    return judgement;
  }
  if (decision.set.anything()) {
    judgement.verdict = Verdict::unconstrained;
    return judgement;
  }
  const Distance measured = distance_of(ruling, decision, observed);
  judgement.error_ulp = measured.error_ulp();
  if (distance != nullptr) *distance = measured;
  if (decision.set.contains(observed)) {
    judgement.rounding = rounding_of(ruling, of, decision, observed);
    return judgement;
  }
  judgement.verdict = Verdict::fail;
  JudgedCase judged(of, observed);
  const Ruling& chosen = others.chosen();
  judged.note(chosen, chosen.policies, decision);
  if (const Readings* readings = others.first_permitting(judged)) {
    judgement.verdict = Verdict::reading;
    judgement.under = *readings;
  }
  if (judgement.verdict == Verdict::fail || rule_of_readings == RuleOfReadings::named) {
    judgement.rule = broken_rule(chosen, judged, decision);
  }
  return judgement;
}

}  // namespace judge

Explanation explain(const Rulebook& rulebook, Operation operation, Format format, std::span<const Bits> operands,
                    const Readings& readings) {
  const number::DefaultFloatEnvironment environment;
  const judge::Ruling ruling = judge::Ruling::of(rulebook, operation, format, readings);
  number::check_operands(operation, format, operands, rulebook.naming());
  const judge::Permitted decision = judge::permitted(ruling, operands, ruling.policies);
  Explanation explanation;
  explanation.rulebook = rulebook.id();
  explanation.naming = rulebook.naming();
  explanation.operation = operation;
  explanation.format = format;
  explanation.operands.assign(operands.begin(), operands.end());
  explanation.result_format = ruling.result_format->format;
  explanation.exact = decision.exact.text(*ruling.result_format);
  explanation.exact_of_flushed = decision.exact_of_flushed;
  explanation.exact_clamped = decision.exact.clamped;
  explanation.permitted = decision.set.permitted();
  explanation.rules.assign(decision.rules.begin(), decision.rules.end());
  for (const auto& [expression, outcomes] : judge::traced(ruling, operands)) {
    explanation.steps.push_back({expression, outcomes.permitted()});
  }
  if (!explanation.steps.empty()) {
    const rulebook::Bound* source = ruling.piece(operands).bound.source;
    explanation.steps_keep_range = source != nullptr && source->extend;
  }
  return explanation;
}

std::vector<OtherReading> other_readings(const Rulebook& rulebook, Operation operation, Format format,
                                         std::span<const Bits> operands, const Readings& chosen) {
  const number::DefaultFloatEnvironment environment;
  const auto permitted = [&](const Readings& readings) {
    const judge::Ruling ruling = judge::Ruling::of(rulebook, operation, format, readings);
    number::check_operands(operation, format, operands, rulebook.naming());
    return judge::permitted(ruling, operands, ruling.policies).set.permitted();
  };
  const PermittedSet now = permitted(chosen);
  std::vector<OtherReading> others;
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    for (const std::string& option : rulebook::other_options(*reading, chosen)) {
      Readings changed = chosen;
      changed[reading->id] = option;
      PermittedSet other = permitted(changed);
      if (other != now) others.push_back({reading->id, option, std::move(other)});
    }
  }
  return others;
}

std::string_view name(Verdict verdict) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"pass", "fail", "reading", "unconstrained", "invalid_operand"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view name(Rounding rounding) noexcept { return rounding == Rounding::nearest ? "nearest" : "toward_zero"; }

Judgement judge_result(const Rulebook& rulebook, Operation operation, Format format, std::span<const Bits> operands,
                       Bits observed, const Readings& readings) {
  const number::DefaultFloatEnvironment environment;
  const judge::Ruling ruling = judge::Ruling::of(rulebook, operation, format, readings);
  number::check_operands(operation, format, operands, rulebook.naming());
  number::check_width(*ruling.result_format, observed, "the result");
  return judge::judge_case(ruling, judge::OtherReadings(rulebook, operation, format, readings), operands, observed,
                           judge::RuleOfReadings::named);
}

}  // namespace halfulp
