// SPDX-License-Identifier: Apache-2.0
// What is decided quickly, case by case, is what the explain path says.
#include "judge/quick.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "halfulp/rulebook.hpp"
#include "judge/disturbed_cases.hpp"
#include "judge/judged.hpp"
#include "judge/operand_classes.hpp"
#include "judge/ruling.hpp"

namespace halfulp {
namespace {

using Answer = judge::Quick::Answer;

/// What an answer says that the verdict does not, or nothing.
std::string contradiction(Answer answer, double error, const Judgement& judgement, const judge::Ruling& ruling) {
  switch (answer) {
    case Answer::undecided:
      return {};
    case Answer::unconstrained:
      return judgement.verdict == Verdict::unconstrained ? "" : "unconstrained";
    case Answer::kept_denormal_operand:
    case Answer::kept_denormal_result: {
      const bool operand = answer == Answer::kept_denormal_operand;
      const std::string& rule = ruling.rules.rule(operand ? "denormal_operands" : "denormal_results");
      return judgement.verdict == Verdict::fail && judgement.rule == rule ? "" : "a kept denormal";
    }
    case Answer::fails:
      if (judgement.verdict != Verdict::fail && judgement.verdict != Verdict::reading) return "fails";
      if (judgement.verdict == Verdict::fail && judgement.rule != ruling.rules.accuracy_rule) return "another rule";
      if (!judgement.error_ulp) return "an error";
      return std::fabs(error - *judgement.error_ulp) <= test::kMeasured * std::max(1.0, error) ? "" : "another error";
    case Answer::forbidden:
      return judgement.verdict == Verdict::fail || judgement.verdict == Verdict::reading ? "" : "is forbidden";
    case Answer::pass:
    case Answer::pass_to_nearest:
    case Answer::pass_unmeasured:
      if (judgement.verdict != Verdict::pass) return "passes";
      if (judgement.rounding == Rounding::toward_zero) return "does not tell that it is truncated";
      if ((judgement.rounding == Rounding::nearest) != (answer == Answer::pass_to_nearest)) return "the rounding";
      if (error < 0 || !judgement.error_ulp) return {};
      if (std::fabs(error - *judgement.error_ulp) > test::kMeasured * std::max(1.0, error)) return "another error";
      return {};
  }
  return {};
}

/// How many of the cases are decided; a contradiction fails the test.
std::size_t decided(const Rulebook& rulebook, const Readings& readings, Operation operation, std::size_t count) {
  const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, readings);
  const judge::Quick quick(ruling);
  if (quick.function() == nullptr) return 0;
  const judge::OperandClasses classes(ruling);
  test::Cases cases = test::right_cases(rulebook, operation, count, true);
  test::disturb(cases);
  test::Verdicts verdicts(rulebook, operation, readings, cases);
  std::size_t sum = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    std::array<std::uint32_t, kMaxArity> operands{};
    for (std::size_t k = 0; k < cases.operands.size(); ++k) operands[k] = cases.operands[k][i];
    judge::Distance distance;
    Answer answer = quick.function()(quick, operands.data(), cases.observed[i], distance);
    if (answer == Answer::undecided) answer = classes.answer(operands.data(), cases.observed[i], distance);
    if (answer == Answer::undecided) continue;
    ++sum;
    EXPECT_EQ(contradiction(answer, distance.ulp, verdicts.of(i), ruling), "") << verdicts.text(i);
  }
  return sum;
}

TEST(Quick, SaysNothingThatTheExplainPathDoesNot) {
  struct Asked {
    const char* rulebook;
    Readings readings;
  };
  const std::vector<Asked> all = {{"d3d10", {}},
                                  {"d3d10.1", {}},
                                  {"d3d11", {}},
                                  {"d3d11", {{"ftz.in", "may"}, {"ftz.out", "may"}, {"ftz.sign", "any"}}},
                                  {"d3d11", {{"d3d11.addsubmul", "nearest_even"}, {"overflow", "ieee"}}},
                                  {"metal1", {}},
                                  {"metal1", {{"metal.round", "rne"}}},
                                  {"metal1-fast", {}},
                                  {"metal1.2", {}},
                                  {"metal1.2-fast", {}},
                                  {"metal2.1", {}},
                                  {"metal2.1-fast", {}},
                                  {"metal4", {}},
                                  {"metal4-fast", {}}};
  std::size_t sum = 0;
  for (const auto& [book, readings] : all) {
    const Rulebook& rulebook = test::book(book);
    for (const OperationInfo& row : operations()) {
      if (row.family == OperationFamily::pixel || !rulebook.has(row.operation, Format::binary32)) continue;
      sum += decided(rulebook, readings, row.operation, 300);
    }
  }
  EXPECT_GT(sum, 50000U);
}

}  // namespace
}  // namespace halfulp
