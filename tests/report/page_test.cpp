// SPDX-License-Identifier: Apache-2.0
#include "report/page/page.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "page_checks.hpp"
#include "report/page/charts.hpp"
#include "report/page/markup.hpp"
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

std::vector<PageDetails> sample_details(const Report& report) {
  std::vector<PageDetails> details(report.results.size());
  details[1].accuracy = {"SUMS", "sums < half an ULP off", "DOC 3.2, stated", "{ rounded = \"nearest\" }"};
  const Finding& finding = report.broken.front();
  details[1].broken = {{{"FLUSH", "", "", ""},
                        finding.explanation,
                        report.results[1].tally.broken.at("FLUSH").example,
                        "halfulp judge"}};
  return details;
}

std::string sample_page() {
  const Report report = sample_report();
  return page(report, sample_details(report));
}

TEST(Page, TellsTheVerdictTheDeviceAndTheRulebooks) {
  const std::string text = sample_page();
  EXPECT_TRUE(has(text, "does not conform to book: 1 of 4 operations fail"));
  EXPECT_TRUE(has(text, "<h1>a &lt;CPU&gt; &amp; &quot;its&quot; float unit</h1>"));
  EXPECT_TRUE(has(text, "A book (rulebook 0123456789abcdef)"));
  EXPECT_TRUE(has(text, "suite</dt><dd>quick, seed 42"));
  EXPECT_LT(text.find("does not conform"), text.find("<table"));
}

TEST(Page, TellsABrokenRuleInFull) {
  const std::string text = sample_page();
  EXPECT_TRUE(has(text, "<h3>FLUSH</h3>"));
  EXPECT_TRUE(has(text, "Denormals &lt; 2^-126 &amp; &gt; 0 are flushed"));
  EXPECT_TRUE(has(text, "DOC 3.1, stated"));
  EXPECT_TRUE(has(text, "10 in book (add 10)"));
  EXPECT_TRUE(has(text, "halfulp judge book add 0x00000001 0x00000000 --result 0x00000001"));
  EXPECT_TRUE(has(text, "Permitted by <code>SUMS</code>: sums &lt; half an ULP off"));
}

TEST(Page, LinksOnlyToWhatItHolds) { EXPECT_GE(links_that_resolve(sample_page()), 5U); }

TEST(Page, NeedsNothingFromElsewhere) { expect_nothing_from_elsewhere(sample_page()); }

TEST(Page, ClosesWhatItOpens) { expect_balanced(sample_page()); }

TEST(Page, KeepsTheTextOfProgramsApart) {
  // What is embedded does not end the element that it is in.
  const std::string text = sample_page();
  std::size_t ends = 0;
  for (std::size_t at = 0; (at = text.find("</script", at)) != std::string::npos; ++at) ++ends;
  EXPECT_EQ(ends, 2U);
}

/// A result of rsq with an error in each binade from 2^-1 to 2^1.
Result drawn() {
  Result result;
  result.operation = Operation::rsq;
  result.errors = {{0x3f000000, 0.75, {}}, {0x3f800000, 1.5, {}}, {0x40000000, 0.25, {}}};
  result.tally.errors.histogram.assign(ErrorProfile::kBins, 0);
  result.tally.errors.histogram[0] = 3;
  result.tally.errors.histogram[ErrorProfile::bin_of(1.5)] = 200;
  return result;
}

nlohmann::json data_of(const std::string& figure) {
  const std::string begin = "data-chart=\"";
  const std::size_t first = figure.find(begin) + begin.size();
  const std::string quoted = figure.substr(first, figure.find('"', first) - first);
  return nlohmann::json::parse(std::regex_replace(quoted, std::regex("&quot;"), "\""));
}

TEST(Charts, HaveEachErrorWhereItBelongs) {
  const std::string figure = error_chart(drawn(), {2.0, 2.0, std::nullopt});
  const nlohmann::json data = data_of(figure);
  ASSERT_EQ(data["errors"].size(), 512U);
  // 2^0 has the biased exponent 127; the places before 256 are those below zero.
  EXPECT_EQ(data["half"], 256);
  EXPECT_EQ(data["errors"][256 + 127].get<double>() * data["unit"].get<double>(), 1.5);
  EXPECT_EQ(data["errors"][256 + 126].get<double>() * data["unit"].get<double>(), 0.75);
  EXPECT_TRUE(data["errors"][256 + 129].is_null());
  EXPECT_EQ(data["log"], false);
  EXPECT_EQ(data["most"], 2);
  // "no bound" until 2^-1, two binades of 2 ULP, none after.
  EXPECT_EQ(data["permitted"], nlohmann::json::parse("[null,382,2000,2,null,128]"));
}

TEST(Charts, AreLogarithmicForLargeErrors) {
  Result result = drawn();
  result.errors[1].error_ulp = 30000;
  const nlohmann::json data = data_of(error_chart(result, {}));
  EXPECT_EQ(data["log"], true);
  EXPECT_EQ(data["most"], 1e5);
  EXPECT_EQ(data["errors"][256 + 127].get<double>(), 30000);
}

TEST(Charts, AreNoneWhereNothingIsWrong) {
  Result result = drawn();
  for (BinadeError& error : result.errors) error.error_ulp = 0;
  result.tally.errors.histogram.assign(ErrorProfile::kBins, 0);
  EXPECT_EQ(error_chart(result, {}), "");
  EXPECT_EQ(histogram_chart(result), "");
}

TEST(Charts, DrawABarAsHighAsItsCount) {
  const std::string figure = histogram_chart(drawn());
  // From 0.8 to 200, logarithmic, over 152 units above the line at 160: 3 and 200 results.
  const auto top = [](double count) { return std::lround(160 - std::log(count / 0.8) / std::log(200 / 0.8) * 152); };
  EXPECT_TRUE(has(figure, "V" + std::to_string(top(3)) + "h"));
  EXPECT_TRUE(has(figure, "V" + std::to_string(top(200)) + "h"));
}

TEST(Markup, EscapesWhatHtmlReads) {
  EXPECT_EQ(escaped("a<b>&\"c"), "a&lt;b&gt;&amp;&quot;c");
  EXPECT_EQ(element("p", "x", "y"), "<p class=\"y\">x</p>");
  EXPECT_EQ(anchor("tie=even, id=o"), "tie-even-id-o");
}

}  // namespace
}  // namespace halfulp::report
