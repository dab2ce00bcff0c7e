// SPDX-License-Identifier: Apache-2.0
// check --out and --resume, as real processes: killed, interrupted, out of room and out of time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <filesystem>
#include <string>

#include "cli/state/shard_lock.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"
#include "shards_of.hpp"

namespace halfulp::cli {
namespace {

namespace fs = std::filesystem;

/// Takes long enough to be killed between its first write to the folder and its end.
const Words kRun = {"check", "--device", "host", "--operation", "exp2,sin", "--format", "binary32", "--cases", "6e5"};

TEST(Resuming, AShardThatWasKilledGivesTheSameFile) {
  const Words shard = kRun + Words{"--shard", "2/2"};
  const std::string smooth = temporary_path("smooth");
  const std::string rough = temporary_path("rough");
  EXPECT_EQ(run_command(shard + Words{"--out", smooth}).exit_code, 1);
  const std::string unfinished = rough + "/shard-2-of-2.unfinished";
  const Outcome killed =
      run_command(shard + Words{"--out", rough}, {.signal = SIGKILL, .when = [&] { return fs::exists(unfinished); }});
  ASSERT_EQ(killed.signal, SIGKILL);
  const Outcome merged = run_command({"merge", rough});
  EXPECT_EQ(merged.exit_code, 3);
  EXPECT_TRUE(contains(merged.diagnostics, "shard 2/2 is unfinished: halfulp check ")) << merged.diagnostics;
  EXPECT_TRUE(contains(merged.diagnostics, " --shard 2/2 --out " + rough + " --resume"));
  const Outcome resumed = run_command(shard + Words{"--out", rough, "--resume"});
  EXPECT_EQ(resumed.exit_code, 1);
  EXPECT_TRUE(contains(resumed.diagnostics, "continuing " + unfinished + " after ")) << resumed.diagnostics;
  Json one = state_of(smooth + "/shard-2-of-2.result");
  Json other = state_of(rough + "/shard-2-of-2.result");
  for (Json* file : {&one, &other}) (*file)["state"].erase("seconds");
  EXPECT_EQ(one, other);
}

TEST(Resuming, AShardThatAnotherProcessJudgesIsRefused) {
  const std::string folder = temporary_path("run");
  fs::create_directories(folder);
  const Words run = {"check",    "--device", "host",  "--operation", "add",  "--format",
                     "binary32", "--cases",  "10000", "--out",       folder, "--resume"};
  {
    const ShardLock lock(folder + "/shard-1-of-1.lock");
    const Outcome refused = run_command(run);
    EXPECT_EQ(refused.exit_code, 3);
    std::array<char, 256> host{};
    ASSERT_EQ(gethostname(host.data(), host.size() - 1), 0);
    const std::string owner = "process " + std::to_string(getpid()) + " on " + host.data() + " (";
    EXPECT_TRUE(contains(refused.diagnostics, folder + "/shard-1-of-1.lock: " + owner));
    EXPECT_TRUE(contains(refused.diagnostics, "test_cli_unit")) << "the command of that process";
    EXPECT_TRUE(contains(refused.diagnostics, " judges this run; wait for it, end it, or give another --out\n"));
  }
  EXPECT_EQ(run_command(run).exit_code, 1);
  EXPECT_FALSE(fs::exists(folder + "/shard-1-of-1.lock"));
}

TEST(Resuming, AnInterruptedShardTellsHow) {
  const std::string folder = temporary_path("run");
  const Outcome outcome =
      run_command(kRun + Words{"--shard", "1/2", "--out", folder}, {.signal = SIGINT, .when = [&] {
                                                                      return fs::exists(folder +
                                                                                        "/shard-1-of-2"
                                                                                        ".unfinished");
                                                                    }});
  EXPECT_EQ(outcome.signal, SIGINT);
  EXPECT_TRUE(contains(outcome.output, "unfinished; to continue: halfulp check --device host ")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, " --shard 1/2 --out " + folder + " --resume\n"));
}

TEST(Resuming, AFinishedRunTellsItAgain) {
  const std::string folder = temporary_path("run");
  const std::string json = temporary_path("report.json");
  const std::string again = temporary_path("again.json");
  const Words run = {"check", "--device", "host", "--operation", "add", "--format", "binary32", "--out", folder};
  const Outcome first = run_command(run + Words{"--json", json, "--verbose"});
  EXPECT_EQ(first.exit_code, 1) << first.diagnostics;
  const Outcome second = run_command(run + Words{"--resume", "--json", again, "--verbose"});
  EXPECT_EQ(second.exit_code, 1) << second.diagnostics;
  EXPECT_EQ(second.diagnostics, "") << "nothing was left to judge";
  EXPECT_EQ(table_of(second), table_of(first));
  EXPECT_EQ(read_file(again), read_file(json)) << "the time that it took as well";
}

TEST(Resuming, FromADamagedFileIsRefused) {
  const std::string folder = temporary_path("run");
  const Words small = {"check", "--device", "reference", "--operation", "add", "--format", "binary32", "--out", folder};
  EXPECT_EQ(run_command(small).exit_code, 0);
  const std::string path = folder + "/shard-1-of-1.result";
  write_text_file(path, read_file(path).substr(1));
  const Outcome outcome = run_command(small + Words{"--resume"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, path + ": is damaged"));
  EXPECT_TRUE(contains(outcome.diagnostics, ": mend it, or remove it, and its shard is judged again"));
}

TEST(Resuming, IntoAFullDiskIsRefusedAtOnceAndChangesNothing) {
  const std::string folder = temporary_path("run");
  const std::string unfinished = folder + "/shard-1-of-1.unfinished";
  const Outcome killed =
      run_command(kRun + Words{"--out", folder}, {.signal = SIGKILL, .when = [&] { return fs::exists(unfinished); }});
  ASSERT_EQ(killed.signal, SIGKILL);
  const std::string before = read_file(unfinished);
  {
    const test::FileSizeLimit full(before.size() / 2);
    const Outcome outcome = run_command(kRun + Words{"--out", folder, "--resume"});
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.diagnostics, unfinished + ": cannot be written: File too large; "));
    EXPECT_TRUE(contains(outcome.diagnostics, "continue with --resume"));
  }
  EXPECT_EQ(read_file(unfinished), before);
  EXPECT_EQ(run_command(kRun + Words{"--out", folder, "--resume"}).exit_code, 1);
}

