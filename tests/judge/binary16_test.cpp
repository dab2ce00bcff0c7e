// SPDX-License-Identifier: Apache-2.0
// All operands of one-operand operations in 16 bits: the bulk path gives the verdicts of the explain path.
#include <gtest/gtest.h>

#include <string>

#include "judge/all_binary16.hpp"
#include "judge/bulk_and_explain.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

TEST(Binary16, IsJudgedAlikeByBothPathsForAllOperandsUnderDirect3D) {
  const Rulebook& rulebook = test::book("d3d11");
  for (const OperationInfo& row : operations()) {
    if (row.arity != 1 || !rulebook.has(row.operation, Format::binary16)) continue;
    if (row.operand_format(0, Format::binary16) != Format::binary16) continue;
    test::expect_same_verdicts(rulebook, test::all_operands_of_binary16(rulebook, row.operation));
  }
}

TEST(Binary16, ResultsGoThroughAllThatADeviceMayReturn) {
  const test::Observations seen = test::all_operands_of_binary16(test::book("d3d11"), Operation::sqrt);
  ASSERT_EQ(seen.size(), 65536U);
  Tally tally;
  seen.judge(SpanJudge(test::book("d3d11"), Operation::sqrt, Format::binary16), 0, seen.size(), tally);
  EXPECT_GT(tally.passed, 50000U);
  EXPECT_GT(tally.failed, 300U);
}

}  // namespace
}  // namespace halfulp
