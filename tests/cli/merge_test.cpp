// SPDX-License-Identifier: Apache-2.0
// check --shard and merge, as real processes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "cli/state/shard_folder.hpp"
#include "cli/state/state_file.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"
#include "shards_of.hpp"

namespace halfulp::cli {
namespace {

namespace fs = std::filesystem;

/// The host breaks the flush rules; metal1 has a rounding for the whole device; two formats.
const Words kFailing = {"check",       "--device",   "host",     "--rulebook",        "d3d11,metal1",
                        "--operation", "add,rsq,lt", "--format", "binary32,binary64", "--seed",
                        "7",           "--reading",  "tie=even"};

/// Samples: of conversions that pass under another reading only, by several variants, and of an expression.
const Words kSampled = {
    "check",   "--device", "host", "--rulebook", "d3d11,metal1", "--operation", "binary32_to_binary16,tan",
    "--cases", "500"};

/// A small run, for tests of what goes wrong.
const Words kSmall = {"check", "--device", "reference", "--operation", "add,mul", "--format", "binary32"};

Outcome judge_shard(const Words& run, int index, int count, const std::string& folder) {
  return run_command(run + Words{"--shard", fmt::format("{}/{}", index, count), "--out", folder});
}

/// Judges all shards of the small run; the exit codes are those of conforming ones.
std::string small_run(int count) {
  std::string folder = temporary_path("shards");
  for (int index = 1; index <= count; ++index) {
    const Outcome outcome = judge_shard(kSmall, index, count, folder);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
    EXPECT_EQ(contains(outcome.output, fmt::format("halfulp merge {}", folder)), count > 1);
  }
  return folder;
}

/// What merge says of a folder that it refuses.
std::string complaint(const std::string& folder) {
  const Outcome outcome = run_command({"merge", folder});
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output;
  EXPECT_EQ(outcome.output, "");
  return outcome.diagnostics;
}

std::string file(const std::string& folder, int index, int count, const std::string& ending = ".result") {
  return fmt::format("{}/shard-{}-of-{}{}", folder, index, count, ending);
}

TEST(Merge, TellsWhichCasesFailAndWhatExplainsThemAsTheWholeRunDoes) {
  const Words run = {"check",       "--device", "host",     "--rulebook", "d3d11,metal4", "--operation",
                     "mul,rsq,mad", "--format", "binary32", "--cases",    "200000"};
  const std::string folder = temporary_path("shards");
  for (int index = 1; index <= 3; ++index) EXPECT_EQ(judge_shard(run, index, 3, folder).exit_code, 1);
  const std::string whole_json = temporary_path("whole.json");
  const std::string merged_json = temporary_path("merged.json");
  const Outcome whole = run_command(run + Words{"--json", whole_json, "--verbose"});
  const Outcome merged = run_command({"merge", folder, "--json", merged_json, "--verbose"});
  EXPECT_EQ(table_of(merged), table_of(whole));
  const Json report = report_without_time(whole_json);
  EXPECT_EQ(report_without_time(merged_json), report);
  std::set<std::string> found;
  for (const Json& result : report["results"]) {
    for (const Json& broken : result["broken"]) EXPECT_FALSE(broken["census"]["says"].get<std::string>().empty());
    for (const Json& one : result["hypotheses"]) found.insert(one["id"].get<std::string>());
    EXPECT_EQ(result["unexplained"]["count"], 0) << result["operation"];
  }
  EXPECT_EQ(found, (std::set<std::string>{"keeps_denormal_operands", "keeps_denormals", "reciprocal_of_root"}));
}

TEST(Merge, GivesTheReportOfTheWholeRun) {
  const std::string whole_json = temporary_path("whole.json");
  const std::string merged_json = temporary_path("merged.json");
  for (const Words& run : {kFailing, kSampled}) {
    const Outcome whole = run_command(run + Words{"--json", whole_json, "--verbose"});
    ASSERT_LE(whole.exit_code, 1) << whole.diagnostics;
    for (const int count : {2, 5}) {
      const std::string folder = temporary_path("shards");
      for (int index = count; index >= 1; --index) {
        // One is judged by one thread, which changes nothing.
        const Words threads = index == 1 ? Words{"--threads", "1"} : Words{};
        const Outcome shard = judge_shard(run + threads, index, count, folder);
        EXPECT_LE(shard.exit_code, 1) << shard.diagnostics;
        EXPECT_TRUE(fs::exists(file(folder, index, count)));
      }
      EXPECT_EQ(std::distance(fs::directory_iterator(folder), fs::directory_iterator()), count);
      const Outcome merged = run_command({"merge", folder, "--json", merged_json, "--verbose"});
      EXPECT_EQ(merged.exit_code, whole.exit_code) << merged.diagnostics;
      EXPECT_EQ(report_without_time(merged_json), report_without_time(whole_json));
      EXPECT_EQ(table_of(merged), table_of(whole));
    }
  }
}

TEST(Merge, GivesThePropertiesOfWholeConversions) {
  // Three blocks each of random cases: the codes of a conversion come from different shards.
  const Words run = {"check",   "--device", "reference", "--operation", "binary32_to_unorm8,binary32_to_snorm8",
                     "--cases", "3e5"};
  const std::string whole_json = temporary_path("whole.json");
  const std::string merged_json = temporary_path("merged.json");
  const std::string folder = temporary_path("shards");
  EXPECT_EQ(run_command(run + Words{"--json", whole_json, "--verbose"}).exit_code, 0);
  for (int index = 1; index <= 3; ++index) EXPECT_EQ(judge_shard(run, index, 3, folder).exit_code, 0);
  EXPECT_EQ(run_command({"merge", folder, "--json", merged_json, "--verbose"}).exit_code, 0);
  const Json merged = report_without_time(merged_json);
  EXPECT_EQ(merged, report_without_time(whole_json));
  EXPECT_EQ(merged["properties"].size(), 6);
}

TEST(Merge, WritesJunitToo) {
  const std::string whole = temporary_path("whole.xml");
  const std::string merged = temporary_path("merged.xml");
  EXPECT_EQ(run_command(kSmall + Words{"--junit", whole}).exit_code, 0);
  EXPECT_EQ(run_command({"merge", small_run(2), "--junit", merged}).exit_code, 0);
  const auto cases = [](const std::string& path) {
    const std::string text = read_file(path);
    return text.substr(text.find("<testsuite "));  // the time stands before
  };
  EXPECT_EQ(cases(merged), cases(whole));
}

TEST(Merge, NamesMissingShardsWithTheirCommands) {
  const std::string folder = small_run(3);
  fs::remove(file(folder, 2, 3));
  const std::string said = complaint(folder);
  EXPECT_TRUE(contains(said,
                       "shard 2/3 is missing: halfulp check --device reference:d3d11 --rulebook d3d11 "
                       "--operation add,mul --format binary32 --suite quick --seed 1 --shard 2/3 --out " +
                           folder + "\n"))
      << said;
  // The command does what is missing.
  Words words;
  std::string rest = said.substr(said.find("halfulp check"));
  rest.erase(rest.find('\n'));
  while (!rest.empty()) {
    words.push_back(rest.substr(0, rest.find(' ')));
    rest.erase(0, words.back().size() + 1);
  }
  words.erase(words.begin());
  EXPECT_EQ(run_command(words).exit_code, 0);
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
}

TEST(Merge, CountsManyMissingShardsAtOnce) {
  const std::string folder = temporary_path("shards");
  EXPECT_EQ(run_command(kSmall + Words{"--shard", "3/4294967295", "--out", folder}).exit_code, 0);
  const std::string said = complaint(folder);
  EXPECT_TRUE(contains(said, "shard 2/4294967295 is missing")) << said;
  EXPECT_TRUE(contains(said, "shard 51/4294967295 is missing")) << said;
  EXPECT_FALSE(contains(said, "shard 52/")) << said;
  EXPECT_TRUE(contains(said, "4294967294 shards are lacking in all")) << said;
}

TEST(Merge, RefusesMoreShardsThanARunMayHave) {
  const std::string folder = small_run(1);
  const std::string path = file(folder, 1, 1);
  std::string text = report::json_line(read_sealed(path));
  text.replace(text.find("\"shards\":1"), 10, "\"shards\":9007199254740992");
  write_sealed(path, report::parse_json(text));
  EXPECT_TRUE(contains(complaint(folder), "is of no shard: 1/9007199254740992"));
}

TEST(Merge, RepeatsHowItWasJudgedInItsCommands) {
  const std::string folder = temporary_path("shards");
  const Words how = {"--device-timeout", "30", "--time", "1h30m", "--threads", "1"};
  EXPECT_EQ(judge_shard(kSmall + how, 1, 2, folder).exit_code, 0);
  const std::string said = complaint(folder);
  EXPECT_TRUE(contains(said, " --seed 1 --device-timeout 30 --time 1h30m --threads 1 --shard 2/2 --out " + folder))
      << said;
}

TEST(Merge, NamesDuplicatesAndSwappedFiles) {
  const std::string folder = small_run(3);
  fs::copy_file(file(folder, 1, 3), folder + "/copy.result");
  EXPECT_TRUE(contains(complaint(folder), "copy.result: is shard 1/3 once more, as in " + file(folder, 1, 3)));
  fs::remove(folder + "/copy.result");
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);

