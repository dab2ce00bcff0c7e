// SPDX-License-Identifier: Apache-2.0
#include "report/page/difference_page.hpp"

#include <gtest/gtest.h>

#include "page_checks.hpp"
#include "written_report.hpp"

namespace halfulp::report {
namespace {

std::string page_of(const Json& before, const Json& after, bool strict = false) {
  return difference_page(difference({"before <1>.json", read(before)}, {"after.json", read(after)}, strict));
}

/// add(x, x) = 0x00000002 breaks a flush rule `count` times.
Json broken(std::uint64_t count, const std::string& x = "0x00000001") {
  Json report = written_report();
  let_break(report["results"][0], "D3D-FLUSH-OPERANDS", count, x, "0x00000002");
  return report;
}

/// The section with that id, up to its end; "" where there is none.
std::string section_of(const std::string& page, const std::string& id) {
  const std::size_t first = page.find("<section id=\"" + id + "\">");
  if (first == std::string::npos) return "";
  return page.substr(first, page.find("</section>", first) - first);
}

TEST(DifferencePage, BeginsWithTheVerdict) {
  const std::string worse = page_of(written_report(), broken(834));
  EXPECT_TRUE(has(worse, "<li class=\"fail\">worse: broke 1</li>"));
  EXPECT_LT(worse.find("worse: broke 1"), worse.find("<table"));
  EXPECT_TRUE(has(page_of(broken(7), written_report()), "<li class=\"pass\">not worse: healed 1</li>"));
}

TEST(DifferencePage, HasTheRunsSideBySide) {
  Json after = broken(7);
  after["device"]["facts"] = {{"driver version", "2.0"}};
  after["seed"] = 2;
  const std::string runs = section_of(page_of(broken(7), after), "runs");
  EXPECT_TRUE(has(runs, "<th>report</th><td>before &lt;1&gt;.json</td><td>after.json</td>"));
  EXPECT_TRUE(has(runs, "<tr class=\"differs\"><th>driver version</th><td>1.0</td><td>2.0</td><td>differs</td></tr>"));
  EXPECT_TRUE(has(runs, "<tr class=\"differs\"><th>seed</th><td>1</td><td>2</td>"));
  EXPECT_TRUE(has(runs, "<tr><th>suite</th><td>quick</td><td>quick</td><td></td></tr>"));
  EXPECT_TRUE(has(runs, "<th>halfulp</th><td>0.1.0</td><td>0.1.0</td>"));
}

TEST(DifferencePage, KeepsFactsApartFromWhatThePageTells) {
  // A Vulkan device has a fact that is called device.
  Json report = written_report();
  report["device"]["facts"] = {{"device", "0x0000"}, {"seed", "none"}};
  const std::string runs = section_of(page_of(report, report), "runs");
  EXPECT_TRUE(has(runs, "<th>device</th><td>A GPU</td><td>A GPU</td>"));
  EXPECT_TRUE(has(runs, "<th>device</th><td>0x0000</td><td>0x0000</td>"));
  EXPECT_TRUE(has(runs, "<th>seed</th><td>1</td><td>1</td>"));
}

TEST(DifferencePage, TellsWhatFollowsFromWhatDiffers) {
  Json after = broken(8);
  after["suite"] = "standard";
  after["seed"] = 2;
  const std::string text = section_of(page_of(broken(7), after), "mismatches");
  EXPECT_TRUE(has(text, "<th>suite</th><td>quick</td><td>standard</td>"));
  const std::string follows = "So other cases were tried, so counts and errors are not compared";
  EXPECT_TRUE(has(text, follows));
  EXPECT_EQ(text.find(follows, text.find(follows) + 1), std::string::npos) << "said once";
  EXPECT_EQ(section_of(page_of(broken(7), broken(7)), "mismatches"), "");
}

TEST(DifferencePage, ShowsWhatBrokeWithItsSentenceAndCase) {
  const std::string text = section_of(page_of(written_report(), broken(834)), "broke");
  EXPECT_TRUE(has(text, "<article class=\"fail\">"));
  EXPECT_TRUE(has(text, "<h3>D3D-FLUSH-OPERANDS<small>in d3d11</small></h3>"));
  EXPECT_TRUE(has(text, "denormals are flushed to sign-preserved zero on input"));
  EXPECT_TRUE(has(text, "<td><code>the instruction of add</code>, operands from buffer</td>"));
  EXPECT_TRUE(has(text, "<td class=\"number\">0</td><td class=\"number\">834</td>"));
  // The operands as decimal, hex float and bits, and what each report has as the result.
  EXPECT_TRUE(has(text,
                  "<th>x</th><td><code>1e-45</code></td><td><code>0x1p-149</code></td>"
                  "<td><code>0x00000001</code></td>"));
  EXPECT_TRUE(has(text,
                  "<th>result after</th><td><code>3e-45</code></td><td><code>0x1p-148</code></td>"
                  "<td><code>0x00000002</code></td>"));
  EXPECT_TRUE(has(text, "before &lt;1&gt;.json does not keep the result before"));
  EXPECT_TRUE(has(text, "<pre class=\"command\">halfulp judge d3d11 add 0x00000001 0x00000001 --result 0x00000002"));
}

TEST(DifferencePage, ShowsBothResultsWhereBothReportsKeepThem) {
  Json before = written_report();
  before["results"][0]["worst"] = {
      {"operands", {"0x00000001", "0x00000001"}}, {"observed", "0x00000000"}, {"error_ulp", 0.25}};
  const std::string text = section_of(page_of(before, broken(7)), "broke");
  EXPECT_TRUE(has(text, "<th>result before</th><td><code>0</code></td>"));
  EXPECT_TRUE(has(text, "<th>result after</th><td><code>3e-45</code></td>"));
  EXPECT_EQ(text.find("does not keep"), std::string::npos);
}

TEST(DifferencePage, HasASectionForEachKindOfChange) {
  EXPECT_NE(section_of(page_of(broken(7), broken(8)), "more-often"), "");
  EXPECT_NE(section_of(page_of(broken(8), broken(7)), "less-often"), "");
  EXPECT_NE(section_of(page_of(broken(7), broken(7, "0x00000003")), "other-cases"), "");
  EXPECT_NE(section_of(page_of(broken(7), broken(7)), "still"), "");
  EXPECT_NE(section_of(page_of(broken(7), written_report()), "healed"), "");
  const std::string nothing = page_of(written_report(), written_report());
  for (const char* id :
       {"broke", "first-judged", "more-often", "other-cases", "still", "less-often", "healed", "not-seen", "error-grew",
        "error-shrank", "lost", "no-longer", "not-judged", "new", "not-judged-before"}) {
    EXPECT_EQ(section_of(nothing, id), "") << id;
  }
}

TEST(DifferencePage, ShowsErrorsThatGrewOrShrank) {
  Json after = written_report();
  after["results"][1]["worst"] = {{"operands", {"0x3f000000"}}, {"observed", "0x3fb504f5"}, {"error_ulp", 1.25}};
  const std::string grew = section_of(page_of(written_report(), after), "error-grew");
  EXPECT_TRUE(has(grew, "<td>rsq</td><td>binary32</td>"));
  EXPECT_TRUE(has(grew, "<td class=\"number\">0.5 ULP</td><td class=\"number\">1.25 ULP</td>"));
  EXPECT_TRUE(has(grew, "<code>rsq(0.25)</code>"));
  EXPECT_TRUE(has(grew, "<code>rsq(0.5)</code>"));
  EXPECT_TRUE(has(grew, "halfulp judge d3d11 rsq 0x3f000000 --result 0x3fb504f5"));
  EXPECT_NE(section_of(page_of(after, written_report()), "error-shrank"), "");
}

TEST(DifferencePage, ShowsWhatCameAndWent) {
  Json less = written_report();
  less["results"].erase(1);
  less["not_offered"] = Json::array({{{"operation", "rsq"}, {"format", "binary32"}}});
  const std::string gone = section_of(page_of(written_report(), less), "no-longer");
  EXPECT_TRUE(has(gone, "<td><code>the instruction of rsq</code>, operands from buffer</td><td>pass</td>"));
  EXPECT_NE(section_of(page_of(less, written_report()), "new"), "");
  Json lost = written_report();
  lost["results"][1]["lost"] = 10;
  lost["results"][1]["cases"] = 990;
  lost["results"][1]["passed"] = 990;
  lost["results"][1]["lost_because"] = "a <hang>";
  lost["lost"] = true;
  EXPECT_TRUE(has(section_of(page_of(written_report(), lost), "lost"), "a &lt;hang&gt;"));
}

TEST(DifferencePage, TellsReadingsByTheirOptions) {
  Json after = written_report();
  let_need(after["results"][1], "tie=even", 3, "0x3f000000", "0x3fb504f5");
  const std::string text = section_of(page_of(written_report(), after), "broke");
  EXPECT_TRUE(has(text, "<h3>reading tie=even<small>"));
  EXPECT_TRUE(has(text, "Exactly halfway between two values both are 0.5 ULP away"));
  EXPECT_TRUE(has(text, "<article class=\"reading\">")) << "no breach unless strict";
}

TEST(DifferencePage, LeavesOutSentencesThatItDoesNotKnow) {
  Json before = written_report();
  before["versions"]["rulebooks"] = {{"mine", "aa"}};
  for (Json& result : before["results"]) result["rulebook"] = "mine";
  Json after = before;
  let_break(after["results"][0], "MINE-ADD", 7, "0x00000001", "0x00000002");
  const std::string text = section_of(page_of(before, after), "broke");
  EXPECT_TRUE(has(text, "<h3>MINE-ADD<small>in mine</small></h3>"));
  EXPECT_EQ(text.find("<blockquote>"), std::string::npos);
  EXPECT_TRUE(has(text, "halfulp judge 'the .toml file of mine' add"));
}

TEST(DifferencePage, TellsThatASentenceIsOfAnotherVersionOfTheRulebook) {
  // The written report's rulebook has a hash that the embedded one does not have.
  EXPECT_TRUE(has(page_of(written_report(), broken(1)), "; as rulebook "));
  const std::string hash = Rulebook::open("d3d11").hash();
  Json before = written_report();
  Json after = broken(1);
  for (Json* report : {&before, &after}) (*report)["versions"]["rulebooks"]["d3d11"] = hash;
  EXPECT_EQ(page_of(before, after).find("; as rulebook "), std::string::npos);
}

TEST(DifferencePage, StandsOnItsOwn) {
  Json after = broken(8);
  let_break(after["results"][1], "D3D-RSQ", 3, "0x3f800000", "0x3f000000");
  after["device"]["title"] = "A <GPU>";
  const std::string text = page_of(broken(7), after);
  EXPECT_TRUE(has(text, "<h1>From A GPU to A &lt;GPU&gt;</h1>"));
  expect_nothing_from_elsewhere(text);
  expect_balanced(text);
  EXPECT_EQ(text.find("<script"), std::string::npos);
  EXPECT_EQ(links_that_resolve(text), 2U);
  EXPECT_TRUE(has(text,
                  "(<a href=\"https://microsoft.github.io/DirectX-Specs/d3d/archive/D3D11_3_FunctionalSpec.htm\">"
                  "Direct3D 11.3 Functional Specification</a>), "));
}

}  // namespace
}  // namespace halfulp::report
