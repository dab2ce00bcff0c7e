// SPDX-License-Identifier: Apache-2.0
#include "report/text.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "sample_report.hpp"

namespace halfulp::report {
namespace {

testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in\n" << text;
}

TEST(Text, TellsABrokenRuleInFull) {
  const std::string report = text(sample_report(), {});
  EXPECT_TRUE(
      has(report, "FLUSH\n  10 in book (add 10)\n  Denormals < 2^-126 & > 0 are flushed\n  [DOC 3.1, stated]\n"));
  EXPECT_TRUE(has(report, "0x00000001"));
  EXPECT_TRUE(has(report, "exact result: 0x1p-149; permitted:"));
  EXPECT_TRUE(has(report, "  halfulp judge book add 0x00000001 0x00000000 --result 0x00000001\n"));
}

TEST(Text, EndsWithTheVerdictAndTheFiles) {
  const std::string report = text(sample_report(), {.colour = false, .more = {}, .files = {{"JSON", "a.json"}}});
  EXPECT_TRUE(report.ends_with(
      "does not conform to book: 1 of 4 operations fail; 1 has results that pass under another reading only\n"
      "JSON: a.json\n"))
      << report;
}

TEST(Text, FitsIntoATerminal) {
  std::istringstream lines(text(sample_report(), {}));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110) << line;
}

TEST(Text, HasColoursOnlyWhenAsked) {
  EXPECT_EQ(text(sample_report(), {}).find('\x1b'), std::string::npos);
  EXPECT_NE(text(sample_report(), {.colour = true, .more = {}, .files = {}}).find('\x1b'), std::string::npos);
}

TEST(Text, ShowsComparisonVariantsInBracketsAndSaysSo) {
  constexpr const char* kLegend = "\n  (verdicts in parentheses are shown, but do not count)\n";
  Report report = sample_report();
  EXPECT_TRUE(has(text(report, {}), "(fail)"));
  EXPECT_TRUE(has(text(report, {}), kLegend));
  std::erase_if(report.results, [](const Result& result) { return !result.variant.counts; });
  EXPECT_FALSE(has(text(report, {}), kLegend));
}

TEST(Text, SaysWhichInstructionsAreComposed) {
  const std::string report = text(sample_report(), {});
  EXPECT_TRUE(has(report, " composed: FMin\n"));
  EXPECT_FALSE(has(report, "composed: NMin"));
}

// Each may be a compiler's log.
TEST(Text, ShowsFourOfManyLosses) {
  Report report = sample_report();
  const Result lost = report.results.front();
  for (int i = 1; i <= 7; ++i) {
    report.results.push_back(lost);
    report.results.back().lost = 1;
    report.results.back().lost_because = "loss " + std::to_string(i);
  }
  EXPECT_TRUE(has(text(report, {}), "device lost: loss 4\n3 more losses: 'lost_because' in the file of --json\n"));
  EXPECT_FALSE(has(text(report, {}), "loss 5"));
  report.results.resize(report.results.size() - 3);
  EXPECT_FALSE(has(text(report, {}), "more losses"));
}

TEST(Text, NamesWhatTheDeviceDoesNotOffer) {
  EXPECT_TRUE(has(text(sample_report(), {}), "not offered by the device, so not judged: state_value\n"));
}

TEST(Text, SaysThatAnInterruptedReportIsIncomplete) {
  Report report = sample_report();
  report.interrupted = true;
  EXPECT_TRUE(has(text(report, {}), "interrupted: this report is incomplete"));
}

TEST(Text, TellsFormatsBesideOperations) {
  Report report = sample_report();
  report.not_offered = {{Operation::sin, Format::binary16},
                        {Operation::add, Format::ufloat11},
                        {Operation::binary16_to_binary32, Format::binary16},
                        {Operation::ufloat11_to_binary32, Format::ufloat11}};
  report.results.push_back(report.results[0]);
  report.results.back().format = Format::binary16;
  report.broken.front().where.push_back({"book", Operation::add, Format::binary16, 3});
  const std::string printed = text(report, {});
  EXPECT_TRUE(has(printed, "not judged: sin (binary16), binary16_to_binary32, everything in ufloat11\n")) << printed;
  EXPECT_TRUE(has(printed, "\nrsq (binary16) ")) << printed;
  EXPECT_TRUE(has(printed, "13 in book (add 10, add (binary16) 3)")) << printed;
}

