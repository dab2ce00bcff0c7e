// SPDX-License-Identifier: Apache-2.0
#include "judge/verdict/judge_case.hpp"

#include "judge/verdict/broken_rule.hpp"

namespace halfulp::judge {

Judgement judge_case(const Ruling& ruling, const OtherReadings& others, std::span<const Bits> operands, Bits observed,
                     RuleOfReadings rule_of_readings, Distance* distance) {
  const Decision decision = permit(ruling, operands, ruling.policies);
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
    judgement.rounding = rounding_of(ruling, operands, decision, observed);
    return judgement;
  }
  judgement.verdict = Verdict::fail;
  if (const Readings* readings = others.first_permitting(operands, observed)) {
    judgement.verdict = Verdict::reading;
    judgement.under = *readings;
  }
  if (judgement.verdict == Verdict::fail || rule_of_readings == RuleOfReadings::named) {
    judgement.rule = broken_rule(ruling, operands, decision, observed);
  }
  return judgement;
}

}  // namespace halfulp::judge
