// SPDX-License-Identifier: Apache-2.0
// The comparison of any_rulebook_test.cpp for 5,000 other rulebooks.
#include <gtest/gtest.h>

#include "judge/any_rulebook.hpp"

namespace halfulp {
namespace {

class AnyRulebook : public testing::TestWithParam<int> {};

TEST_P(AnyRulebook, IsJudgedInSpansAsByTheDefinition) {
  const test::Comparison found = test::compare_rulebooks(static_cast<std::uint64_t>(GetParam()), 100, 100);
  EXPECT_EQ(found.difference, "");
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnyRulebook, testing::Range(10'000, 15'000, 100), testing::PrintToStringParamName());

}  // namespace
}  // namespace halfulp
