// SPDX-License-Identifier: Apache-2.0
#include "report/page/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "number/lane.hpp"
#include "page_checks.hpp"
#include "report/page/charts.hpp"
#include "report/page/markup.hpp"
#include "report/page/plot.hpp"
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

/// A result of `tried` cases, with a rule that the first `failing` of them break.
Result failing_result(Operation operation, const std::vector<std::vector<Bits>>& tried, std::size_t failing) {
  Result result;
  result.operation = operation;
  result.tried.emplace(operation, result.format);
  diagnosis::FailureCounts counts(operation, result.format);
  for (const std::vector<Bits>& operands : tried) {
    std::vector<std::array<std::byte, 4>> values;
    for (const Bits bits : operands) number::store(values.emplace_back(), 4, 0, bits);
    result.tried->note(std::vector<ConstLane>(values.begin(), values.end()));
    if (failing == 0) continue;
    --failing;
    counts.note("RULE", operands);
  }
  result.failures = counts.broken;
  return result;
}

std::vector<PageDetails> sample_details(const Report& report) {
  std::vector<PageDetails> details(report.results.size());
  details[1].accuracy = {"SUMS", "sums < half an ULP off", "DOC 3.2, stated", "{ rounded = \"nearest\" }"};
  details[1].broken = {{{"FLUSH", "", "", ""}, "halfulp judge"}};
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
  EXPECT_TRUE(has(text, "<b>FLUSH</b> 10 <small>"));
  EXPECT_TRUE(has(text, "Denormals &lt; 2^-126 &amp; &gt; 0 are flushed"));
  EXPECT_TRUE(has(text, "DOC 3.1, stated"));
  EXPECT_TRUE(has(text, "10 in book (add 10)"));
  EXPECT_TRUE(has(text, "halfulp judge book add 0x00000001 0x00000000 --result 0x00000001"));
  EXPECT_TRUE(has(text, "Permitted by <code>SUMS</code>: sums &lt; half an ULP off"));
}

TEST(Page, BeginsWithTheCausesAndAPictureOfEach) {
  Report report = sample_report();
  report.results[0].tried = failing_result(Operation::rsq, {{0x00000001}}, 1).tried;
  report.results[0].failures = failing_result(Operation::rsq, {{0x00000001}}, 1).failures;
  Cause& cause = report.causes.front();
  cause.statement = "keeps denormals, operands & results";
  cause.control = Cause::Control::not_offered;
  cause.reading = 2;
  cause.where.push_back({"book", Naming::direct3d, Operation::rsq, Format::binary32, "", 3});
  cause.rule = "RULE";
  const std::string text = page(report, sample_details(report));
  const std::size_t begin = text.find("<section id=\"causes\">");
  ASSERT_NE(begin, std::string::npos);
  const std::string section = text.substr(begin, text.find("</section>", begin) - begin);
  EXPECT_TRUE(has(section, "<h3>keeps denormals, operands &amp; results</h3>"));
  EXPECT_TRUE(has(section, "10 failures and 2 passes by another reading (the driver offers no control for this)"));
  EXPECT_TRUE(has(section, "<a href=\"#add-binary32\">add</a> 10, <a href=\"#rsq-binary32\">rsq</a> 3"));
  EXPECT_TRUE(has(section, "Which part of the results of rsq fails, by binade of x"));
  EXPECT_TRUE(has(section, "halfulp judge book add 0x00000001 0x00000000 --result 0x00000001"));
  EXPECT_LT(begin, text.find("<section id=\"operations\">"));
  links_that_resolve(text);
}

TEST(Page, MarksOperationsThatFailForItsFilter) {
  const std::string text = sample_page();
  EXPECT_TRUE(has(text, "<tr data-fails><th><a href=\"#add-binary32\">"));
  EXPECT_TRUE(has(text, "<tr><th><a href=\"#rsq-binary32\">"));
  EXPECT_TRUE(has(text, "<input type=\"checkbox\" checked> only failing"));
  Report report = sample_report();
  report.results = {report.results[0]};
  report.causes.clear();
  report.broken.clear();
  EXPECT_TRUE(has(page(report, {PageDetails()}), "<input type=\"checkbox\"> only failing"));
}

