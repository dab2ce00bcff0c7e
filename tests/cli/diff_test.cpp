// SPDX-License-Identifier: Apache-2.0
// diff, and --baseline and --waivers of check, verify and merge, as real processes.
#include <gtest/gtest.h>

#include <filesystem>

#include "contains.hpp"
#include "shards_of.hpp"

namespace halfulp::cli {
namespace {

const Words kSmall = {"--operation", "add,rsq", "--format", "binary32", "--cases", "3000"};

/// The report of a device.
std::string report_of(const std::string& device, const Words& more = {}, const Words& run = kSmall) {
  std::string path = temporary_path(device + std::to_string(more.size()) + ".json");
  const Outcome outcome = run_command(Words{"check", "--device", device} + run + more + Words{"--json", path});
  EXPECT_LE(outcome.exit_code, 1) << outcome.diagnostics;
  return path;
}

Outcome check(const std::string& device, const Words& more) {
  return run_command(Words{"check", "--device", device} + kSmall + more);
}

std::string waivers(const std::string& text) {
  std::string path = temporary_path("waivers.toml");
  write_text_file(path, text);
  return path;
}

/// Excuses all that the host breaks of add and rsq.
const std::string kFlush =
    "[[waiver]]\nrule = \"D3D-FLUSH-OPERANDS\"\nreason = \"it keeps denormals\"\n"
    "[[waiver]]\nrule = \"D3D-FLUSH-RESULTS\"\nreason = \"so it does\"\nexpires = 2026-06-30\n";

TEST(Diff, TellsWhatTheHostBreaksAndTheReferenceKeeps) {
  const std::string reference = report_of("reference");
  const std::string host = report_of("host");
  const Outcome worse = run_command({"diff", reference, host});
  EXPECT_EQ(worse.exit_code, 1) << worse.diagnostics;
  EXPECT_TRUE(contains(worse.output, "broke       add        x + y             buffer    D3D-FLUSH-OPERANDS"));
  EXPECT_TRUE(contains(worse.output, "\nBROKE\n\nD3D-FLUSH-OPERANDS\n  in d3d11: add, rsq\n"));
  EXPECT_TRUE(contains(worse.output, "\nworse: broke 3"));
  EXPECT_EQ(worse.diagnostics, "");
  const Outcome better = run_command({"diff", host, reference});
  EXPECT_EQ(better.exit_code, 0);
  EXPECT_TRUE(contains(better.output, "healed "));
  EXPECT_TRUE(contains(better.output, "\nnot worse: healed 3"));
  const Outcome same = run_command({"diff", host, host, "--strict"});
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_TRUE(contains(same.output, "\nnot worse: still 3\n"));
}

TEST(Diff, NamesCommandsThatJudgeTheWitnessAgain) {
  const Outcome outcome = run_command({"diff", report_of("reference"), report_of("host")});
  std::size_t commands = 0;
  std::size_t at = 0;
  while ((at = outcome.output.find("  halfulp judge ", at)) != std::string::npos) {
    std::string rest = outcome.output.substr(at + 10, outcome.output.find('\n', at) - at - 10);
    Words words;
    while (!rest.empty()) {
      words.push_back(rest.substr(0, rest.find(' ')));
      rest.erase(0, words.back().size() + 1);
    }
    const Outcome judged = run_command(words);
    EXPECT_EQ(judged.exit_code, 1) << judged.output << judged.diagnostics;
    ++commands;
    ++at;
  }
  EXPECT_EQ(commands, 2U);  // of two rules
}

TEST(Diff, ShowsBothResultsOfAFlushingAndANonFlushingHost) {
  // log2 of the least denormal: of -2^-126's neighbour or of itself, and both are wrong under Direct3D.
  const Words log2 = {"--operation", "log2", "--format", "binary32", "--cases", "3000"};
  const std::string flush = report_of("host:flush", {}, log2);
  const std::string keep = report_of("host", {}, log2);
  const Json json = Json::parse(run_command({"diff", flush, keep, "--json"}).output);
  bool both = false;
  for (const Json& rule : json["rules"]) {
    EXPECT_EQ(rule["operation"], "log2");
    both = both || (!rule["witness"]["before"].is_null() && !rule["witness"]["after"].is_null());
  }
  EXPECT_TRUE(both) << json.dump(2);
}

TEST(Diff, WritesAPage) {
  const std::string page = temporary_path("difference.html");
  const std::string reference = report_of("reference");
  const std::string host = report_of("host");
  const Outcome outcome = run_command({"diff", reference, host, "--html", page});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "worse: broke 3")) << "the text is as ever";
  const std::string text = read_file(page);
  EXPECT_TRUE(contains(text, "worse: broke 3"));
  EXPECT_TRUE(contains(text, "denormals are flushed to sign-preserved zero on input"));
  const Outcome refused = run_command({"diff", reference, host, "--html", "/nowhere/page.html"});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_TRUE(contains(refused.diagnostics, "/nowhere/page.html: cannot be written"));
}

