// SPDX-License-Identifier: Apache-2.0
#include "report/read_report.hpp"

#include <gtest/gtest.h>

#include <span>

#include "halfulp/error.hpp"
#include "report/shapes.hpp"
#include "sample_report.hpp"
#include "written_report.hpp"

namespace halfulp::report {
namespace {

std::string complaint(const std::string& text) {
  try {
    static_cast<void>(read_report(text, "a.json", "0.1.0"));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_EQ(std::string(error.what()).rfind("a.json: ", 0), 0U) << error.what();
    return error.what();
  }
  return "";
}

void expect_complaint(const Json& report, const std::string& part) {
  const std::string said = complaint(report.dump());
  EXPECT_NE(said.find(part), std::string::npos) << "no '" << part << "' in: " << said;
}

TEST(ReadReport, TakesWhatDocsJsonDescribes) {
  Json written = written_report();
  let_break(written["results"][1], "D3D-RSQ", 3, "0x00000001", "0x64b504f3");
  let_need(written["results"][0], "tie=even", 2, "0x3f800001", "0x40000001");
  written["readings"] = {{"d3d11.addsubmul", "learn_page_truncate"}};
  written["not_offered"] = Json::array({{{"operation", "sin"}, {"format", "binary32"}}});
  const Report report = read(written);
  EXPECT_EQ(report.device.facts.at(0).second, "1.0");
  EXPECT_EQ(report.rulebooks.at(0).title, "Direct3D 11");
  EXPECT_EQ(report.rulebooks.at(0).hash, "00000000000000aa");
  EXPECT_EQ(report.readings.at("d3d11.addsubmul"), "learn_page_truncate");
  EXPECT_EQ(report.not_offered.at(0).operation, Operation::sin);
  EXPECT_FALSE(report.interrupted);
  ASSERT_EQ(report.results.size(), 2U);
  const Result& rsq = report.results[1];
  EXPECT_EQ(rsq.operation, Operation::rsq);
  EXPECT_EQ(rsq.tally.passed, 997U);
  EXPECT_EQ(rsq.tally.broken.at("D3D-RSQ").count, 3U);
  EXPECT_EQ(rsq.tally.broken.at("D3D-RSQ").example.operands[0], 0x00000001U);
  EXPECT_EQ(rsq.tally.broken.at("D3D-RSQ").example.observed, 0x64b504f3U);
  EXPECT_EQ(rsq.tally.worst->error_ulp, 0.5);
  EXPECT_EQ(report.results[0].tally.under.at("tie=even").count, 2U);
  EXPECT_EQ(rsq.coverage.at(1).cases, 400U);
}

TEST(ReadReport, TakesReportsThatNameNoCauses) {
  EXPECT_TRUE(read(written_report()).causes.empty());
  EXPECT_TRUE(read(written_report()).unexplained.empty());
}

TEST(ReadReport, TakesTheRulesOfTheDevicesOwnApi) {
  Report report = sample_report();
  report.version = "0.1.0";
  const Cause& cause = report.causes.front();
  report.own_rules = OwnRules{.rulebook = "vulkan1.3",
                              .title = "Vulkan 1.3",
                              .readings = {{"vk.round32", "rte"}},
                              .judged = 3,
                              .without_rule = 1,
                              .broken = {}};
  report.own_rules->broken.push_back({cause.id, cause.where.front(), "VK-ONE", "so", cause.example, "halfulp judge"});
  Json written = Json::parse(json_text(report_shape(report)));
  EXPECT_EQ(Json::parse(json_text(report_shape(read(written))))["own_rules"], written["own_rules"]);
  EXPECT_EQ(written["own_rules"]["broken"][0]["cause"], cause.id);
  written["own_rules"]["broken"][0]["operation"] = "ad";
  expect_complaint(written, "'own_rules': 'broken'[0]: unknown operation 'ad'");
}

TEST(ReadReport, SaysWhatIsWrongWithACause) {
  Report report = sample_report();
  report.version = "0.1.0";
  Json written = Json::parse(json_text(report_shape(report)));
  written["causes"][0]["control"] = "unknown";
  expect_complaint(written, "'causes'[0]: 'control': unknown 'unknown'");
  written["causes"][0]["control"] = "not_obeyed";
  written["causes"][0]["where"][0]["operation"] = "ad";
  expect_complaint(written, "'causes'[0]: 'where'[0]: unknown operation 'ad'");
}

/// The sample report, in which a hypothesis explains the first nine of ten failures.
Report explained_report() {
  Report report = sample_report();
  report.version = "0.1.0";
  for (std::uint64_t i = 0; i < 10; ++i) {
    Witness witness;
    witness.index = i;
    witness.operands[0] = 20 - i;
    report.results[1].hypotheses.note("FLUSH", witness, [&] { return i < 9 ? 1U : 0U; });
  }
  return report;
}

TEST(ReadReport, SaysWhatIsWrongWithWhatExplainsFailures) {
  const Json written = Json::parse(json_text(report_shape(explained_report())));
  const auto expect = [&](const char* member, const Json& value, const std::string& part) {
    Json wrong = written;
    wrong["results"][1]["broken"][0]["explained_by"][1][member] = value;
    expect_complaint(wrong, part);
  };
  expect("count", 2, "'explained_by'[1]: the counts of 'explained_by' add up to more than 'count'");
  expect("hypotheses", {"magic"}, "'explained_by'[1]: 'hypotheses'[0]: unknown hypothesis 'magic'");
  expect("hypotheses", {diagnosis::hypotheses().front().id}, "'explained_by'[1]: the same hypotheses are there twice");
}

TEST(ReadReport, ReadsWhichCasesFail) {
  Report report = explained_report();
  Result& add = report.results[1];
  add.tried.emplace(Operation::add, Format::binary32);
  diagnosis::FailureCounts counts(Operation::add, Format::binary32);
  counts.note("FLUSH", std::span(add.tally.broken.at("FLUSH").example.operands).first(2));
  add.failures = counts.broken;
  add.broken.at("FLUSH").cases = {{{"cases in which x is a denormal", 8, 12}}, 2};
  Json written = Json::parse(json_text(report_shape(report)));
  const auto cases = [&] { return sentence(read(written).results[1].broken.at("FLUSH").cases); };
  EXPECT_EQ(cases(), sentence(add.broken.at("FLUSH").cases));
  // As reports of earlier versions are.
  Json& broken = written["results"][1]["broken"][0];
  broken["census"].erase("parts");
  broken.erase("explained_by");
  EXPECT_TRUE(read(written).results[1].broken.at("FLUSH").cases.parts.empty());
  EXPECT_TRUE(read(written).results[1].hypotheses.broken.empty());
}

TEST(ReadReport, GivesBackAReportOfOurs) {
  Report report = explained_report();
  report.causes.front().reading = 7;
  report.unexplained = {{"book", Naming::direct3d, Operation::min, Format::binary32, "FMin", 1}};
  DeviceRounding rounding;
  rounding.rulebook = "book";
  rounding.rule = "ROUND";
  rounding.demanded = true;
  for (DeviceRounding::Side* side : {&rounding.nearest, &rounding.toward_zero}) {
    side->count = 5;
    side->operation = Operation::mul;
    side->format = Format::binary16;
    side->where = {{"book", Operation::mul, Format::binary16, 4, Naming::direct3d},
                   {"book", Operation::binary32_to_binary16, Format::binary32, 1, Naming::direct3d}};
  }
  report.roundings = {rounding};
  Completeness completeness;
  completeness.rulebook = "book";
  completeness.rule = "ALL";
  completeness.offered = {{Operation::add, Format::binary64}};
  completeness.lacking = {{Operation::div, Format::binary64}};
  report.completeness = {completeness};
  Property property;
  property.rulebook = "book";
  property.rule = "ORDER";
  property.operation = Operation::binary32_to_unorm8;
  property.tried = "all";
  property.broken = "1 gives 2";
  report.properties = {property};
  // What is permitted the rulebook says.
  for (Result& result : report.results) {
    for (auto& [rule, known] : result.broken) known.example = {};
  }
  const std::string text = json_text(report_shape(report));
  EXPECT_EQ(json_text(report_shape(read_report(text, "a.json", "0.1.0"))), text);
}

TEST(ReadReport, FindsOutThatARulebookHasMetalsNames) {
  Json written = written_report();
  written["versions"]["rulebooks"] = {{"metal1", "aa"}};
  for (Json& result : written["results"]) result["rulebook"] = "metal1";
  written["results"][1]["operation"] = "rsqrt";
  const Report report = read(written);
  EXPECT_EQ(report.results[1].operation, Operation::rsq);
  EXPECT_EQ(report.results[1].naming, Naming::metal);
  EXPECT_EQ(report.results[0].naming, Naming::metal);
  EXPECT_EQ(report.rulebooks[0].naming, Naming::metal);
}

TEST(ReadReport, SkipsMembersThatItDoesNotKnow) {
  Json written = written_report();
  written["of_later"] = {{"a", 1}};
  written["results"][0]["of_later"] = "x";
  written["device"]["of_later"] = nullptr;
  EXPECT_EQ(read(written).results.size(), 2U);
}

TEST(ReadReport, RefusesWhatIsNoReport) {
  EXPECT_NE(complaint("").find("no JSON at byte"), std::string::npos);
  EXPECT_NE(complaint("[]").find("no report; give a file that 'halfulp check --json FILE'"), std::string::npos);
  EXPECT_NE(complaint("{}").find("it has no member 'device'"), std::string::npos);
  EXPECT_NE(complaint("{\"device\": 1, \"versions\": 1, \"results\": 1}").find("'versions'"), std::string::npos);
  EXPECT_NE(complaint(R"({"format": "halfulp vectors", "version": 1})").find("no report"), std::string::npos);
  EXPECT_NE(complaint("{\"device\": 1e999}").find("number that no double holds"), std::string::npos);
}

TEST(ReadReport, RefusesEveryTruncation) {
  const std::string whole = written_report().dump();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(complaint(whole.substr(0, length)).find("cut short or no report"), std::string::npos) << length;
  }
}

TEST(ReadReport, RefusesAReportWithoutAnyOfItsMembers) {
  const Json whole = written_report();
  for (const auto& [name, member] : whole.items()) {
    if (name == "conforms" || name == "lost") continue;  // follow from the results
    Json cut = whole;
    cut.erase(name);
    EXPECT_NE(complaint(cut.dump()).find("'" + name + "'"), std::string::npos) << name;
  }
  for (const auto& [name, member] : whole["results"][0].items()) {
    if (name == "outcome") continue;  // follows from the counts
    Json cut = whole;
    cut["results"][0].erase(name);
    EXPECT_NE(complaint(cut.dump()).find("'" + name + "'"), std::string::npos) << name;
  }
}

TEST(ReadReport, ReadsMarginsAndRefusesOddOnes) {
  Json report = written_report();
  Json margin = {{"where", "x < 1"}, {"unit", "absolute"}, {"stated", 2.0}, {"used", 0.5}};
  margin["operands"] = {"0x3e800000"};
  report["results"][1]["margins"] = {margin};
  const Margin read_margin = read(report).results[1].margins.at(0);
  EXPECT_EQ(read_margin.where, "x < 1");
  EXPECT_EQ(read_margin.unit, "absolute");
  EXPECT_EQ(read_margin.used / read_margin.stated, 0.25);
  EXPECT_EQ(read_margin.operands[0], 0x3e800000U);
  for (const auto& [member, value] : {std::pair<std::string, Json>{"unit", "miles"}, {"stated", 0}, {"used", "much"}}) {
    Json odd = report;
    odd["results"][1]["margins"][0][member] = value;
    EXPECT_NE(complaint(odd.dump()).find("'" + member + "'"), std::string::npos) << complaint(odd.dump());
  }
}

TEST(ReadReport, RefusesALaterVersion) {
  for (const char* version : {"0.1.1", "0.2.0", "1.0.0", "0.10.0"}) {
    Json written = written_report();
    written["versions"]["halfulp"] = version;
    expect_complaint(written, std::string("written by halfulp ") + version + "; this is 0.1.0");
  }
  Json odd = written_report();
  odd["versions"]["halfulp"] = "new";
  expect_complaint(odd, "'new' is no version");
  EXPECT_EQ(read_report(written_report().dump(), "a.json", "0.2.0").version, "0.1.0");
}

TEST(ReadReport, SaysWhereSomethingIsWrong) {
  const auto changed = [](const auto& change) {
    Json written = written_report();
    let_break(written["results"][1], "D3D-RSQ", 3, "0x00000001", "0x64b504f3");
    change(written);
    return written;
  };
  const auto example = [](Json& report) -> Json& { return report["results"][1]["broken"][0]["example"]; };
  expect_complaint(changed([](Json& all) { all["results"][1]["operation"] = "rsqr"; }),
                   "'results'[1]: unknown operation 'rsqr' (did you mean 'rsq'?)");
  expect_complaint(changed([](Json& all) { all["results"][1]["format"] = "binary31"; }), "unknown format 'binary31'");
  expect_complaint(changed([](Json& all) { all["results"][1]["planned"] = "1000"; }),
                   "'results'[1]: 'planned': a whole number from 0 on expected, not \"1000\"");
  expect_complaint(changed([](Json& all) { all["results"][1]["cases"] = 999; }), "do not add up to 'cases'");
  expect_complaint(changed([](Json& all) {
                     Json& result = all["results"][1];  // the same sum modulo 2^64
                     result["passed"] = result["passed"].get<std::uint64_t>() + (std::uint64_t{1} << 63);
                     result["unconstrained"] = result["unconstrained"].get<std::uint64_t>() + (std::uint64_t{1} << 63);
                   }),
                   "do not add up to 'cases'");
  expect_complaint(changed([](Json& all) { all["results"][1]["broken"][0]["count"] = 2; }),
                   "the counts of 'broken' add up to 2, not to 3");
  expect_complaint(changed([&](Json& all) { example(all)["operands"][0] = "0x0000001"; }),
                   "'broken'[0]: 'example': 'operands': '0x0000001' is not the bits of a binary32");
  expect_complaint(changed([&](Json& all) { example(all)["operands"][0] = 1; }), "a text expected, not 1");
  expect_complaint(changed([&](Json& all) { example(all)["observed"] = "0x64b504fg"; }), "'observed'");
  expect_complaint(changed([&](Json& all) {
                     example(all)["operands"] = {"0x00000001", "0x00000001"};
                   }),
                   "'operands' has 2 values; rsq takes 1");
  expect_complaint(changed([](Json& all) { all["results"].push_back(all["results"][1]); }), "is there twice");
  expect_complaint(changed([](Json& all) { all["results"][1]["rulebook"] = "d3d10"; }),
                   "rsq under d3d10, which 'versions' does not have");
  expect_complaint(changed([](Json& all) { all["results"][1]["operation"] = "binary16_to_binary32"; }),
                   "is asked in binary16, not in binary32");
}

}  // namespace
}  // namespace halfulp::report
