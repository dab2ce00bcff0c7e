// SPDX-License-Identifier: Apache-2.0
// --write-baseline and --baseline of check, verify, merge and show, as real processes.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

const Words kAddAndRsq = {"--operation", "add,rsq", "--format", "binary32", "--cases", "3000"};

Outcome check_few(const std::string& device, const Words& more) {
  return run_command(Words{"check", "--device", device} + kAddAndRsq + more);
}

/// What the host breaks.
std::string baseline_of_host() {
  std::string path = temporary_path("host.txt");
  const Outcome outcome = check_few("host", {"--write-baseline", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "\nbaseline: " + path + "\n"));
  return path;
}

TEST(WriteBaseline, HasALineForEachFailure) {
  const std::string text = read_file(baseline_of_host());
  EXPECT_TRUE(contains(text, "# halfulp baseline 1\n"));
  EXPECT_TRUE(contains(text, "\nsuite: quick\nseed: 1\ncases: 3000\nrulebook: d3d11 "));
  EXPECT_TRUE(contains(
      text,
      "\nd3d11 | D3D-FLUSH-OPERANDS | rsq | binary32 | - | keeps_denormals.binary32 | 9 of 3000 | 0x00000001 -> "));
  EXPECT_EQ(std::ranges::count(text, '\n'), 12 + 3) << text;
}

TEST(WriteBaseline, MakesTheNextRunPassAndAnotherDeviceFail) {
  const std::string baseline = baseline_of_host();
  const std::string renewed = temporary_path("renewed.txt");
  const Outcome known = check_few("host", {"--baseline", baseline, "--write-baseline", renewed});
  EXPECT_EQ(known.exit_code, 0) << known.output << known.diagnostics;
  EXPECT_TRUE(contains(known.output, "\ngate: passes: 3 known\n"));
  EXPECT_FALSE(contains(known.output, "D3D-FLUSH")) << "only what is new or gone is printed";
  EXPECT_EQ(read_file(renewed), read_file(baseline));
  const Outcome healed = check_few("reference", {"--baseline", baseline});
  EXPECT_EQ(healed.exit_code, 0);
  EXPECT_TRUE(contains(healed.output, "\n  healed since the baseline:\n    D3D-FLUSH-OPERANDS in d3d11: add "));
}

TEST(WriteBaseline, LetsNewFailuresFailWithACaseAndItsCommand) {
  const std::string none = temporary_path("none.txt");
  EXPECT_EQ(check_few("reference", {"--write-baseline", none}).exit_code, 0);
  const Outcome broke = check_few("host", {"--baseline", none});
  EXPECT_EQ(broke.exit_code, 1);
  EXPECT_TRUE(contains(broke.output, "\nbroke  d3d11 add  D3D-FLUSH-OPERANDS "));
  EXPECT_TRUE(contains(broke.output,
                       "\n  D3D-FLUSH-OPERANDS: rsq(0x00000001) = 0x64b504f3\n"
                       "    permitted: {inf}; nearest permitted: inf (0x7f800000), "));
  EXPECT_TRUE(contains(broke.output, "\n    halfulp try host d3d11 rsq 0x00000001\n"));
}

TEST(WriteBaseline, IsOfVerifyMergeAndShowToo) {
  const std::string path = temporary_path("baseline.txt");
  const CommandOptions lines = {.environment = {}, .input = "00000001 00000000 00000001\n"};
  EXPECT_EQ(run_command({"verify", "-", "--operation", "add", "--write-baseline", path}, lines).exit_code, 1);
  EXPECT_EQ(run_command({"verify", "-", "--operation", "add", "--baseline", path}, lines).exit_code, 0);

  const std::string folder = temporary_path("shards");
  EXPECT_EQ(check_few("host", {"--shard", "1/1", "--out", folder}).exit_code, 1);
  EXPECT_EQ(run_command({"merge", folder, "--write-baseline", path}).exit_code, 1);
  EXPECT_EQ(read_file(path), read_file(baseline_of_host()));

  const std::string json = temporary_path("report.json");
  EXPECT_EQ(check_few("host", {"--json", json}).exit_code, 1);
  const std::string shown = temporary_path("shown.txt");
  EXPECT_EQ(run_command({"show", json, "rsq", "--write-baseline", shown}).exit_code, 0);
  EXPECT_EQ(read_file(shown), read_file(path)) << "of the whole report, whatever is shown";
}

