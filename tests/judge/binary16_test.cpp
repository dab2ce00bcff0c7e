// SPDX-License-Identifier: Apache-2.0
// All operands of one-operand operations in 16 bits: the bulk path gives the verdicts of the explain path.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/all_binary16.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

std::vector<Operation> operations_of_one() {
  std::vector<Operation> result;
  for (const OperationInfo& row : operations()) {
    const bool has_rules = row.arity == 1 && test::book("d3d11").has(row.operation, Format::binary16);
    if (has_rules && row.operand_format(0, Format::binary16) == Format::binary16) result.push_back(row.operation);
  }
  return result;
}

class AllOperands : public testing::TestWithParam<Operation> {};

TEST_P(AllOperands, HaveTheSameVerdictsOnBothPaths) {
  const Rulebook& rulebook = test::book("d3d11");
  test::expect_same_verdicts(rulebook, test::all_binary16(rulebook, GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Binary16, AllOperands, testing::ValuesIn(operations_of_one()),
                         [](const auto& tested) { return std::string(halfulp::info(tested.param).name); });

TEST(Binary16, ResultsGoThroughAllThatADeviceMayReturn) {
  const test::Observations seen = test::all_binary16(test::book("d3d11"), Operation::sqrt);
  ASSERT_EQ(seen.size(), 65536U);
  const Tally tally = seen.judged_by(SpanJudge(test::book("d3d11"), Operation::sqrt, Format::binary16));
  EXPECT_GT(tally.passed, 50000U);
  EXPECT_GT(tally.failed, 300U);
}

}  // namespace
}  // namespace halfulp
