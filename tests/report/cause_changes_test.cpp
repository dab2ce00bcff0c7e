// SPDX-License-Identifier: Apache-2.0
// What a comparison of two reports says of their causes.
#include <gtest/gtest.h>

#include "report/difference.hpp"
#include "report/difference_text.hpp"
#include "written_report.hpp"

namespace halfulp::report {
namespace {

Difference difference_of(const Json& before, const Json& after) {
  return difference({"before.json", read(before)}, {"after.json", read(after)}, false);
}

Json failing_report() {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", 7, "0x00000001", "0x00000002");
  return report;
}

/// add(x, x) fails, which a cause explains.
Json with_cause(const std::string& id) {
  Json report = failing_report();
  const Json place = {{"rulebook", "d3d11"}, {"operation", "add"}, {"format", "binary32"}, {"variant", ""}};
  Json where = place;
  where["counts"] = true;
  where["count"] = 7;
  Json example = place;
  example["operands"] = {"0x00000001", "0x00000001"};
  example["observed"] = "0x00000002";
  example["error_ulp"] = nullptr;
  report["causes"] = Json::array({{{"id", id},
                                   {"statement", "does as " + id + " says"},
                                   {"control", "nothing_to_ask"},
                                   {"failed", 7},
                                   {"reading", 0},
                                   {"where", Json::array({where})},
                                   {"rule", "D3D-FLUSH-OPERANDS"},
                                   {"says", "so"},
                                   {"source", "there"},
                                   {"example", example},
                                   {"command", "halfulp judge d3d11 add 1 1"}}});
  report["unexplained"] = Json::array();
  return report;
}

TEST(CauseChanges, NamesCausesThatOnlyOneReportHas) {
  const Difference found = difference_of(with_cause("gives_zero"), with_cause("up"));
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
  EXPECT_TRUE(difference_of(with_cause("up"), with_cause("up")).causes.empty());
}

TEST(CauseChanges, NamesNoCausesOfAReportThatKnowsNone) {
  EXPECT_TRUE(difference_of(failing_report(), with_cause("up")).causes.empty()) << "written before causes were known";
  EXPECT_EQ(difference_of(written_report(), with_cause("up")).causes.size(), 1U) << "nothing failed";
}

TEST(CauseChanges, NamesNoCausesOfResultsThatOneRunDidNotJudge) {
  Json less = written_report();
  less["results"].erase(0);
  EXPECT_TRUE(difference_of(less, with_cause("up")).causes.empty());
  EXPECT_TRUE(difference_of(with_cause("up"), less).causes.empty());
}

}  // namespace
}  // namespace halfulp::report