TEST(WriteBaseline, IsNotOfWhatDoesNotHaveAll) {
  const Outcome shard =
      check_few("host", {"--shard", "1/2", "--out", temporary_path("out"), "--write-baseline", "b.txt"});
  EXPECT_EQ(shard.exit_code, 2);
  EXPECT_TRUE(contains(shard.diagnostics, "so no --write-baseline: give the option to 'halfulp merge'"));
  const std::string json = temporary_path("report.json");
  const std::string extract = temporary_path("extract.json");
  EXPECT_EQ(check_few("host", {"--json", json}).exit_code, 1);
  EXPECT_EQ(run_command({"show", json, "--extract", extract}).exit_code, 0);
  const std::string path = temporary_path("baseline.txt");
  const Outcome of_extract = run_command({"show", extract, "--write-baseline", path});
  EXPECT_EQ(of_extract.exit_code, 3);
  EXPECT_TRUE(contains(of_extract.diagnostics, ": an extract of a report"));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(WriteBaseline, KeepsTheOldOneWhenTheRunIsInterrupted) {
  using namespace std::chrono_literals;
  const std::string path = temporary_path("baseline.txt");
  write_text_file(path, "as it was");
  const std::string device = "exec:printf 'halfulp-device 1\\noffer add binary32 x + y\\nready\\n'; sleep 60";
  const Outcome outcome = run_command({"check", "--device", device, "--write-baseline", path},
                                      {.signal = SIGINT, .after = 500ms, .when = [] { return true; }});
  EXPECT_EQ(outcome.signal, SIGINT);
  EXPECT_TRUE(contains(outcome.diagnostics, "the run was interrupted"));
  EXPECT_FALSE(contains(outcome.output, "baseline: ")) << "the screen names a file that was not written";
  EXPECT_EQ(read_file(path), "as it was");
}

TEST(Baseline, ThatIsNoneIsRefused) {
  const std::string path = temporary_path("odd.txt");
  write_text_file(path, "# halfulp baseline 1\nsuite: quick\nseeds: 1\n");
  const Outcome odd = check_few("host", {"--baseline", path});
  EXPECT_EQ(odd.exit_code, 3);
  EXPECT_TRUE(contains(odd.diagnostics, path + ":3: halfulp "));
  write_text_file(path, "Dear {reader}\n");
  EXPECT_TRUE(
      contains(check_few("host", {"--baseline", path}).diagnostics, "odd.txt: neither a baseline nor a report; "));
  const std::string json = temporary_path("report.json");
  EXPECT_EQ(check_few("host", {"--json", json}).exit_code, 1);
  const Outcome compared = run_command({"diff", json, baseline_of_host()});
  EXPECT_EQ(compared.exit_code, 3);
  EXPECT_TRUE(contains(compared.diagnostics, "a baseline, which lists failures alone, and no report"));
}

TEST(Baseline, GivesEachFailureInJsonItsCommand) {
  const std::string json = temporary_path("report.json");
  EXPECT_EQ(check_few("host", {"--baseline", baseline_of_host(), "--json", json}).exit_code, 0);
  const Json gate = Json::parse(read_file(json))["gate"];
  ASSERT_EQ(gate["failures"].size(), 3U);
  for (const Json& failure : gate["failures"]) {
    EXPECT_TRUE(contains(failure["command"], "halfulp try host d3d11 "));
    EXPECT_EQ(failure["standing"], "known");
  }
}

}  // namespace
}  // namespace halfulp::cli