  fs::rename(file(folder, 1, 3), folder + "/away");
  fs::rename(file(folder, 2, 3), file(folder, 1, 3));
  fs::rename(folder + "/away", file(folder, 2, 3));
  const std::string said = complaint(folder);
  EXPECT_TRUE(contains(said, file(folder, 1, 3) + ": is shard 2/3: name it shard-2-of-3.result, but move the file of "
                                                  "that name away before"))
      << said;
  EXPECT_TRUE(contains(said, file(folder, 2, 3) + ": is shard 1/3")) << said;
  EXPECT_FALSE(contains(said, "missing")) << said;
  const Outcome resumed = run_command(
      {"check", "--device", "reference", "--operation", "add", "--shard", "1/3", "--out", folder, "--resume"});
  EXPECT_EQ(resumed.exit_code, 3);

  fs::rename(file(folder, 1, 3), folder + "/away.result");
  fs::rename(file(folder, 2, 3), file(folder, 1, 3));
  const std::string then = complaint(folder);
  EXPECT_TRUE(contains(then, "away.result: is shard 2/3: name it shard-2-of-3.result\n") ||
              then.ends_with("away.result: is shard 2/3: name it shard-2-of-3.result"))
      << then;
  EXPECT_FALSE(contains(then, "missing")) << then;
  fs::rename(folder + "/away.result", file(folder, 2, 3));
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
}

TEST(Merge, NamesCorruptFiles) {
  const std::string folder = small_run(2);
  const std::string whole = read_file(file(folder, 1, 2));
  write_text_file(file(folder, 1, 2), whole.substr(0, whole.size() / 2));
  EXPECT_TRUE(contains(complaint(folder), file(folder, 1, 2) + ": is cut short"));
  EXPECT_TRUE(contains(complaint(folder), "shard 1/2 is missing: halfulp check "));
  std::string changed = whole;
  const std::size_t digit = changed.find("\"passed\":") + 9;
  changed[digit] = changed[digit] == '1' ? '2' : '1';
  write_text_file(file(folder, 1, 2), changed);
  EXPECT_TRUE(contains(complaint(folder), "is damaged: its checksum does not fit"));
  write_text_file(file(folder, 1, 2), "");
  EXPECT_TRUE(contains(complaint(folder), "is cut short"));
  write_text_file(file(folder, 1, 2), whole);
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
}

TEST(Merge, RefusesCountsThatDoNotAddUpThoughTheirChecksumFits) {
  const std::string folder = small_run(1);
  const std::string path = file(folder, 1, 1);
  std::string text = report::json_line(read_sealed(path));
  const std::size_t digit = text.find("\"passed\":") + 9;
  text[digit] = text[digit] == '1' ? '2' : '1';
  write_sealed(path, report::parse_json(text));
  EXPECT_TRUE(contains(complaint(folder), "do not add up"));
}

TEST(Merge, NamesShardsOfOtherRuns) {
  const std::string folder = small_run(3);
  const auto with_other = [&](const Words& run, int index, int count) {
    const std::string other = temporary_path("other");
    EXPECT_LE(judge_shard(run, index, count, other).exit_code, 1);
    const std::string from = file(other, index, count);
    const std::string place = file(folder, index, count);
    const std::string before = fs::exists(place) ? read_file(place) : "";
    fs::copy_file(from, place, fs::copy_options::overwrite_existing);
    std::string said = complaint(folder);
    EXPECT_TRUE(contains(said, place + ": is of another run: ")) << said;
    fs::remove(place);
    if (!before.empty()) write_text_file(place, before);
    return said;
  };
  EXPECT_TRUE(contains(with_other(kSmall + Words{"--seed", "2"}, 1, 3), "seed 2 instead of 1"));
  EXPECT_TRUE(contains(with_other(kSmall + Words{"--cases", "5000"}, 2, 3), "asked_cases 5000 instead of 0"));
  EXPECT_TRUE(contains(with_other(kSmall + Words{"--suite", "standard"}, 1, 3), "suite \"standard\" instead of"));
  EXPECT_TRUE(contains(with_other(kSmall, 1, 4), "shards 4 instead of 3"));
  EXPECT_TRUE(contains(with_other(kSmall + Words{"--rulebook", "d3d10"}, 1, 3), "rulebooks d3d10 of hash "));
  Words host = kSmall;
  host[2] = "host";
  EXPECT_TRUE(contains(with_other(host, 3, 3), "device host ("));
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
}

TEST(Merge, NamesARulebookThatHasChangedSince) {
  const std::string book = temporary_path("mine.toml");
  const std::string text = "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n";
  write_text_file(book, text);
  const std::string folder = temporary_path("shards");
  EXPECT_EQ(judge_shard(kSmall + Words{"--rulebook", book}, 1, 1, folder).exit_code, 0);
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
  write_text_file(book, text + "# changed\n");
  EXPECT_TRUE(contains(complaint(folder), "was another when it was judged: its hash is "));
}

TEST(Merge, RefusesAFolderWithoutShards) {
  EXPECT_TRUE(contains(complaint(temporary_path("none")), "cannot be read"));
  const std::string folder = temporary_path("empty");
  fs::create_directories(folder);
  EXPECT_TRUE(contains(complaint(folder), "there is no file of a shard"));
}

TEST(Merge, OfLostCasesTellsHowToTryThemAgain) {
  // The device's process ends at its first block.
  const std::string folder = temporary_path("shards");
  EXPECT_EQ(judge_shard(kSmall, 1, 2, folder).exit_code, 0);
  EXPECT_EQ(judge_shard(kSmall, 2, 2, folder).exit_code, 0);
  // As a lost device leaves it: the cases of the last job were not judged.
  std::string text = report::json_line(read_sealed(file(folder, 2, 2)));
  Json json = Json::parse(text);
  Json& job = json["state"]["jobs"][1];
  job["lost"] = judged_by(file(folder, 2, 2)) - job["judged"][0][1].get<std::uint64_t>();
  job["lost_because"] = "it is gone";
  job["judged"] = Json::array();
  Json& tally = job["tallies"][0];
  for (const char* count : {"cases", "passed"}) tally[count] = 0;
  tally["worst"] = nullptr;
  for (auto& list : tally["errors"]) list = Json::array();
  for (Json& counts : job["tried"]) counts = Json::array();
  write_sealed(file(folder, 2, 2), report::parse_json(json.dump()));
  const Outcome merged = run_command({"merge", folder});
  EXPECT_EQ(merged.exit_code, 4) << merged.diagnostics;
  EXPECT_TRUE(contains(merged.output, "device lost: it is gone"));
  EXPECT_TRUE(contains(merged.diagnostics, "to try those cases again:\n  halfulp check ")) << merged.diagnostics;
  EXPECT_TRUE(contains(merged.diagnostics, "--shard 2/2 --out " + folder + " --resume\n"));
  EXPECT_EQ(run_command(kSmall + Words{"--shard", "2/2", "--out", folder, "--resume"}).exit_code, 0);
  EXPECT_EQ(run_command({"merge", folder}).exit_code, 0);
}

TEST(Shards, SayThatTheyHaveNoCases) {
  const Outcome shard = judge_shard(kSmall, 99, 99, temporary_path("shards"));
  EXPECT_EQ(shard.exit_code, 0);
  EXPECT_TRUE(contains(shard.output, "a shard without cases")) << shard.output;
}

TEST(Merge, RefusesCountsThatWrap) {
  const std::string folder = temporary_path("shards");
  EXPECT_EQ(judge_shard(kSmall, 1, 1, folder).exit_code, 0);
  const Json whole = Json::parse(report::json_line(read_sealed(file(folder, 1, 1))));
  const auto complaint_of = [&](const char* where, std::uint64_t added, const char* back) {
    Json json = whole;
    Json& job = json["state"]["jobs"][0];
    Json& tally = job["tallies"][0];
    if (std::string_view(where) == "lost") {
      job["lost"] = added;
    } else {
      tally[where] = tally[where].get<std::uint64_t>() + added;
      tally[back] = tally[back].get<std::uint64_t>() - added;  // modulo 2^64 the sum is as it was
    }
    write_sealed(file(folder, 1, 1), report::parse_json(json.dump()));
    return complaint(folder);
  };
  EXPECT_TRUE(contains(complaint_of("passed", std::uint64_t{1} << 63, "unconstrained"), "do not add up"));
  EXPECT_TRUE(contains(complaint_of("lost", std::uint64_t{1} << 63, ""), "more cases are lost"));
}

TEST(Shards, NeedAFolderAndHaveNoReportOfTheirOwn) {
  const auto said = [](const Words& more) {
    const Outcome outcome = run_command(kSmall + more);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.diagnostics;
  };
  const std::string folder = temporary_path("shards");
  EXPECT_TRUE(contains(said({"--shard", "1/2"}), "--shard needs --out DIR"));
  EXPECT_TRUE(contains(said({"--resume"}), "--resume needs --out DIR"));
  EXPECT_TRUE(contains(said({"--shard", "3/2", "--out", folder}), "the third of 16 shards"));
  EXPECT_TRUE(contains(said({"--shard", "1/2", "--out", folder, "--json", temporary_path("a.json")}), "halfulp merge"));
  EXPECT_TRUE(contains(said({"--threads", "0"}), "from 1 to 4096"));
  EXPECT_FALSE(fs::exists(folder));
}

TEST(Shards, TellHowToMergeAFolderWhoseNameBeginsAsAnOptionDoes) {
  EXPECT_EQ(merge_command("-shards"), "halfulp merge ./-shards");
  EXPECT_EQ(merge_command("some shards"), "halfulp merge 'some shards'");
}

TEST(Shards, AreNotOverwrittenUnasked) {
  const std::string folder = small_run(1);
  const std::string before = read_file(file(folder, 1, 1));
  const Outcome again = run_command(kSmall + Words{"--out", folder});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(contains(again.diagnostics, "is there already: continue it with --resume"));
  const Outcome other = run_command(kSmall + Words{"--out", folder, "--seed", "2", "--resume"});
  EXPECT_EQ(other.exit_code, 3);
  EXPECT_TRUE(contains(other.diagnostics, "is of another run (seed 1 instead of 2)")) << other.diagnostics;
  EXPECT_EQ(read_file(file(folder, 1, 1)), before);
}

}  // namespace
}  // namespace halfulp::cli
