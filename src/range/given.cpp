// SPDX-License-Identifier: Apache-2.0
#include "range/given.hpp"

namespace halfulp::range {

Evaluator& GivenJudge::evaluator_of(const Program& program) {
  return evaluators_.try_emplace(&program, program).first->second;
}

Judged GivenJudge::judge(std::span<const Bits> operands, std::span<const Bits> observed, std::int64_t cases) {
  return expression_.judge(
      observed, [&](const Program& program) { return answer_given(evaluator_of(program), operands, cases, observed); });
}

Answer GivenJudge::answer(std::span<const Bits> operands, std::int64_t cases) {
  return answer_given(evaluator_of(program()), operands, cases);
}

}  // namespace halfulp::range
