// SPDX-License-Identifier: Apache-2.0
#include "report/screen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <sstream>

#include "page_checks.hpp"
#include "report/gate/gate.hpp"
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

std::vector<std::string> lines_of_screen(const Report& report) {
  std::istringstream stream(screen(report, {}));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The sample with as many causes and operations that no cause explains.
Report report_of(std::size_t causes, std::size_t unexplained) {
  Report report = sample_report();
  const Cause cause = report.causes.front();
  report.causes.assign(causes, cause);
  const Result failing = report.results[1];
  if (unexplained > 0) report.results.clear();
  const auto all = operations();
  for (std::size_t i = 0; i < unexplained; ++i) {
    Result result = failing;
    result.operation = all[i].operation;
    result.format = all[i].only_format().value_or(Format::binary32);
    report.unexplained.push_back({"book", Naming::direct3d, result.operation, result.format, "", 10});
    report.results.push_back(result);
  }
  return report;
}

TEST(Screen, BeginsWithTheDeviceAndTheVerdict) {
  const std::string text = screen(sample_report(), {});
  EXPECT_TRUE(
      text.starts_with("a <CPU> & \"its\" float unit (host)\n"
                       "  suite quick, seed 42, halfulp 1.2.3; arithmetic: SSE\n\n"
                       "does not conform to book: 1 of 4 operations fail; "))
      << text;
}

/// The sample by another rulebook: the case of its cause breaks that, too, or not.
Report with_own_rules(bool breaks) {
  Report report = sample_report();
  report.own_rules =
      OwnRules{.rulebook = "vulkan1.3", .title = "Vulkan 1.3", .readings = {}, .judged = 1, .broken = {}};
  const Cause& cause = report.causes.front();
  if (breaks) {
    report.own_rules->broken.push_back({cause.id, cause.where.front(), "VK-ONE", "so", cause.example, "halfulp judge"});
  }
  return report;
}

TEST(Screen, SaysInWhichCausesTheDriverKeepsItsOwnRules) {
  EXPECT_TRUE(
      has(screen(with_own_rules(false), {}), "By vulkan1.3, its own rules, the driver is right in the cause\n"));
  EXPECT_FALSE(has(screen(with_own_rules(false), {}), "it breaks them"));
  EXPECT_TRUE(has(screen(with_own_rules(true), {}),
                  "By vulkan1.3, its own rules, the driver is right in none of 1 cause\n"
                  "  it breaks them in add (VK-ONE)\n"));
  EXPECT_FALSE(has(screen(sample_report(), {}), "its own rules"));
  Report several = with_own_rules(true);
  Cause other = several.causes.front();
  other.id = "other";
  several.causes.push_back(other);
  EXPECT_TRUE(has(screen(several, {}), "the driver is right in 1 of 2 causes\n"));
}

TEST(Screen, TellsACauseInFiveLines) {
  Report report = sample_report();
  Cause& cause = report.causes.front();
  cause.control = Cause::Control::not_offered;
  cause.reading = 2;
  cause.where.push_back({"book", Naming::direct3d, Operation::mul, Format::binary32, "", 2});
  EXPECT_TRUE(has(screen(report, {}),
                  "Causes of 10 failures and 2 passes by another reading\n"
                  " 1. keeps binary32 denormals (the driver offers no control for this)\n"
                  "    10 failures and 2 passes by another reading in 2 operations: add 10, mul 2\n"
                  "    FLUSH: Denormals < 2^-126 & > 0 are flushed\n"
                  "    add(1e-45, 0) = 1e-45; nearest permitted: 0, 1 value away\n"
                  "    halfulp judge book add 0x00000001 0x00000000 --result 0x00000001\n"));
}

TEST(Screen, SaysWhetherTheApiHasAControl) {
  Report report = sample_report();
  report.causes.front().control = Cause::Control::not_obeyed;
  EXPECT_TRUE(has(screen(report, {}), "denormals (asked for and not obeyed)\n"));
  report.causes.front().control = Cause::Control::nothing_to_ask;
  EXPECT_TRUE(has(screen(report, {}), " 1. keeps binary32 denormals\n"));
}

TEST(Screen, NamesEachOperationOnceMostResultsFirst) {
  Report report = sample_report();
  Cause& cause = report.causes.front();
  cause.failed = 0;
  cause.reading = 1035;
  cause.where = {{"book", Naming::direct3d, Operation::add, Format::binary32, "", 10},
                 {"book", Naming::direct3d, Operation::mul, Format::binary16, "", 1000},
                 {"book", Naming::direct3d, Operation::add, Format::binary32, "constants", 25}};
  EXPECT_TRUE(has(screen(report, {}),
                  "\n    1,035 passes by another reading in 2 operations: mul (binary16) 1,000, add "
                  "35\n"));
}

TEST(Screen, HasALineForAnOperationThatNoCauseExplains) {
  const auto all = operations();
  const std::string text = screen(report_of(1, 9), {});
  EXPECT_TRUE(has(text, "\nUnexplained: 90 failures in 9 operations\n  " + std::string(all.front().name) + " "))
      << text;
  EXPECT_TRUE(has(text, " 10 of 1,000  FLUSH, as add(1e-45, 0)\n"));
  EXPECT_TRUE(has(text, "\n  and " + std::string(all[8].name) + " 10\n"));
}

TEST(Screen, TakesEveryFailureAsUnexplainedWhereNoCauseWasLookedFor) {
  Report report = sample_report();
  report.causes.clear();
  report.unexplained.clear();
  EXPECT_TRUE(has(screen(report, {}), "Unexplained: 10 failures in 1 operation\n  add  10 of 1,000  FLUSH, as add("));
}

TEST(Screen, IsOneScreen) {
  for (const std::size_t causes : {0U, 1U, 6U, 7U, 8U, 12U, 40U}) {
    for (const std::size_t unexplained : {0U, 1U, 40U}) {
      const auto lines = lines_of_screen(report_of(causes, unexplained));
      EXPECT_LE(lines.size(), 60) << causes << " " << unexplained;
      for (const std::string& line : lines) EXPECT_LE(line.size(), 100) << line;
    }
  }
}

TEST(Screen, LeavesNoCauseOutSilently) {
  const std::string many = screen(report_of(12, 0), {});
  EXPECT_TRUE(has(many, "\n12. keeps binary32 denormals"));
  EXPECT_TRUE(has(screen(report_of(80, 40), {}), " more causes\n"));
}

TEST(Screen, RepeatsTheVerdictOnlyWhereTheFirstIsFarUp) {
  const auto verdicts = [](const Report& report) {
    return std::ranges::count_if(lines_of_screen(report),
                                 [](const std::string& line) { return line.starts_with("does not conform"); });
  };
  EXPECT_EQ(verdicts(report_of(1, 0)), 1);
  EXPECT_EQ(verdicts(report_of(4, 8)), 2);
}

TEST(Screen, TellsWhatTheRunAsAWholeBreaks) {
  Report report = sample_report();
  Property property;
  property.rulebook = "book";
  property.rule = "ORDER";
  property.operation = Operation::binary32_to_unorm8;
  property.broken = "f(1) > f(2)";
  report.properties = {property, property};
  EXPECT_TRUE(
      has(screen(report, {}), "Broken by the run as a whole\n  ORDER: binary32_to_unorm8: f(1) > f(2); and 1 more\n"));
}

TEST(Screen, TellsWhatWasNotOfferedInALine) {
  Report report = sample_report();
  report.not_offered.clear();
  for (const OperationInfo& row : operations()) {
    report.not_offered.push_back({row.operation, row.only_format().value_or(Format::binary32)});
  }
  const auto lines = lines_of_screen(report);
  const auto line = std::ranges::find_if(lines, [](const std::string& one) {
    return one.starts_with("not offered by the device, so not judged: everything ");
  });
  ASSERT_NE(line, lines.end());
  EXPECT_TRUE(has(*line, " more"));
}

TEST(Screen, EndsWithWhereMoreIs) {
  const std::string text = screen(sample_report(), {.more = "halfulp show a.json", .files = {{"JSON", "a.json"}}});
  EXPECT_TRUE(text.ends_with("\nmore: halfulp show a.json\nJSON: a.json\n")) << text;
}

TEST(Screen, HasNothingButTheGateWhereThereIsOne) {
  Report report = sample_report();
  auto gate = std::make_shared<Gate>();
  gate->baseline_file = "old.json";
  report.gate = gate;
  const std::string text = screen(report, {});
  EXPECT_TRUE(has(text, "\nGATE: baseline old.json\n"));
  EXPECT_TRUE(text.ends_with("gate: passes: nothing fails\n")) << text;
  EXPECT_FALSE(has(text, "Causes"));
}

TEST(Screen, HasColoursOnlyWhenAsked) {
  EXPECT_EQ(screen(sample_report(), {}).find('\x1b'), std::string::npos);
  EXPECT_NE(screen(sample_report(), {.colour = true, .more = {}, .files = {}}).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace halfulp::report
