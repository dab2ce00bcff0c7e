// SPDX-License-Identifier: Apache-2.0
#include "report/junit.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <string>
#include <vector>

#include "sample_report.hpp"

namespace halfulp::report {
namespace {

/// What is wrong with an XML text that has only a declaration, elements, attributes in double quotes and text; "" when
/// it is well-formed.
std::string flaw(const std::string& xml) {
  static const std::regex kDeclaration(R"(^<\?xml version="1\.0" encoding="UTF-8"\?>\n)");
  static const std::regex kTag(R"(^<(/?)([a-z-]+)((?: [a-z]+="(?:[^<&"]|&[a-z]+;|&#[0-9]+;)*")*)(/?)>)");
  static const std::regex kText(R"(^(?:[^<>&]|&(?:amp|lt|gt|quot|apos|#[0-9]+);)+)");
  std::smatch match;
  std::string rest = xml;
  if (!std::regex_search(rest, match, kDeclaration)) return "no declaration";
  rest = match.suffix();
  std::vector<std::string> open;
  while (!rest.empty()) {
    if (std::regex_search(rest, match, kTag)) {
      if (match[1].length() == 0 && match[4].length() == 0) {
        open.push_back(match[2]);
      } else if (match[1].length() != 0) {
        if (open.empty() || open.back() != match[2]) return "unexpected </" + match[2].str() + ">";
        open.pop_back();
      }
    } else if (!std::regex_search(rest, match, kText)) {
      return "neither tag nor text: " + rest.substr(0, 40);
    }
    rest = match.suffix();
  }
  return open.empty() ? "" : "<" + open.back() + "> is not closed";
}

TEST(Junit, FlawFinderFindsFlaws) {
  const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_EQ(flaw(declaration + "<a b=\"&lt;\"><c/>text</a>"), "");
  EXPECT_NE(flaw(declaration + "<a><c></a>"), "");
  EXPECT_NE(flaw(declaration + "<a b=\"<\"/>"), "");
  EXPECT_NE(flaw(declaration + "<a>1 & 2</a>"), "");
}

TEST(Junit, IsWellFormedWhateverTheTexts) { EXPECT_EQ(flaw(junit_text(sample_report())), ""); }

TEST(Junit, HasOneTestCasePerRulebookOperationAndVariant) {
  const std::string xml = junit_text(sample_report());
  EXPECT_NE(xml.find("tests=\"6\" failures=\"1\" errors=\"0\" skipped=\"0\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<testcase classname=\"book\" name=\"rsq (memory)\"/>"), std::string::npos) << xml;
  EXPECT_NE(xml.find("name=\"min FMin (buffer)\""), std::string::npos) << xml;
}

TEST(Junit, FailsOncePerCause) {
  Report report = sample_report();
  report.results[4].tally.failed = 2;  // mul fails for the same cause
  report.causes[0].statement = "keeps operands & results";
  report.causes[0].where.push_back({"book", Naming::direct3d, Operation::mul, Format::binary32, "", 2});
  const std::string xml = junit_text(report);
  EXPECT_NE(xml.find("tests=\"6\" failures=\"1\""), std::string::npos) << xml;
  const std::size_t cause = xml.find("<testcase classname=\"book\" name=\"cause keeps_denormals.binary32\">");
  ASSERT_NE(cause, std::string::npos) << xml;
  const std::string message = "<failure message=\"keeps operands &amp; results: 12 results fail\">";
  EXPECT_NE(xml.find(message, cause), std::string::npos) << xml;
  EXPECT_NE(xml.find("add (memory), mul (memory)", cause), std::string::npos) << xml;
  EXPECT_NE(xml.find("FLUSH: Denormals &lt; 2^-126", cause), std::string::npos) << xml;
  EXPECT_NE(xml.find("FLUSH: 10, as add(0x00000001"), std::string::npos) << "the operation says how it fails";
}

TEST(Junit, CallsNoFailureWhatPassesUnderAnotherReading) {
  Report report = sample_report();
  report.causes[0].reading = 3;
  const std::string words = " results fail or pass under another reading only\"";
  EXPECT_NE(junit_text(report).find(words), std::string::npos);
  report.strict = true;
  EXPECT_EQ(junit_text(report).find(words), std::string::npos) << "they fail";
}

TEST(Junit, FailsAnOperationThatNoCauseExplains) {
  Report report = sample_report();
  report.unexplained.push_back({"book", Naming::direct3d, Operation::add, Format::binary32, "", 1});
  const std::string xml = junit_text(report);
  EXPECT_NE(xml.find("tests=\"6\" failures=\"2\""), std::string::npos) << xml;
}

TEST(Junit, OfACauseOfReadingsFailsWhenStrictOnly) {
  Report report = sample_report();
  report.results[1].tally = report.results[2].tally;
  report.causes[0].failed = 0;
  report.causes[0].where = {{"book", Naming::direct3d, Operation::mul, Format::binary32, "", 2}};
  EXPECT_NE(junit_text(report).find("tests=\"5\" failures=\"0\""), std::string::npos);
  report.strict = true;
  EXPECT_NE(junit_text(report).find("tests=\"6\" failures=\"1\""), std::string::npos);
}

TEST(Junit, TellsTheBrokenRuleInTheFailure) {
  Report report = sample_report();
  report.causes.clear();
  const std::string xml = junit_text(report);
  const std::size_t failure = xml.find("<failure message=\"10 of 1,000 results fail\">");
  ASSERT_NE(failure, std::string::npos) << xml;
  EXPECT_EQ(xml.find("<failure", failure + 1), std::string::npos) << "a variant shown for comparison must not fail";
  EXPECT_NE(xml.find("FLUSH: 10, as add(0x00000001, 0x00000000) = 0x00000001", failure), std::string::npos) << xml;
}

TEST(Junit, SaysInAFailureWhatIsPermittedWhyAndHowToAskAgain) {
  Report report = sample_report();
  report.causes.clear();
  report.rulebooks[0].argument = "book.toml";
  report.rulebooks[0].readings = {{"tie", "away"}};
  const std::string xml = junit_text(report);
  const std::string body = xml.substr(xml.find("<failure message=\"10 of 1,000 results fail\">"), 600);
  EXPECT_NE(body.find("as add(0x00000001, 0x00000000) = 0x00000001&#10;"
                      "  permitted: {0}; nearest permitted: 0 (0x00000000), 1 value away&#10;"
                      "  Denormals &lt; 2^-126"),
            std::string::npos)
      << body;
  EXPECT_NE(body.find("&#10;  halfulp try host book.toml add 0x00000001 0x00000000 --reading tie=away&#10;"),
            std::string::npos)
      << body;
}

TEST(Junit, SaysOfACauseWhatIsPermitted) {
  const std::string xml = junit_text(sample_report());
  const std::string body = xml.substr(xml.find("name=\"cause keeps_denormals.binary32\""));
  EXPECT_NE(body.find("&#10;add(0x00000001, 0x00000000) = 0x00000001&#10;permitted: {0}; nearest permitted: 0 "),
            std::string::npos)
      << body;
}

TEST(Junit, CountsReadingsAsFailuresWhenStrict) {
  Report report = sample_report();
  report.causes.clear();
  report.strict = true;
  EXPECT_NE(junit_text(report).find("failures=\"2\""), std::string::npos);
}

TEST(Junit, HasAnErrorForALostDevice) {
  Report report = sample_report();
  report.results[0].tally.cases = 5;
  report.results[0].lost = 10;
  report.results[0].lost_because = "lost & gone";
  const std::string xml = junit_text(report);
  EXPECT_EQ(flaw(xml), "");
  EXPECT_NE(xml.find("errors=\"1\""), std::string::npos);
  EXPECT_NE(xml.find("<error message=\"lost &amp; gone\">"), std::string::npos) << xml;
}

TEST(Junit, HasAnErrorForWhatAnInterruptLeftOut) {
  Report report = sample_report();
  report.interrupted = true;
  report.results[0].tally = {};
  const std::string xml = junit_text(report);
  EXPECT_NE(xml.find("errors=\"2\""), std::string::npos) << "the operation and the run: " << xml;
  EXPECT_NE(xml.find("name=\"the run\">\n      <error message=\"interrupted: this report is incomplete\">"),
            std::string::npos)
      << xml;
}

TEST(Junit, HasAnErrorForWhatFailsAndWasNotJudgedToItsEnd) {
  Report report = sample_report();
  ASSERT_NE(junit_text(report).find("errors=\"0\""), std::string::npos);
  report.interrupted = true;
  ++report.results[0].planned;  // its failures are charged to a cause
  const std::string xml = junit_text(report);
  EXPECT_NE(xml.find("failures=\"1\" errors=\"2\""), std::string::npos) << xml;
}

}  // namespace
}  // namespace halfulp::report