TEST(Resuming, WhenTheDiskFillsUpMeanwhileTellsWhatWasJudged) {
  // Room for the beginning, not for the 65,536 codes that will be known.
  const std::string folder = temporary_path("run");
  const std::string unfinished = folder + "/shard-1-of-1.unfinished";
  const Words run = {"check",   "--device", "reference", "--operation", "binary32_to_unorm16",
                     "--cases", "3e5",      "--out",     folder};
  ASSERT_EQ(run_command(run, {.signal = SIGKILL, .when = [&] { return fs::exists(unfinished); }}).signal, SIGKILL);
  Outcome outcome;
  {
    const test::FileSizeLimit full(fs::file_size(unfinished) + 4096);
    outcome = run_command(run + Words{"--resume", "--verbose"});
  }
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_TRUE(contains(outcome.diagnostics, "cannot be written: File too large; what was written before is kept"));
  EXPECT_TRUE(contains(outcome.output, "binary32_to_unorm16"));
  EXPECT_FALSE(state_of(unfinished).is_discarded());
  EXPECT_EQ(run_command(run + Words{"--resume"}).exit_code, 0);
}

TEST(Resuming, RemovesTemporaryFilesOnlyWhenTheyAreOld) {
  const std::string folder = temporary_path("run");
  fs::create_directories(folder);
  const std::string old = folder + "/shard-1-of-1.unfinished.17-ab.tmp";
  const std::string recent = folder + "/shard-1-of-1.unfinished.17-cd.tmp";
  write_text_file(old, "x");
  write_text_file(recent, "x");
  fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(
      run_command({"check", "--device", "reference", "--operation", "add", "--out", folder, "--resume"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(old));
  EXPECT_TRUE(fs::exists(recent)) << "a process that lives may be writing it";
}

TEST(Resuming, IntoAPlaceThatIsNoFolderIsRefusedAtOnce) {
  for (const std::string& place : Words{"/dev/full", temporary_path("file") + "/"}) {
    if (place != "/dev/full") write_text_file(place.substr(0, place.size() - 1), "");
    const Outcome outcome = run_command(kRun + Words{"--out", place});
    EXPECT_EQ(outcome.exit_code, 3) << place;
    EXPECT_TRUE(contains(outcome.diagnostics, "--out " + place + ": cannot make the folder"));
  }
}

TEST(Time, EndsARunAndIsToldExactly) {
  const std::string folder = temporary_path("run");
  const std::string json = temporary_path("timed.json");
  const Words run = {"check",    "--device", "reference", "--operation", "sin,cos",
                     "--format", "binary32", "--cases",   "1e12"};
  const Outcome outcome = run_command(run + Words{"--time", "4s", "--out", folder, "--json", json});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  const Json report = Json::parse(read_file(json));
  EXPECT_EQ(report["out_of_time"], true);
  EXPECT_EQ(report["complete"], false);
  EXPECT_EQ(report["asked_cases"], 1'000'000'000'000);
  std::uint64_t judged = 0;
  for (const Json& result : report["results"]) {
    // Both had their part of the time.
    EXPECT_GT(result["cases"], 0);
    EXPECT_EQ(result["outcome"], "unfinished");
    EXPECT_EQ(result["planned"], std::uint64_t{1} << 32) << "there are no more operands";
    judged += result["cases"].get<std::uint64_t>();
  }
  EXPECT_EQ(judged, judged_by(folder + "/shard-1-of-1.result"));
  EXPECT_TRUE(contains(outcome.output, "out of time: "));
  EXPECT_TRUE(contains(outcome.output, "judged in part by d3d11"));
  // Blocks are spread over all operands: what was judged reaches into the large ones of both signs.
  const Json state = state_of(folder + "/shard-1-of-1.result");
  for (const Json& job : state["state"]["jobs"]) {
    std::uint64_t last = 0;
    for (const Json& range : job["judged"]) last = range[1].get<std::uint64_t>();
    EXPECT_GT(last, std::uint64_t{3} << 30);
  }
  // More time: more cases, none of them twice.
  const Outcome more = run_command(run + Words{"--time", "2s", "--out", folder, "--resume", "--json", json});
  EXPECT_EQ(more.exit_code, 0) << more.diagnostics;
  std::uint64_t then = 0;
  const Json longer = Json::parse(read_file(json));
  for (const Json& result : longer["results"]) then += result["cases"].get<std::uint64_t>();
  EXPECT_GT(then, judged);
  EXPECT_EQ(then, judged_by(folder + "/shard-1-of-1.result"));
}

TEST(Threads, ChangeNoVerdict) {
  const Words run = {"check", "--device", "host", "--operation", "add,exp2", "--format", "binary32"};
  const std::string one = temporary_path("one.json");
  const std::string many = temporary_path("many.json");
  EXPECT_EQ(run_command(run + Words{"--threads", "1", "--json", one}).exit_code, 1);
  EXPECT_EQ(run_command(run + Words{"--threads", "7", "--json", many}).exit_code, 1);
  EXPECT_EQ(report_without_time(one), report_without_time(many));
}

TEST(Cases, AreAsManyAsAskedForOfEachOperation) {
  for (const auto& [cases, sampled] : {std::pair{"1000", true}, std::pair{"400001", false}}) {
    const std::string json = temporary_path("cases.json");
    EXPECT_EQ(run_command({"check", "--device", "reference", "--operation", "add,rsq", "--format", "binary32",
                           "--cases", cases, "--json", json})
                  .exit_code,
              0);
    const Json report = Json::parse(read_file(json));
    EXPECT_EQ(report["asked_cases"], std::stoull(cases));
    for (const Json& result : report["results"]) {
      EXPECT_EQ(result["cases"], std::stoull(cases));
      EXPECT_EQ(result["sampled"], sampled);
    }
  }
}

}  // namespace
}  // namespace halfulp::cli