TEST(Page, TellsByWhichCommandItIsMadeAgain) {
  const Report report = sample_report();
  EXPECT_TRUE(has(page(report, sample_details(report), "halfulp check --device host"),
                  "<pre class=\"command\">halfulp check --device host</pre>"));
  EXPECT_TRUE(has(sample_page(), "<title>halfulp 1.2.3 · a &lt;CPU&gt;"));
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

/// The pairs of a number and how often it follows, one number for each place.
std::vector<nlohmann::json> unfolded(const nlohmann::json& pairs) {
  std::vector<nlohmann::json> numbers;
  for (std::size_t i = 0; i < pairs.size(); i += 2) numbers.insert(numbers.end(), pairs[i + 1], pairs[i]);
  return numbers;
}

TEST(Charts, HaveEachErrorWhereItBelongs) {
  const std::string figure = error_chart(drawn(), {2.0, 2.0, std::nullopt});
  const nlohmann::json data = data_of(figure);
  const std::vector<nlohmann::json> errors = unfolded(data["errors"]);
  ASSERT_EQ(errors.size(), 512U);
  // 2^0 has the biased exponent 127; the places before 256 are those below zero.
  EXPECT_EQ(data["half"], 256);
  EXPECT_EQ(errors[256 + 127].get<double>() * data["unit"].get<double>(), 1.5);
  EXPECT_EQ(errors[256 + 126].get<double>() * data["unit"].get<double>(), 0.75);
  EXPECT_TRUE(errors[256 + 129].is_null());
  EXPECT_EQ(data["log"], false);
  EXPECT_EQ(data["most"], 2);
  // "no bound" until 2^-1, two binades of 2 ULP, none after.
  EXPECT_EQ(data["permitted"], nlohmann::json::parse("[null,382,2000,2,null,128]"));
}

// Bounds of neighbouring binades of codes are powers of two, which thousandths of an ULP do not tell apart.
TEST(Charts, HaveNeighboursThatAreWrittenTheSameAsOne) {
  Result result = drawn();
  result.errors[0].error_ulp = 1.50001;
  const nlohmann::json data = data_of(error_chart(result, {2.0, 2.00001, 2.0}));
  EXPECT_EQ(data["errors"], nlohmann::json::parse("[null,382,1500,2,250,1,null,127]"));
  EXPECT_EQ(data["permitted"], nlohmann::json::parse("[null,382,2000,3,null,127]"));
}

TEST(Charts, AreLogarithmicForLargeErrors) {
  Result result = drawn();
  result.errors[1].error_ulp = 30000;
  const nlohmann::json data = data_of(error_chart(result, {}));
  EXPECT_EQ(data["log"], true);
  EXPECT_EQ(data["most"], 1e5);
  EXPECT_EQ(unfolded(data["errors"]).at(256 + 127).get<double>(), 30000);
}

TEST(Charts, TellABoundThatLiesBeyondTheirAxis) {
  const std::string figure = error_chart(drawn(), {2.0, 13422.0, 2.0});
  const nlohmann::json data = data_of(figure);
  EXPECT_EQ(data["most"], 2);
  EXPECT_TRUE(has(figure, "↑ permitted: up to 13,422 ULP, above this axis"));
  // It is nowhere drawn: 382 places without, one at 2 ULP, one beyond, one at 2 ULP.
  EXPECT_EQ(data["permitted"], nlohmann::json::parse("[null,382,2000,1,null,1,2000,1,null,127]"));
  EXPECT_EQ(error_chart(drawn(), {2.0, 2.0, 2.0}).find("above this axis"), std::string::npos);
}

TEST(Charts, NameTheirAxesAndUnits) {
  for (const char* words : {">error in ULP</text>", ">operand x, by binade</text>"}) {
    EXPECT_TRUE(has(error_chart(drawn(), {}), words));
  }
  Result result = drawn();
  result.tally.errors.histogram[ErrorProfile::bin_of(4)] = 1;
  for (const char* words :
       {">error in ULP</text>", ">results</text>", ">nearest</text>", ">2^1</text>", ">2^2</text>"}) {
    EXPECT_TRUE(has(histogram_chart(result), words));
  }
}

TEST(Charts, SayThatTheLastBarHasNoEnd) {
  Result result = drawn();
  EXPECT_EQ(histogram_chart(result).find("and more"), std::string::npos);
  result.tally.errors.histogram.back() = 1;
  EXPECT_TRUE(has(histogram_chart(result), ">2^24 and more</text>"));
  EXPECT_EQ(histogram_chart(result).find(">2^23</text>"), std::string::npos) << "there is no room for it";
}

TEST(Charts, MarkPowersOfTwoInBinadesOfEightExponents) {
  std::vector<std::string> labels;
  for (const PlaceMark& mark : Places(BinadeAxis(Format::binary64)).marks()) labels.push_back(mark.label);
  EXPECT_EQ(labels, (std::vector<std::string>{"-2^512", "-2^0", "-2^-512", "0", "2^-512", "2^0", "2^512"}));
}

TEST(Charts, WriteLargeNumbersInShort) {
  EXPECT_EQ(mark_text(0.25), "0.25");
  EXPECT_EQ(mark_text(1000), "1000");
  EXPECT_EQ(mark_text(1e7), "1e7");
}

TEST(Charts, AreNoneOfCorrectlyRoundedResults) {
  Result result = drawn();
  for (BinadeError& error : result.errors) error.error_ulp = 0.5;
  EXPECT_EQ(error_chart(result, {}), "");
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
  // From 0.8 to 200, logarithmic, over 154 units above the line at 162: 3 and 200 results.
  const auto top = [](double count) { return std::lround(162 - std::log(count / 0.8) / std::log(200 / 0.8) * 154); };
  EXPECT_TRUE(has(figure, "V" + std::to_string(top(3)) + "h"));
  EXPECT_TRUE(has(figure, "V" + std::to_string(top(200)) + "h"));
}

TEST(FailureChart, HasBarsAsHighAsThePartThatFails) {
  // Of -2 to -3.99 all fail, of 1 to 1.99 one in four.
  const std::string figure = failure_chart(failing_result(
      Operation::rsq, {{0xc0000000}, {0xc0400000}, {0x3f800000}, {0x3f800001}, {0x3fc00000}, {0x3fffffff}}, 3));
  // 512 places: negative ones from the largest, 255 exponents below 0; from 162 (none) up to 8 (all).
  EXPECT_TRUE(has(figure, "d=\"M127 162V8.0h1V162zM383 162V123.5h1V162z\""));
  EXPECT_TRUE(has(figure, "by binade of x"));
}

TEST(FailureChart, HasACellWhereTheExponentsAre) {
  // 2^0 and 2^13: exponents 127 and 140, four to a cell, upwards. 2^-126 and 2^-126 once.
  std::vector<std::vector<Bits>> cases(100, {0x3f800000, 0x46000000});
  cases.push_back({0x00800000, 0x80800000});
  const std::string figure = failure_chart(failing_result(Operation::add, cases, cases.size()));
  EXPECT_TRUE(has(figure, "<path class=\"failed shade2\" d=\"M31 28h1v1h-1z\"/>"));
  EXPECT_TRUE(has(figure, "<path class=\"failed shade0\" d=\"M0 63h1v1h-1z\"/>"));
  EXPECT_EQ(figure.find("shade1"), std::string::npos);
  EXPECT_TRUE(has(figure, "by the exponents of x and y: from 1 failing result in a square (faint) to 100 (strong)"));
  EXPECT_TRUE(has(figure, ">exponent of x</text>"));
  EXPECT_TRUE(has(figure, ">exponent of y</text>"));
}

TEST(FailureChart, IsNoneOfThreeOperandsAndWhereNothingFails) {
  EXPECT_EQ(failure_chart(failing_result(Operation::mad, {{0x3f800000, 0x3f800000, 0x3f800000}}, 1)), "");
  EXPECT_EQ(failure_chart(failing_result(Operation::rsq, {{0x3f800000}}, 0)), "");
  EXPECT_EQ(failure_chart(failing_result(Operation::add, {{0x3f800000, 0x3f800000}}, 0)), "");
}

TEST(Page, TellsWhichCasesFailAndWhatExplainsThem) {
  Report report = sample_report();
  // Ten sums of a denormal and zero, all of which break FLUSH, nine as if denormals were kept; one of 1 does not.
  std::vector<std::vector<Bits>> cases;
  for (Bits bits = 1; bits <= 10; ++bits) cases.push_back({bits, 0x00000000});
  cases.push_back({0x3f800000, 0x00000000});
  const Result failing = failing_result(Operation::add, cases, 10);
  Result& add = report.results[1];
  add.tried = failing.tried;
  add.failures = {{"FLUSH", failing.failures.at("RULE")}};
  const auto all = diagnosis::hypotheses();
  const auto keeps = std::ranges::find(all, "keeps_denormals", &diagnosis::Hypothesis::id);
  ASSERT_NE(keeps, all.end());
  const diagnosis::HypothesisSet set = diagnosis::HypothesisSet{1} << static_cast<unsigned>(keeps - all.begin());
  for (std::uint64_t i = 0; i < 10; ++i) {
    Witness witness;
    witness.index = i;
    add.hypotheses.note("FLUSH", witness, [&] { return i < 9 ? set : 0; });
  }
  Finding& finding = report.broken.front();
  add.broken.at("FLUSH").cases = failure_words(Operation::add, *add.tried, add.failures.at("FLUSH"));
  finding.failing = {{add.broken.at("FLUSH").cases, {"add"}}};
  finding.explained = diagnosis::explained(add.hypotheses.broken.at("FLUSH").all());
  finding.unexplained = "halfulp judge book add 0x0000000a";
  const std::string text = page(report, sample_details(report));
  const std::string says = "9 of 10 failures: keeps denormals, operands and results; 1 unexplained";
  // Under the rule, and under the operation that breaks it.
  const std::size_t rule = text.find("id=\"rule-FLUSH\"");
  const std::size_t operation = text.find("id=\"add-binary32\"");
  ASSERT_LT(operation, rule);
  const std::string of_rule = text.substr(rule);
  const std::string of_operation = text.substr(operation, rule - operation);
  EXPECT_TRUE(has(of_rule, "<p>Failing: all 10 cases in which an operand is a denormal"));
  EXPECT_TRUE(has(of_rule, "<p class=\"explained\">Device: " + says + ".</p>"));
  EXPECT_TRUE(has(of_rule, "The first that nothing explains:"));
  EXPECT_TRUE(has(of_rule, "halfulp judge book add 0x0000000a"));
  EXPECT_TRUE(has(of_operation, "<p>all 10 cases in which an operand is a denormal"));
  EXPECT_TRUE(has(of_operation, "<p class=\"explained\">" + says + "</p>"));
}

TEST(Markup, EscapesWhatHtmlReads) {
  EXPECT_EQ(escaped("a<b>&\"c"), "a&lt;b&gt;&amp;&quot;c");
  EXPECT_EQ(element("p", "x", "y"), "<p class=\"y\">x</p>");
  EXPECT_EQ(anchor("tie=even, id=o"), "tie-even-id-o");
}

}  // namespace
}  // namespace halfulp::report
