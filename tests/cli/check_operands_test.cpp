// SPDX-License-Identifier: Apache-2.0
// check --operands: the cases of a file in place of a suite's.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

Outcome check_cases(const std::string& lines, const Words& words) {
  const std::string path = temporary_path("cases.txt");
  write_text_file(path, lines);
  return run_command(Words{"check", "--device", "host", "--operands", path} + words);
}

TEST(CheckOperands, JudgesTheCasesOfAFileWithAllOutputs) {
  const std::string json_path = temporary_path("report.json");
  const std::string html_path = temporary_path("report.html");
  const Outcome outcome = check_cases("1 2\n0x00800000, 0.5 # becomes a denormal\n",
                                      {"--operation", "mul", "--json", json_path, "--html", html_path, "--verbose"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "halfulp try host d3d11 mul 0x00800000 0x3f000000"));
  const Json json = Json::parse(read_file(json_path));
  EXPECT_EQ(json["suite"], "given");
  EXPECT_EQ(json["complete"], true);
  ASSERT_EQ(json["results"].size(), 1U);
  EXPECT_EQ(json["results"][0]["cases"], 2);
  EXPECT_EQ(json["results"][0]["failed"], 1);
  EXPECT_EQ(json["results"][0]["suite"], "given");
  EXPECT_TRUE(contains(read_file(html_path), " --operands "));
}

TEST(CheckOperands, AsksAConversionInItsOwnFormatAndForItsCasesAlone) {
  const std::string path = temporary_path("report.json");
  const Outcome outcome = check_cases("0x3800\n0.25\n", {"--operation", "binary16_to_binary32", "--json", path});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.diagnostics;
  EXPECT_EQ(Json::parse(read_file(path))["results"][0]["cases"], 2);
}

TEST(CheckOperands, JudgesAllCasesWhereASuiteWouldBeSampled) {
  std::string lines;
  for (int i = 0; i < 3000; ++i) lines += std::to_string(i) + "\n";
  const std::string path = temporary_path("report.json");
  const std::string cases = temporary_path("3000.txt");
  write_text_file(cases, lines);
  const Outcome all = run_command({"check", "--device", "reference", "--rulebook", "metal4-fast", "--operation", "tan",
                                   "--operands", cases, "--json", path});
  EXPECT_EQ(all.exit_code, 0) << all.output << all.diagnostics;
  EXPECT_EQ(Json::parse(read_file(path))["results"][0]["cases"], 3000);
}

TEST(CheckOperands, RefusesWhatChoosesOtherCases) {
  for (const Words& other : {Words{"--suite", "standard"}, Words{"--seed", "7"}}) {
    EXPECT_TRUE(contains(check_cases("1 2\n", Words{"--operation", "mul"} + other).diagnostics,
                         "leave out --suite and --seed"));
  }
  EXPECT_TRUE(
      contains(check_cases("1 2\n", {}).diagnostics, "the lines of --operands hold one operation in one format"));
  for (const Words& words : {Words{"--cases", "10"}, Words{"--out", temporary_path("out")}}) {
    const Outcome outcome = check_cases("1 2\n", Words{"--operation", "add"} + words);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(contains(outcome.diagnostics, "leave out " + words.front()));
  }
  const Outcome unread = check_cases("1 2\n1 two\n", {"--operation", "add"});
  EXPECT_EQ(unread.exit_code, 3);
  EXPECT_TRUE(contains(unread.diagnostics, "cases.txt:2: operand y of add: ")) << unread.diagnostics;
}

}  // namespace
}  // namespace halfulp::cli
