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

}  // namespace
}  // namespace halfulp::report