TEST(Text, TellsPixelsAsAWholeWhereNoneWereJudged) {
  Report report = sample_report();
  report.not_offered = {{Operation::sin, Format::binary32},
                        {Operation::binary32_to_unorm8, Format::binary32},
                        {Operation::unorm8_to_binary32, Format::unorm8}};
  EXPECT_TRUE(has(text(report, {}), "not judged: sin, everything on pixels\n")) << text(report, {});
  report.results.push_back(report.results[0]);
  report.results.back().operation = Operation::snorm8_to_binary32;
  report.results.back().format = Format::snorm8;
  EXPECT_TRUE(has(text(report, {}), "not judged: sin, binary32_to_unorm8, everything in unorm8\n")) << text(report, {});
}

TEST(Text, TellsWhyTheDeviceWasLost) {
  Report report = sample_report();
  report.results[0].tally.cases = 5;
  report.results[0].lost = 1000;
  report.results[0].lost_because = "the process crashed twice";
  const std::string lost_report = text(report, {});
  EXPECT_TRUE(has(lost_report, "device lost: the process crashed twice\n1,000 results were lost"));
  EXPECT_TRUE(has(lost_report, "lost"));
}

TEST(Text, DoesNotCallAnIncompleteRunConforming) {
  Report report = sample_report();
  report.results = {report.results[0]};
  report.broken.clear();
  EXPECT_TRUE(has(text(report, {}), "\nconforms to book"));
  report.interrupted = true;
  EXPECT_EQ(text(report, {}).find("\nconforms to"), std::string::npos);
}

TEST(Text, TellsWhichCasesFailAndWhatExplainsThem) {
  Report report = sample_report();
  Finding& finding = report.broken.front();
  finding.failing = {{{{{"cases in which an operand is a denormal", 9, 12}}, 1}, {"add"}}};
  finding.explained.failures = 1010;
  finding.explained.parts = {{{"a", "keeps denormal operands"}, 1000}, {{"b", "rounds toward zero"}, 5}};
  finding.explained.unexplained.count = 7;
  finding.unexplained = "halfulp judge book add 0x1 0x2 --result 0x3";
  const std::string printed = text(report, {});
  EXPECT_NE(printed.find("\n  failing: 9 of 12 cases in which an operand is a denormal; 1 other\n"), std::string::npos);
  EXPECT_NE(printed.find(
                "\n  device: 1,000 of 1,010 failures: keeps denormal operands; 5: rounds toward zero; 7 unexplained\n"),
            std::string::npos);
  EXPECT_NE(printed.find("\n  unexplained: halfulp judge book add 0x1 0x2 --result 0x3\n"), std::string::npos);
}

TEST(Text, TellsThatNothingExplainsTheFailures) {
  diagnosis::ExplainedFailures explained;
  explained.failures = 1;
  explained.unexplained.count = 1;
  EXPECT_EQ(sentence(explained), "1 failure: like no known behaviour");
  explained.failures = 12;
  explained.parts = {{{"a", "rounds up"}, 12}};
  explained.unexplained = {};
  EXPECT_EQ(sentence(explained), "all 12 failures: rounds up");
  explained.failures = 2000;
  explained.untried = 1988;
  EXPECT_EQ(sentence(explained), "all 12 failures tried of 2,000: rounds up");
  explained.untried = 1980;
  explained.unexplained.count = 8;
  EXPECT_EQ(sentence(explained), "12 of 20 failures tried of 2,000: rounds up; 8 unexplained");
}

}  // namespace
}  // namespace halfulp::report
