// SPDX-License-Identifier: Apache-2.0
// Whatever rulebook a user writes, SpanJudge gives the definition's verdict, rule and reading.
#include "judge/any_rulebook.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "judge/random_rulebook.hpp"
#include "rulebook/policy.hpp"

namespace halfulp {
namespace {

class AnyRulebook : public testing::TestWithParam<int> {};

TEST_P(AnyRulebook, IsJudgedInSpansAsByTheDefinition) {
  const auto first = static_cast<std::uint64_t>(GetParam());
  const test::Comparison found = test::compare_rulebooks(first, 10, 50);
  EXPECT_EQ(found.difference, "");
  EXPECT_LT((found.refused + found.permitting_nothing) * 3, found.rulebooks * 2);
  EXPECT_LT(found.tuples_left_out * 10, found.cases);
}

INSTANTIATE_TEST_SUITE_P(Seeds, AnyRulebook, testing::Range(10001, 10051, 10), testing::PrintToStringParamName());

TEST(RandomRulebook, HasEveryOperationAndEveryValueOfEveryPolicy) {
  std::set<std::pair<Operation, Format>> asked;
  std::string all;
  for (std::uint64_t seed = 0; seed < 8000; ++seed) {
    const test::RandomRulebook drawn = test::random_rulebook(seed);
    asked.insert(drawn.operations.begin(), drawn.operations.end());
    all += drawn.toml;
  }
  for (const OperationInfo& row : operations()) {
    for (const Format format : {Format::binary16, Format::binary32, Format::binary64}) {
      EXPECT_TRUE(asked.contains({row.operation, row.only_format().value_or(format)})) << row.name;
    }
  }
  for (const rulebook::PolicyField& field : rulebook::policy_fields()) {
    for (const std::string_view value : field.values) {
      const std::string text = std::string(field.name) + " = \"" + std::string(value) + '"';
      EXPECT_NE(all.find(text), std::string::npos) << text;
    }
  }
}

}  // namespace
}  // namespace halfulp
