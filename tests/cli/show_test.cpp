// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// A JSON report of the CPU, which keeps denormals, and what check printed.
struct Reported {
  std::string path;
  Outcome check;
};

Reported reported(const Words& more = {}) {
  const std::string path = temporary_path("report.json");
  const Words run = {"check", "--device", "host", "--operation", "add,eq", "--format", "binary32", "--json", path};
  return {path, run_command(run + more)};
}

// The first screen of the README is what this version prints of the device's record.
TEST(Show, PrintsTheScreenOfTheReadme) {
  const std::string page = read_file(HALFULP_SOURCE_DIR "/README.md");
  const std::string begin = "```\nNVIDIA";
  const std::size_t first = page.find(begin) + begin.find('N');
  const std::string screen = page.substr(first, page.find("...\n```", first) - first);
  const Outcome shown = run_command({"show", HALFULP_SOURCE_DIR "/docs/devices/h100.json"});
  EXPECT_EQ(shown.exit_code, 0) << shown.diagnostics;
  EXPECT_GT(screen.size(), 1000U);
  EXPECT_EQ(shown.output.substr(0, screen.size()), screen);
}

TEST(Show, PrintsTheScreenOfTheCheck) {
  const auto [path, check] = reported();
  const Outcome shown = run_command({"show", path});
  EXPECT_EQ(shown.exit_code, 0) << shown.diagnostics;
  EXPECT_EQ(shown.output + "JSON: " + path + "\n", check.output);
  EXPECT_TRUE(contains(shown.output, "\nCauses of "));
  EXPECT_TRUE(contains(shown.output, "\nmore: halfulp show " + path + " [OPERATION | --verbose]\n"));
}

TEST(Show, PrintsAllOnOneOperation) {
  const Outcome shown = run_command({"show", reported().path, "eq"});
  EXPECT_EQ(shown.exit_code, 0) << shown.diagnostics;
  EXPECT_EQ(
      shown.output,
      run_command({"check", "--device", "host", "--operation", "eq", "--format", "binary32", "--verbose"}).output);
  EXPECT_TRUE(contains(shown.output, "\neq "));
  EXPECT_TRUE(contains(shown.output, "\n  halfulp try host d3d11 eq 0x"));
  EXPECT_FALSE(contains(shown.output, "judge d3d11 add"));
  const Outcome missing = run_command({"show", reported().path, "mul"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(contains(missing.diagnostics, "has no results of mul"));
}

TEST(Show, WritesAnExtractThatShowPrintsToo) {
  const std::string whole = reported().path;
  const std::string extract = temporary_path("extract.json");
  const Outcome shown = run_command({"show", whole, "--extract", extract});
  EXPECT_EQ(shown.exit_code, 0) << shown.diagnostics;
  std::string again = run_command({"show", extract}).output;
  EXPECT_LT(read_file(extract).size(), read_file(whole).size() / 5);
  again.replace(again.find(extract), extract.size(), whole);
  EXPECT_EQ(again, shown.output);
  EXPECT_EQ(run_command({"show", whole, "--extract", "/nowhere/extract.json"}).exit_code, 3);
}

TEST(Show, WritesAnExtractThatComparisonsRefuse) {
  const std::string whole = reported().path;
  const std::string extract = temporary_path("extract.json");
  EXPECT_EQ(run_command({"show", whole, "--extract", extract}).exit_code, 0);
  for (const Words& words : {Words{"diff", whole, extract}, Words{"diff", extract, whole},
                             Words{"check", "--device", "host", "--operation", "add", "--baseline", extract}}) {
    const Outcome refused = run_command(words);
    EXPECT_EQ(refused.exit_code, 3);
    EXPECT_TRUE(contains(refused.diagnostics, extract + ": an extract of a report")) << refused.diagnostics;
  }
}

TEST(Show, PrintsTheWholeTextOfTheCheck) {
  const auto [path, check] = reported({"--verbose"});
  const Outcome shown = run_command({"show", path, "--verbose"});
  EXPECT_EQ(shown.exit_code, 0) << shown.diagnostics;
  EXPECT_EQ(shown.output + "JSON: " + path + "\n", check.output);
  for (const char* part : {"\nadd ", "\neq ", "\nBROKEN RULES\n", " permitted:\n", "\n  failing: ", "\n  device: "}) {
    EXPECT_TRUE(contains(shown.output, part));
  }
}

TEST(Show, NeedsTheFileOfARulebookThatIsNotEmbedded) {
  const std::string book = temporary_path("mine.toml");
  write_text_file(book, "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n");
  const std::string path = reported({"--rulebook", book}).path;
  EXPECT_EQ(run_command({"show", path}).exit_code, 0);
  const Outcome without = run_command({"show", path, "add"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_TRUE(contains(without.diagnostics, "rulebook 'mine', which is not embedded: give its file with --rulebook"));
  const Outcome with = run_command({"show", path, "add", "--rulebook", book});
  EXPECT_EQ(with.exit_code, 0) << with.diagnostics;
  EXPECT_TRUE(contains(with.output, "halfulp try host " + book + " add 0x"));
}

TEST(Show, SaysWhereItsRulebookIsAnother) {
  const std::string path = reported().path;
  Json json = Json::parse(read_file(path));
  json["versions"]["rulebooks"]["d3d11"] = "0000000000000000";
  write_text_file(path, json.dump());
  const Outcome shown = run_command({"show", path, "add"});
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_TRUE(contains(shown.diagnostics, "in the report 0000000000000000: what it permits may differ"));
}

}  // namespace
}  // namespace halfulp::cli
