// SPDX-License-Identifier: Apache-2.0
#include "report/shapes.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sample_report.hpp"

namespace halfulp::report {
namespace {

using Json = nlohmann::ordered_json;

Json parsed(const JsonValue& value) { return Json::parse(json_text(value)); }

TEST(ReportShape, HasOneResultPerRulebookAndOperation) {
  const Json json = parsed(report_shape(sample_report()));
  ASSERT_EQ(json["results"].size(), 4);
  EXPECT_EQ(json["results"][2]["operation"], "min");
  EXPECT_EQ(json["results"][2]["variant"], "NMin");
  ASSERT_EQ(json["variants"].size(), 1);
  EXPECT_EQ(json["variants"][0]["variant"], "FMin");
  EXPECT_EQ(json["variants"][0]["counts"], false);
  EXPECT_EQ(json["variants"][0]["composed"], true);
  EXPECT_EQ(json["results"][2]["composed"], false);
}

TEST(ReportShape, TellsTheRunAndItsVersions) {
  const Json json = parsed(report_shape(sample_report()));
  EXPECT_EQ(json["device"]["name"], "host");
  EXPECT_EQ(json["device"]["facts"]["arithmetic"], "SSE");
  EXPECT_EQ(json["seed"], 42);
  EXPECT_EQ(json["suite"], "quick");
  EXPECT_EQ(json["versions"]["halfulp"], "1.2.3");
  EXPECT_EQ(json["versions"]["rulebooks"]["book"], "0123456789abcdef");
  EXPECT_EQ(json["conforms"], false);
  EXPECT_EQ(json["not_offered"], Json::array({{{"operation", "state_value"}, {"format", "binary32"}}}));
  EXPECT_EQ(json["complete"], true);
}

TEST(ReportShape, SaysNothingOfConformityWhereCasesWereLeftOut) {
  Report report;
  EXPECT_EQ(parsed(report_shape(report))["conforms"], true);
  report.interrupted = true;
  EXPECT_EQ(parsed(report_shape(report))["conforms"], nullptr);
  Report failing = sample_report();
  failing.out_of_time = true;
  EXPECT_EQ(parsed(report_shape(failing))["conforms"], nullptr) << "its results say what failed";
}

TEST(ReportShape, TellsBrokenRulesWithAnExampleInBits) {
  const Json add = parsed(report_shape(sample_report()))["results"][1];
  EXPECT_EQ(add["failed"], 10);
  ASSERT_EQ(add["broken"].size(), 1);
  EXPECT_EQ(add["broken"][0]["rule"], "FLUSH");
  EXPECT_EQ(add["broken"][0]["count"], 10);
  EXPECT_EQ(add["broken"][0]["example"]["operands"], Json::array({"0x00000001", "0x00000000"}));
  EXPECT_EQ(add["broken"][0]["example"]["observed"], "0x00000001");
}

TEST(ReportShape, TellsTheWorstErrorWithItsWitness) {
  const Json results = parsed(report_shape(sample_report()))["results"];
  EXPECT_EQ(results[0]["worst"]["operands"], Json::array({"0x40000000"}));
  EXPECT_EQ(results[0]["worst"]["observed"], "0x3f3504f4");
  EXPECT_EQ(results[0]["worst"]["error_ulp"], 0.75);
  EXPECT_TRUE(results[1]["worst"].is_null());
}

TEST(ReportShape, TellsWhatPassesUnderAReadingAndTheCoverage) {
  const Json results = parsed(report_shape(sample_report()))["results"];
  EXPECT_EQ(results[3]["reading"], 2);
  EXPECT_EQ(results[3]["under"][0]["readings"], "tie=even");
  EXPECT_EQ(results[0]["coverage"][0], Json({{"kind", "special_values"}, {"cases", 7}}));
}

TEST(ReportShape, TellsLostCases) {
  Report report = sample_report();
  report.results[0].tally.cases = 1;
  report.results[0].lost = 1234566;
  report.results[0].lost_because = "the device is gone";
  const Json json = parsed(report_shape(report));
  EXPECT_EQ(json["lost"], true);
  EXPECT_EQ(json["complete"], false);
  EXPECT_EQ(json["results"][0]["lost"], 1234566);
  EXPECT_EQ(json["results"][0]["lost_because"], "the device is gone");
}

TEST(ExplanationShape, HasBitsRangesAndTheKindOfNaN) {
  Explanation explanation;
  explanation.rulebook = "book";
  explanation.operation = Operation::lt;
  explanation.format = Format::binary32;
  explanation.result_format = Format::bool32;
  explanation.operands = {0x7f800001, 0xff800000};
  explanation.exact = "0x0p+0";
  explanation.permitted.format = Format::bool32;
  explanation.permitted.ranges = {{0, 0}};
  explanation.rules = {"LT"};
  PermittedSet anything;
  anything.anything = true;
  const std::vector<OtherReading> others = {{"a.reading", "one", anything}, {"a.reading", "two", anything}};
  const Json json = parsed(explanation_shape(explanation, {{"a.choice", "taken"}}, others));
  EXPECT_EQ(json["operation"], "lt");
  EXPECT_EQ(json["format"], "binary32");
  EXPECT_EQ(json["result_format"], "bool32");
  EXPECT_EQ(json["operands"], Json::array({"0x7f800001", "0xff800000"}));
  EXPECT_EQ(json["permitted"]["ranges"], Json::array({Json::array({"0x00000000", "0x00000000"})}));
  EXPECT_EQ(json["permitted"]["nan"], "none");
  EXPECT_EQ(json["permitted"]["anything"], false);
  EXPECT_EQ(json["rules"], Json::array({"LT"}));
  EXPECT_EQ(json["readings"], Json::array({"a.reading"}));
  EXPECT_EQ(json["chosen"], Json({{"a.choice", "taken"}}));
  ASSERT_EQ(json["other_readings"].size(), 2U);
  EXPECT_EQ(json["other_readings"][1]["option"], "two");
  EXPECT_EQ(json["other_readings"][1]["permitted"]["anything"], true);

  explanation.permitted.nan = NanKind::any;
  EXPECT_EQ(parsed(explanation_shape(explanation, {}, {}))["permitted"]["nan"], "any");
  explanation.permitted.nan = NanKind::listed;
  explanation.permitted.nan_patterns = {0x7fc00000};
  EXPECT_EQ(parsed(explanation_shape(explanation, {}, {}))["permitted"]["nan"], Json::array({"0x7fc00000"}));
}

TEST(JudgementShape, HasVerdictRuleReadingsAndError) {
  Explanation explanation;
  explanation.rulebook = "book";
  explanation.operation = Operation::rsq;
  explanation.format = Format::binary32;
  explanation.result_format = Format::binary32;
  explanation.operands = {0x80000000};
  Judgement judgement{
      .verdict = Verdict::reading, .rule = "RSQ", .under = {{"id", "option"}}, .error_ulp = {}, .rounding = {}};
  Json json = parsed(judgement_shape(explanation, 0x7f800000, judgement, {{"chosen", "one"}}));
  EXPECT_EQ(json["verdict"], "reading");
  EXPECT_EQ(json["rule"], "RSQ");
  EXPECT_EQ(json["result"], "0x7f800000");
  EXPECT_EQ(json["under"], Json({{"id", "option"}}));
  EXPECT_EQ(json["readings"], Json({{"chosen", "one"}}));
  EXPECT_TRUE(json["error_ulp"].is_null());

  judgement = {.verdict = Verdict::pass, .rule = "", .under = {}, .error_ulp = 0.25, .rounding = Rounding::nearest};
  json = parsed(judgement_shape(explanation, 0xff800000, judgement, {}));
  EXPECT_EQ(json["verdict"], "pass");
  EXPECT_TRUE(json["rule"].is_null());
  EXPECT_EQ(json["error_ulp"], 0.25);
  EXPECT_EQ(json["rounding"], "nearest");
}

}  // namespace
}  // namespace halfulp::report
