// SPDX-License-Identifier: Apache-2.0
// The definition gives the verdicts of the golden files: every 13th line of each; all lines in the exhaustive test.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "judge/golden_file.hpp"

namespace halfulp {
namespace {

class GoldenLines : public testing::TestWithParam<std::string> {};

TEST_P(GoldenLines, HaveTheVerdictsOfTheDefinition) {
  constexpr std::size_t kStep = 13;
  // Rulebooks that share operations compare other lines of theirs.
  const std::vector<std::string> names = Rulebook::embedded();
  const auto index = static_cast<std::size_t>(std::ranges::find(names, GetParam()) - names.begin());
  test::expect_golden_lines(GetParam(), index % kStep, kStep);
}

INSTANTIATE_TEST_SUITE_P(Golden, GoldenLines, testing::ValuesIn(Rulebook::embedded()),
                         [](const auto& tested) { return test::word_of(tested.param); });

// A definition that decides otherwise has another digest: here under another reading.
TEST(Golden, DigestDependsOnTheReadingsThatMatter) {
  const golden::Subject rcp = {Operation::rcp, Format::binary32};
  const std::string line = golden::golden_line(test::book("d3d11"), rcp);
  EXPECT_NE(line, golden::golden_line(test::book("d3d11"), rcp, {{"ftz.in", "never"}}));
  EXPECT_NE(line, golden::golden_line(test::book("d3d11"), rcp, {{"exact_if_representable", "on"}}));
  EXPECT_EQ(line, golden::golden_line(test::book("d3d11"), rcp, {{"ftz.in", "must"}}));
  EXPECT_EQ(line, golden::golden_line(test::book("d3d11"), rcp, {{"ulp_def", "muller_B"}}));
}

TEST(Golden, CorpusHasEachVerdictAndRounding) {
  std::uint64_t verdicts = 0;
  const Rulebook& rulebook = test::book("metal1-fast");
  const std::string add = golden::stream(rulebook, {Operation::add, Format::binary32}, {}, verdicts);
  EXPECT_EQ(std::ranges::count(add, '>'), static_cast<std::ptrdiff_t>(verdicts));
  const std::string div = golden::stream(rulebook, {Operation::div, Format::binary32}, {}, verdicts);
  const std::string sample = golden::stream(rulebook, {Operation::sample, Format::binary32}, {}, verdicts);
  for (const char* words : {" pass ", " fail ", " by nearest\n", " by toward_zero\n"}) {
    EXPECT_NE(add.find(words), std::string::npos) << words;
  }
  EXPECT_NE(div.find(" reading "), std::string::npos);
  for (const char* words : {" unconstrained ", " invalid_operand "}) {
    EXPECT_NE(sample.find(words), std::string::npos) << words;
  }
}

}  // namespace
}  // namespace halfulp
