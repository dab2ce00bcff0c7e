// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <gtest/gtest.h>

namespace halfulp::report {
namespace {

Result result_with(std::uint64_t planned, Tally tally) {
  Result result;
  result.planned = planned;
  result.tally = std::move(tally);
  return result;
}

Tally tally_of(std::uint64_t passed, std::uint64_t failed, std::uint64_t reading, std::uint64_t unconstrained) {
  Tally tally;
  tally.cases = passed + failed + reading + unconstrained;
  tally.passed = passed;
  tally.failed = failed;
  tally.reading = reading;
  tally.unconstrained = unconstrained;
  return tally;
}

TEST(Outcome, IsTheWorstThatHappened) {
  EXPECT_EQ(outcome(result_with(4, tally_of(4, 0, 0, 0))), Outcome::pass);
  EXPECT_EQ(outcome(result_with(4, tally_of(3, 0, 1, 0))), Outcome::reading);
  EXPECT_EQ(outcome(result_with(4, tally_of(2, 1, 1, 0))), Outcome::fail);
  EXPECT_EQ(outcome(result_with(4, tally_of(0, 0, 0, 4))), Outcome::unconstrained);
  EXPECT_EQ(outcome(result_with(4, tally_of(3, 0, 0, 0))), Outcome::unfinished);
  EXPECT_EQ(outcome(result_with(4, tally_of(0, 0, 0, 0))), Outcome::not_run);
}

TEST(Outcome, IsLostWhenNothingJudgedFailed) {
  Result result = result_with(4, tally_of(3, 0, 0, 0));
  result.lost = 1;
  EXPECT_EQ(outcome(result), Outcome::lost);
  result.tally.failed = 1;
  EXPECT_EQ(outcome(result), Outcome::fail);
}

TEST(Conforming, IsNotLostByAVariantShownForComparison) {
  Report report;
  report.results = {result_with(4, tally_of(3, 1, 0, 0))};
  EXPECT_FALSE(conforms(report));
  report.results.front().variant.counts = false;
  EXPECT_TRUE(conforms(report));
}

TEST(Conforming, TakesAnotherReadingUnlessStrict) {
  Report report;
  report.results = {result_with(4, tally_of(3, 0, 1, 0))};
  EXPECT_TRUE(conforms(report));
  report.strict = true;
  EXPECT_FALSE(conforms(report));
}

DeviceRounding rounding_with(std::uint64_t nearest, std::uint64_t toward_zero, bool demanded) {
  DeviceRounding rounding;
  rounding.rulebook = "book";
  rounding.rule = "ROUND";
  rounding.demanded = demanded;
  rounding.nearest.count = nearest;
  rounding.toward_zero.count = toward_zero;
  return rounding;
}

TEST(Conforming, IsLostByTwoRoundingsWhereOneIsDemanded) {
  Report report;
  report.results = {result_with(4, tally_of(4, 0, 0, 0))};
  for (const auto& [rounding, conforming] :
       {std::pair(rounding_with(1000, 1, false), true), std::pair(rounding_with(1000, 1, true), false),
        std::pair(rounding_with(1000, 0, true), true), std::pair(rounding_with(0, 1000, true), true)}) {
    report.roundings = {rounding};
    EXPECT_EQ(conforms(report), conforming) << sentence(rounding);
    EXPECT_EQ(broken_by_run(report, "book").empty(), conforming);
    EXPECT_TRUE(broken_by_run(report, "another").empty());
  }
}

TEST(Conforming, IsLostByOneLackingOperation) {
  Completeness completeness;
  completeness.rulebook = "book";
  completeness.rule = "ALL";
  completeness.offered = {{Operation::add, Format::binary64}};
  Report report;
  report.completeness = {completeness};
  EXPECT_TRUE(conforms(report));
  report.completeness[0].lacking = {{Operation::binary32_to_binary64, Format::binary32}};
  EXPECT_FALSE(conforms(report));
  EXPECT_EQ(broken_by_run(report, "book"), std::vector<std::string>{"ALL"});
  EXPECT_EQ(sentence(report.completeness[0]), "offered: add in binary64; lacking: binary32_to_binary64");
  report.completeness[0].offered.clear();
  EXPECT_TRUE(conforms(report));
}

TEST(DeviceRounding, IsToldInOneSentence) {
  EXPECT_EQ(sentence(rounding_with(1204, 0, false)), "all 1,204 deciding results to nearest");
  EXPECT_EQ(sentence(rounding_with(0, 7, false)), "all 7 deciding results toward zero");
  EXPECT_EQ(sentence(rounding_with(1204, 7, false)), "mixed: 1,204 deciding results to nearest, 7 toward zero");
}

}  // namespace
}  // namespace halfulp::report
