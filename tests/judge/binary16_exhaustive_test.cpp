// SPDX-License-Identifier: Apache-2.0
// All pairs of operands in 16 bits, 2^32 for each operation of two, and all operands under every Metal rulebook that
// has half: the bulk path gives the verdicts of the explain path. An operation takes hours; a name after --gtest_filter
// chooses one.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "judge/all_binary16.hpp"
#include "judge/judged.hpp"

namespace halfulp {
namespace {

std::vector<Operation> operations_of_two() {
  std::vector<Operation> result;
  for (const OperationInfo& row : operations()) {
    if (row.arity == 2 && test::book("d3d11").has(row.operation, Format::binary16)) result.push_back(row.operation);
  }
  return result;
}

class AllPairs : public testing::TestWithParam<Operation> {};

TEST_P(AllPairs, HaveTheSameVerdictsOnBothPaths) {
  for (Bits x = 0; x < 65536; ++x) {
    test::expect_same_verdicts(test::book("d3d11"), test::all_binary16(test::book("d3d11"), GetParam(), {x}));
    ASSERT_FALSE(HasFailure()) << x;
  }
}

INSTANTIATE_TEST_SUITE_P(Binary16, AllPairs, testing::ValuesIn(operations_of_two()),
                         [](const auto& tested) { return std::string(halfulp::info(tested.param).name); });

TEST(Binary16, HasTheSameVerdictsOnBothPathsForAllOperandsUnderMetal) {
  for (const char* name : {"metal2.1", "metal2.1-fast", "metal4", "metal4-fast"}) {
    const Rulebook& rulebook = test::book(name);
    for (const OperationInfo& row : operations()) {
      if (row.arity != 1 || !rulebook.has(row.operation, Format::binary16)) continue;
      if (row.operand_format(0, Format::binary16) != Format::binary16) continue;
      test::expect_same_verdicts(rulebook, test::all_binary16(rulebook, row.operation));
    }
  }
}

}  // namespace
}  // namespace halfulp
