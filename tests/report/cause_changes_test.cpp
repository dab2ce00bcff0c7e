// SPDX-License-Identifier: Apache-2.0
// What a comparison of two reports says of their causes.
#include <gtest/gtest.h>

#include "failing_reports.hpp"
#include "report/difference.hpp"
#include "report/difference_text.hpp"

namespace halfulp::report {
namespace {

Difference difference_of(const Json& before, const Json& after) {
  return difference({"before.json", read(before)}, {"after.json", read(after)}, false);
}

TEST(CauseChanges, NamesCausesThatOnlyOneReportHas) {
  const Difference found = difference_of(with_cause("gives_zero", 7), with_cause("up", 7));
  ASSERT_EQ(found.causes.size(), 2U);
  EXPECT_TRUE(found.causes[0].is_new);
  EXPECT_EQ(found.causes[0].cause.id, "up");
  EXPECT_FALSE(found.causes[1].is_new);
  EXPECT_EQ(found.causes[1].cause.id, "gives_zero");
  EXPECT_FALSE(is_worse(found)) << "the rules decide";
  const std::string text = difference_text(found, false);
  EXPECT_NE(text.find("new cause: does as up says (7 failures in add)"), std::string::npos) << text;
  EXPECT_NE(text.find("cause gone: does as gives_zero says (7 failures in add)"), std::string::npos) << text;
  EXPECT_NE(text.find("new cause 1, cause gone 1"), std::string::npos) << text;
  EXPECT_TRUE(difference_of(with_cause("up", 7), with_cause("up", 7)).causes.empty());
}

TEST(CauseChanges, NamesNoCausesOfAReportThatKnowsNone) {
  EXPECT_TRUE(difference_of(failing_report(), with_cause("up", 7)).causes.empty())
      << "written before causes were known";
  EXPECT_EQ(difference_of(written_report(), with_cause("up", 7)).causes.size(), 1U) << "nothing failed";
}

TEST(CauseChanges, NamesNoCausesOfResultsThatOneRunDidNotJudge) {
  Json less = written_report();
  less["results"].erase(0);
  EXPECT_TRUE(difference_of(less, with_cause("up", 7)).causes.empty());
  EXPECT_TRUE(difference_of(with_cause("up", 7), less).causes.empty());
}

}  // namespace
}  // namespace halfulp::report
