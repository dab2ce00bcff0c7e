// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "judge/judged.hpp"
#include "judge/spans_at_edges.hpp"

namespace halfulp {
namespace {

std::string test_name(const testing::TestParamInfo<std::string>& rulebook) { return test::word_of(rulebook.param); }

class ManySpansAtEdges : public testing::TestWithParam<std::string> {};

TEST_P(ManySpansAtEdges, AreToldOfWhatIsToldOfEachCase) {
  for (const Operation operation : test::operations_in_binary32(test::book(GetParam()))) {
    EXPECT_EQ(test::SpansAtEdges(GetParam(), operation).difference(5000, 100), "") << info(operation).name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfARulebook, ManySpansAtEdges,
                         testing::Values("d3d10", "d3d10.1", "d3d11", "metal1", "metal1-fast", "metal2.1", "metal4"),
                         test_name);

class RightResultsOfAllOperands : public testing::TestWithParam<std::string> {};

TEST_P(RightResultsOfAllOperands, PassBesideFarOnes) {
  for (const Operation operation : test::operations_in_binary32(test::book(GetParam()))) {
    if (info(operation).arity != 1) continue;
    EXPECT_EQ(test::SpansAtEdges(GetParam(), operation).failure_of_right_result(), "") << info(operation).name;
  }
}

INSTANTIATE_TEST_SUITE_P(OfARulebook, RightResultsOfAllOperands,
                         testing::Values("d3d10.1", "d3d11", "metal1-fast", "metal4"), test_name);

}  // namespace
}  // namespace halfulp