TEST(Diff, OfOtherSuitesSaysWhatFollows) {
  const std::string standard = report_of("host", {"--suite", "standard", "--seed", "5"});
  const Outcome outcome = run_command({"diff", report_of("host"), standard});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "THE RUNS DIFFER (before / after)\n  suite: quick / standard\n  seed: 1 / 5\n"));
  EXPECT_TRUE(contains(outcome.output, "counts and errors are not compared"));
  EXPECT_TRUE(contains(outcome.output, "not worse: still 3\n"));
}

TEST(Diff, OfStrictReportsCountsReadings) {
  const Words narrow = {"--operation", "binary32_to_binary16", "--cases", "2000"};
  const std::string reference = report_of("reference", {}, narrow);
  const std::string host = report_of("host", {}, narrow);
  // The host's ways have names, the reference's has none: what came needs another reading.
  EXPECT_EQ(run_command({"diff", reference, host}).exit_code, 0);
  EXPECT_EQ(run_command({"diff", reference, host, "--strict"}).exit_code, 1);
}

TEST(Diff, RefusesWhatItCannotRead) {
  const std::string host = report_of("host");
  const auto complaint = [&](const std::string& path) {
    const Outcome outcome = run_command({"diff", host, path});
    EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
    EXPECT_EQ(outcome.output, "");
    EXPECT_TRUE(contains(outcome.diagnostics, path)) << path;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(complaint(temporary_path("none.json")), "cannot be read"));
  EXPECT_TRUE(contains(complaint(std::filesystem::temp_directory_path().string()), "cannot be read"));
  const std::string path = temporary_path("odd.json");
  const std::string whole = read_file(host);
  write_text_file(path, whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(contains(complaint(path), "cut short"));
  write_text_file(path, run_command({"explain", "d3d11", "rsq", "4", "--json"}).output);
  EXPECT_TRUE(contains(complaint(path), "no report"));
  Json later = Json::parse(whole);
  later["versions"]["halfulp"] = "99.0.0";
  write_text_file(path, later.dump());
  EXPECT_TRUE(contains(complaint(path), "written by halfulp 99.0.0"));
  EXPECT_EQ(run_command({"diff", host}).exit_code, 2);
}

TEST(Baseline, MakesOnlyNewFailuresFail) {
  const std::string host = report_of("host");
  const std::string json = temporary_path("gated.json");
  const Outcome known = check("host", {"--baseline", host, "--json", json, "--verbose"});
  EXPECT_EQ(known.exit_code, 0) << known.diagnostics;
  EXPECT_TRUE(contains(known.output, "\nGATE: baseline " + host + "\n"));
  EXPECT_TRUE(contains(known.output, "\n  known from the baseline:\n    D3D-FLUSH-OPERANDS in d3d11: add "));
  EXPECT_TRUE(contains(known.output, "does not conform to d3d11: 2 of 2 operations fail\ngate: passes: 3 known\n"));
  const Json report = Json::parse(read_file(json));
  EXPECT_EQ(report["conforms"], false);
  EXPECT_EQ(report["gate"]["passes"], true);
  EXPECT_EQ(report["gate"]["failures"].size(), 3U);
  // A gated report is a report like any other.
  EXPECT_EQ(run_command({"diff", host, json}).exit_code, 0);

  const Outcome broke = check("host", {"--baseline", report_of("reference")});
  EXPECT_EQ(broke.exit_code, 1);
  EXPECT_TRUE(contains(broke.output, "gate: does not pass: 3 new\n"));
  const Outcome healed = check("reference", {"--baseline", host, "--verbose"});
  EXPECT_EQ(healed.exit_code, 0);
  EXPECT_TRUE(contains(healed.output, "\n  healed since the baseline:\n    D3D-FLUSH-OPERANDS in d3d11: add "));
}

TEST(Baseline, OfFewerFailuresOfTheSameCasesFails) {
  const std::string path = report_of("host");
  Json report = Json::parse(read_file(path));
  Json& add = report["results"][0];
  ASSERT_EQ(add["operation"], "add");
  add["broken"][0]["count"] = add["broken"][0]["count"].get<int>() - 1;
  add["broken"][0].erase("explained_by");  // it would have a failure too many; earlier reports have none
  add["failed"] = add["failed"].get<int>() - 1;
  add["passed"] = add["passed"].get<int>() + 1;
  write_text_file(path, report.dump());
  const Outcome more = check("host", {"--baseline", path});
  EXPECT_EQ(more.exit_code, 1);
  EXPECT_TRUE(contains(more.output, "more often  d3d11 add "));
  report["seed"] = 9;
  write_text_file(path, report.dump());
  const Outcome other_seed = check("host", {"--baseline", path});
  EXPECT_EQ(other_seed.exit_code, 0);
  EXPECT_TRUE(contains(other_seed.output, "THE RUNS DIFFER (baseline / now)\n  seed: 9 / 1\n"));
}

TEST(Baseline, IsReadBeforeTheRun) {
  const std::string json = temporary_path("not_written.json");
  const Outcome outcome = check("host", {"--baseline", temporary_path("none.json"), "--json", json});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(json));
}

