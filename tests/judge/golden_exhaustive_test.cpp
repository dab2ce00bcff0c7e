// SPDX-License-Identifier: Apache-2.0
// The definition gives the verdicts of every line of the golden files: minutes of one core.

#include <gtest/gtest.h>

#include <string>

#include "judge/golden_file.hpp"

namespace halfulp {
namespace {

class AllGoldenLines : public testing::TestWithParam<std::string> {};

TEST_P(AllGoldenLines, HaveTheVerdictsOfTheDefinition) { test::expect_golden_lines(GetParam(), 0, 1); }

INSTANTIATE_TEST_SUITE_P(Golden, AllGoldenLines, testing::ValuesIn(Rulebook::embedded()),
                         [](const auto& tested) { return test::word_of(tested.param); });

}  // namespace
}  // namespace halfulp
