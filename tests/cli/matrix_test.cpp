// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

std::string report_of(const std::string& device, const std::string& operations) {
  const std::string path = temporary_path(device + ".json");
  const Outcome run = run_command({"check", "--device", device, "--operation", operations, "--format", "binary32",
                                   "--cases", "3000", "--json", path});
  EXPECT_LE(run.exit_code, 1) << run.diagnostics;
  return path;
}

TEST(Matrix, PrintsDevicesSideBySide) {
  const std::string page = temporary_path("matrix.html");
  const std::string markdown = temporary_path("matrix.md");
  const Outcome printed = run_command(
      {"matrix", report_of("reference", "rsq,mul"), report_of("host", "rsq"), "--html", page, "--markdown", markdown});
  EXPECT_EQ(printed.exit_code, 0) << printed.diagnostics;
  EXPECT_TRUE(contains(printed.output, "\nd3d11                             conforms"));
  EXPECT_TRUE(contains(printed.output, "1 of 1 fail"));
  EXPECT_TRUE(contains(printed.output, "keeps binary32 denormal operands"));
  EXPECT_TRUE(contains(read_file(page), "<pre class=\"command\">halfulp judge d3d11 rsq 0x"));
  EXPECT_TRUE(contains(read_file(markdown), "\n| rsq | pass ("));
}

TEST(Matrix, NamesCommandsThatFail) {
  const std::string page = temporary_path("matrix.html");
  EXPECT_EQ(run_command({"matrix", report_of("host", "rsq"), "--html", page}).exit_code, 0);
  const std::string text = read_file(page);
  const std::size_t at = text.rfind("halfulp judge ");
  ASSERT_NE(at, std::string::npos);
  Words words;
  std::string rest = text.substr(at + 8, text.find('<', at) - at - 8) + " ";
  for (; !rest.empty(); rest.erase(0, words.back().size() + 1)) words.push_back(rest.substr(0, rest.find(' ')));
  EXPECT_EQ(run_command(words).exit_code, 1);
}

TEST(Matrix, NumbersTheColumnsOfOneDevice) {
  const std::string host = report_of("host", "rsq");
  const Outcome printed = run_command({"matrix", host, host});
  EXPECT_EQ(printed.exit_code, 0) << printed.diagnostics;
  EXPECT_TRUE(contains(printed.output, "\n2 "));
  EXPECT_FALSE(contains(printed.output, "Not as in column 1"));
}

TEST(Matrix, RefusesWhatIsNoReport) {
  EXPECT_EQ(run_command({"matrix"}).exit_code, 2);
  const std::string host = report_of("host", "rsq");
  const Outcome missing = run_command({"matrix", host, temporary_path("none.json")});
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_TRUE(contains(missing.diagnostics, "none.json: cannot be read"));
  const std::string other = temporary_path("rules.json");
  write_text_file(other, run_command({"rules", "--json"}).output);
  const Outcome refused = run_command({"matrix", host, other});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_EQ(refused.output, "");
  EXPECT_TRUE(contains(refused.diagnostics, "rules.json: no report"));
  const Outcome unwritable = run_command({"matrix", host, "--html", "/nowhere/matrix.html"});
  EXPECT_EQ(unwritable.exit_code, 3);
  EXPECT_TRUE(contains(unwritable.diagnostics, "/nowhere/matrix.html: cannot be written"));
}

}  // namespace
}  // namespace halfulp::cli