TEST(Waivers, ExcuseFailuresUntilTheirDay) {
  const std::string path = waivers(kFlush);
  const std::string junit = temporary_path("junit.xml");
  const Outcome waived = check("host", {"--waivers", path, "--today", "2026-06-30", "--junit", junit, "--verbose"});
  EXPECT_EQ(waived.exit_code, 0) << waived.diagnostics;
  EXPECT_TRUE(contains(unwrapped(waived.output), " waived (" + path + ":1): it keeps denormals "));
  EXPECT_TRUE(contains(waived.output, "gate: passes: 3 waived\n"));
  EXPECT_TRUE(contains(read_file(junit), "failures=\"0\" errors=\"0\" skipped=\"3\""))
      << "two operations and their cause";
  EXPECT_TRUE(contains(read_file(junit), "D3D-FLUSH-OPERANDS waived: it keeps denormals"));
  const Outcome expired = check("host", {"--waivers", path, "--today", "2026-07-01"});
  EXPECT_EQ(expired.exit_code, 1);
  EXPECT_TRUE(contains(expired.output, "waiver expired 2026-06-30\n"));
  EXPECT_TRUE(contains(expired.output, "gate: does not pass: 1 new, 2 waived, 1 waiver expired\n"));
}

TEST(Waivers, ExpireByTheCalendarWithoutToday) {
  const std::string operands = "[[waiver]]\nrule = \"D3D-FLUSH-OPERANDS\"\nreason = \"x\"\noperation = \"rsq\"\n";
  const auto code = [&](const std::string& day) {
    return run_command({"check", "--device", "host", "--operation", "rsq", "--format", "binary32", "--cases", "3000",
                        "--waivers", waivers(operands + "expires = " + day + "\n")})
        .exit_code;
  };
  EXPECT_EQ(code("9999-12-31"), 0);
  EXPECT_EQ(code("2020-12-31"), 1);
}

TEST(Waivers, ThatExcuseNothingFailWhenStrict) {
  const std::string path = waivers("[[waiver]]\nrule = \"D3D-RSQ\"\nreason = \"bug 7\"\n");
  const Words rsq = {"check", "--device", "reference", "--operation", "rsq", "--cases", "3000", "--waivers", path};
  const Outcome shown = run_command(rsq);
  EXPECT_EQ(shown.exit_code, 0);
  EXPECT_TRUE(contains(unwrapped(shown.output), "waiver " + path + ":1 D3D-RSQ is needless"));
  EXPECT_EQ(run_command(rsq + Words{"--strict"}).exit_code, 1);
}

TEST(Waivers, AreRefusedWithTheirPlace) {
  const std::string path = waivers("[[waiver]]\nrule = \"D3D-RSQ\"\nreason = \"bug 7\"\nexpire = 2026-01-01\n");
  const Outcome outcome = check("host", {"--waivers", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(
      contains(outcome.diagnostics, path + ":4:1: unknown key of [[waiver]] 'expire' (did you mean 'expires'?)"));
  EXPECT_EQ(check("host", {"--waivers", temporary_path("none.toml")}).exit_code, 3);
  EXPECT_EQ(check("host", {"--today", "2026-01-01"}).exit_code, 2);
  EXPECT_EQ(check("host", {"--waivers", waivers(kFlush), "--today", "soon"}).exit_code, 2);
}

TEST(Gate, IsMergesAndVerifysToo) {
  const std::string path = waivers(kFlush);
  const std::string folder = temporary_path("shards");
  const Words gate = {"--waivers", path, "--today", "2026-01-01"};
  EXPECT_EQ(check("host", Words{"--shard", "1/1", "--out", folder}).exit_code, 1);
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 1);
  EXPECT_EQ(run_command(Words{"merge", folder} + gate).exit_code, 0);
  EXPECT_EQ(run_command({"merge", folder, "--baseline", report_of("host")}).exit_code, 0);

  const Words verify = {"verify", "-", "--operation", "add"};
  const CommandOptions lines = {.environment = {}, .input = "00000001 00000000 00000001\n"};
  EXPECT_EQ(run_command(verify, lines).exit_code, 1);
  const Outcome waived = run_command(verify + gate, lines);
  EXPECT_EQ(waived.exit_code, 0) << waived.output;
  EXPECT_TRUE(contains(waived.output, "gate: passes: 1 waived\n"));
}

TEST(Gate, IsNotAShards) {
  const Outcome outcome = check("host", {"--shard", "1/2", "--out", temporary_path("shards"), "--baseline", "a.json"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "so no --baseline: give the option to 'halfulp merge'"));
}

}  // namespace
}  // namespace halfulp::cli
