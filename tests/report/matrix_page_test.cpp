// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix_page.hpp"

#include <gtest/gtest.h>

#include "failing_reports.hpp"
#include "page_checks.hpp"
#include "report/matrix/matrix_text.hpp"

namespace halfulp::report {
namespace {

Matrix two_devices() {
  Json fails = with_cause("|x| < 1", 7);
  fails["device"]["title"] = "A <GPU> | *";
  return matrix(of_files({fails, written_report()}));
}

TEST(MatrixPage, IsWholeAndNeedsNothingFromElsewhere) {
  const std::string page = matrix_page(two_devices());
  expect_balanced(page);
  expect_nothing_from_elsewhere(page);
  EXPECT_EQ(links_that_resolve(page), 2U) << "of the cause and of the operation";
  EXPECT_FALSE(has(page, "<script"));
  EXPECT_TRUE(has(page, "<th>1 A &lt;GPU&gt; | *</th><th>2 A GPU</th>"));
}

TEST(MatrixPage, LinksACellToItsCase) {
  const std::string page = matrix_page(two_devices());
  EXPECT_TRUE(has(page,
                  "<tr><th>add</th><td class=\"fail\" title=\"of 1,000 cases\"><a href=\"#case-2\">7</a> <small>0.5 "
                  "ULP</small></td><td class=\"pass\" title=\"of 1,000 cases\">pass <small>0.5 ULP</small></td></tr>"));
  const std::string shown = page.substr(page.find("<div id=\"case-2\">"));
  EXPECT_TRUE(
      has(shown.substr(0, shown.find("</div>")),
          "1 A &lt;GPU&gt; | *: 7 of 1,000 cases</p>\n<pre class=\"command\">halfulp judge d3d11 add 0x00000001 "
          "0x00000001 --result 0x00000002</pre>"));
}

TEST(MatrixPage, HasTheRunsAndInWhatTheyDiffer) {
  Json other = written_report();
  other["seed"] = 2;
  other["complete"] = false;
  other["out_of_time"] = true;
  other["results"][0]["cases"] = 10;
  other["results"][0]["passed"] = 10;
  const std::string page = matrix_page(matrix(of_files({written_report(), other})));
  EXPECT_TRUE(has(page,
                  "<p class=\"warning\">Not as in column 1: seed (2), extent (2). Counts and errors of these columns "
                  "cannot be compared with its.</p>"));
  EXPECT_TRUE(has(page, "<tr><th>driver</th><td>1.0</td><td>1.0</td></tr>"));
  EXPECT_TRUE(
      has(page, "<tr><th>suite</th><td>quick, seed 1, halfulp 0.1.0</td><td>quick, seed 2, halfulp 0.1.0</td>"));
  EXPECT_TRUE(has(page, "<tr><th>extent</th><td></td><td>incomplete: out of time: 1,010 of 2,000 results were judged"));
  EXPECT_FALSE(has(matrix_page(two_devices()), "<th>extent</th>"));
}

TEST(MatrixMarkdown, IsOneTable) {
  const std::string text = matrix_markdown(two_devices());
  EXPECT_TRUE(has(text, "\n\n| | 1 A \\<GPU> \\| \\* | 2 A GPU |\n|---|---|---|\n| **Verdict by rulebook** |||\n"));
  EXPECT_TRUE(has(text, "\n| does as \\|x\\| \\< 1 says | 7 | no |\n"));
  EXPECT_TRUE(has(text, "\n| add | 7 (0.5) | pass (0.5) |\n"));
  EXPECT_FALSE(has(text, "| extent |"));
}

}  // namespace
}  // namespace halfulp::report
