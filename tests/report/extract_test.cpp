// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/extract.hpp"

#include <gtest/gtest.h>

#include "failing_reports.hpp"
#include "report/matrix/matrix_text.hpp"
#include "report/screen.hpp"
#include "report/sentences.hpp"

namespace halfulp::report {
namespace {

std::string extract_of(const Json& report) { return extract_text(parse_json(report.dump()), read(report)); }

Json way(const std::string& variant, std::uint64_t failed, std::uint64_t reading, bool counts = true) {
  Json result = written_result("d3d11", "add", {"0x3f800000", "0x3f800000"});
  result["variant"] = variant;
  result["principal"] = false;
  result["counts"] = counts;
  if (failed > 0) let_break(result, "D3D-FLUSH-OPERANDS", failed, "0x00000001", "0x00000002");
  if (reading > 0) let_need(result, "tie=even", reading, "0x3f800000", "0x40000001");
  return result;
}

/// A report with all members that an extract leaves out.
Json whole_report() {
  Json report = with_cause("up", 7);
  report["variants"] = {way("fails less", 3, 0), way("fails most", 9, 0), way("needs a reading", 0, 4),
                        way("shown", 20, 0, false), way("passes", 0, 0)};
  report["gate"] = nullptr;
  report["properties"] = Json::array();
  for (const bool broken : {false, true}) {
    report["properties"].push_back({{"rulebook", "d3d11"},
                                    {"rule", "D3D-ENCODING"},
                                    {"operation", "binary32_to_unorm8"},
                                    {"format", "binary32"},
                                    {"variant", broken ? "b" : "a"},
                                    {"counts", true},
                                    {"broken", broken},
                                    {"tried", "all"},
                                    {"found", broken ? Json("here") : Json()}});
  }
  for (Json* list : {&report["results"], &report["variants"]}) {
    for (Json& result : *list) {
      result["margins"] = Json::array();
      result["errors"] = nullptr;
      for (Json& rule : result["broken"]) rule.update({{"census", Json::object()}, {"explained_by", Json::array()}});
    }
  }
  return report;
}

TEST(Extract, HasWhatTheMatrixAndTheVerdictNeed) {
  const Json report = whole_report();
  const Json extract = Json::parse(extract_of(report));
  const auto printed = [](const Json& json) {
    return matrix_text(matrix(std::vector<ReportOfFile>{{"a.json", read(json)}}), false) +
           verdict_sentence(read(json), "d3d11");
  };
  EXPECT_EQ(printed(extract), printed(report));
  EXPECT_NE(printed(report).find("9 (0.5)"), std::string::npos) << printed(report);
}

TEST(Extract, LacksTheRest) {
  const Json extract = Json::parse(extract_of(whole_report()));
  std::vector<std::string> ways;
  for (const Json& result : extract["variants"]) ways.push_back(result["variant"]);
  EXPECT_EQ(ways, (std::vector<std::string>{"fails most", "needs a reading"}));
  EXPECT_EQ(extract["properties"].size(), 1U);
  EXPECT_EQ(extract["properties"][0]["variant"], "b");
  EXPECT_EQ(extract["extract"], true);
  for (const char* member : {"errors", "coverage", "census", "explained_by", "gate"}) {
    EXPECT_EQ(extract.dump().find("\"" + std::string(member) + "\""), std::string::npos) << member;
  }
}

TEST(Extract, CountsTheUnexplainedFailuresOfTheReport) {
  const auto screen_of = [](const Json& json) {
    return screen(read(json), {.colour = false, .more = {}, .files = {}});
  };
  Json partly = whole_report();
  const Json place = {
      {"rulebook", "d3d11"}, {"operation", "add"}, {"format", "binary32"}, {"variant", "fails less"}, {"count", 3}};
  partly["unexplained"] = Json::array({place});
  Json of_no_causes = whole_report();
  of_no_causes.erase("causes");
  of_no_causes.erase("unexplained");
  for (const Json& report : {partly, of_no_causes}) {
    const Json extract = Json::parse(extract_of(report));
    EXPECT_EQ(screen_of(extract), screen_of(report));
    EXPECT_NE(screen_of(report).find("Unexplained"), std::string::npos);
  }
}

TEST(Extract, KeepsWhatMakesARunIncomplete) {
  Json report = whole_report();
  report["variants"][4]["planned"] = 2000;
  report["complete"] = false;
  const Json extract = Json::parse(extract_of(report));
  EXPECT_EQ(extract["variants"].size(), 3U);
  EXPECT_FALSE(is_complete(read(extract)));
}

TEST(Extract, OfAnExtractIsTheSame) {
  const std::string once = extract_of(whole_report());
  EXPECT_EQ(extract_of(Json::parse(once)), once);
  EXPECT_TRUE(read(Json::parse(once)).is_extract);
  EXPECT_FALSE(read(whole_report()).is_extract);
}

}  // namespace
}  // namespace halfulp::report
