// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/judge_case.hpp"

#include "judge/verdict/broken_rule.hpp"
#include "judge/verdict/judged_case.hpp"

namespace halfulp::judge {

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
  judged.note(ruling, ruling.policies, decision);
  if (const Readings* readings = others.first_permitting(judged, decision)) {
    judgement.verdict = Verdict::reading;
    judgement.under = *readings;
  }
  if (judgement.verdict == Verdict::fail || rule_of_readings == RuleOfReadings::named) {
    judgement.rule = broken_rule(ruling, judged, decision);
  }
  return judgement;
}

}  // namespace halfulp::judge
