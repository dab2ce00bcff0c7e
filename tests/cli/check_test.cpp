// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

TEST(Check, TheReferenceConforms) {
  const Outcome outcome =
      run_command({"check", "--device", "reference", "--operation", "add,rsq,min,lt,ftoi", "--format", "binary32"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "\nconforms to d3d11: no failure in 5 operations\n"));
  EXPECT_EQ(outcome.diagnostics, "");
}

TEST(Check, ADeviceThatDoesNotFlushBreaksTheFlushRules) {
  const Outcome outcome =
      run_command({"check", "--device", "host", "--operation", "add,sub", "--format", "binary32", "--verbose"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "\nBROKEN RULES\n\nD3D-FLUSH"));
  EXPECT_TRUE(contains(outcome.output, "permitted:"));
  EXPECT_TRUE(contains(outcome.output, "halfulp try host d3d11 add 0x"));
  EXPECT_TRUE(contains(outcome.output, "does not conform to d3d11: 2 of 2 operations fail"));
}

TEST(Check, HasTheFormatsAskedFor) {
  const std::string path = temporary_path("report.json");
  const std::string junit = temporary_path("report.xml");
  const Outcome outcome = run_command({"check", "--device", "reference", "--operation", "rsq,ufloat10_to_binary16",
                                       "--format", "ufloat10,binary16", "--json", path, "--junit", junit, "--verbose"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.diagnostics;
  std::vector<std::pair<std::string, std::string>> results;
  const Json json = Json::parse(read_file(path));
  for (const Json& result : json["results"]) results.emplace_back(result["operation"], result["format"]);
  EXPECT_EQ(results, (std::vector<std::pair<std::string, std::string>>{
                         {"rsq", "binary16"}, {"rsq", "ufloat10"}, {"ufloat10_to_binary16", "ufloat10"}}));
  // Rows of one operation differ in a word; the name of a conversion says enough.
  for (const char* row : {"\nrsq (binary16) ", "\nrsq (ufloat10) ", "\nufloat10_to_binary16 "}) {
    EXPECT_TRUE(contains(outcome.output, row));
  }
  EXPECT_TRUE(contains(read_file(junit), "name=\"rsq in binary16 "));
}

TEST(Check, GivesADeviceTheTimeThatItIsTold) {
  const auto with = [](const std::string& seconds) {
    return run_command({"check", "--device", "exec:cat", "--operation", "add", "--device-timeout", seconds});
  };
  const Outcome hangs = with("1");
  EXPECT_EQ(hangs.exit_code, 4);
  EXPECT_TRUE(contains(hangs.diagnostics, "did not answer in time"));
  for (const char* wrong : {"0", "86401", "-1", "1e3", "5s"}) {
    const Outcome refused = with(wrong);
    EXPECT_EQ(refused.exit_code, 2) << wrong;
    EXPECT_TRUE(contains(refused.diagnostics, "--device-timeout")) << wrong;
  }
}

TEST(Check, RefusesFormatsThatDoNotExist) {
  const Outcome unknown = run_command({"check", "--device", "host", "--format", "binary33"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.diagnostics, "unknown format 'binary33' (did you mean 'binary32'?)"));
  const Outcome nobodys = run_command({"check", "--device", "host", "--rulebook", "d3d10", "--format", "binary64"});
  EXPECT_EQ(nobodys.exit_code, 2);
  EXPECT_TRUE(contains(nobodys.diagnostics, "d3d10 has rules in binary16, binary32, ufloat11, ufloat10"));
  EXPECT_TRUE(contains(nobodys.diagnostics, "the device host offers binary16, binary32, binary64"));
}

TEST(Check, JsonHasWhatIsDocumented) {
  const std::string path = temporary_path("report.json");
  const Outcome outcome =
      run_command({"check", "--device", "host", "--operation", "add", "--format", "binary32", "--rulebook",
                   "d3d10,d3d11", "--seed", "7", "--reading", "tie=even", "--json", path});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "JSON: " + path));
  const Json json = Json::parse(read_file(path));
  EXPECT_EQ(json["device"]["kind"], "host");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["suite"], "quick");
  EXPECT_TRUE(json["versions"]["halfulp"].is_string());
  EXPECT_TRUE(json["versions"]["rulebooks"].contains("d3d10"));
  EXPECT_EQ(json["readings"], Json({{"tie", "even"}}));
  EXPECT_EQ(json["conforms"], false);
  EXPECT_EQ(json["complete"], true);
  ASSERT_EQ(json["results"].size(), 2);
  for (const Json& result : json["results"]) {
    EXPECT_EQ(result["operation"], "add");
    EXPECT_EQ(result["format"], "binary32");
    EXPECT_GE(result["cases"], 1 << 18);
    const std::uint64_t sum = result["passed"].get<std::uint64_t>() + result["failed"].get<std::uint64_t>() +
                              result["reading"].get<std::uint64_t>() + result["unconstrained"].get<std::uint64_t>() +
                              result["invalid_operand"].get<std::uint64_t>();
    EXPECT_EQ(result["cases"], sum);
    std::uint64_t broken = 0;
    for (const Json& rule : result["broken"]) {
      broken += rule["count"].get<std::uint64_t>();
      EXPECT_EQ(rule["example"]["operands"].size(), 2);
      EXPECT_TRUE(rule["example"]["observed"].is_string());
    }
    EXPECT_EQ(result["failed"], broken);
    std::uint64_t covered = 0;
    for (const Json& kind : result["coverage"]) covered += kind["cases"].get<std::uint64_t>();
    EXPECT_EQ(result["cases"], covered);
    EXPECT_TRUE(result["worst"].contains("error_ulp"));
  }
  EXPECT_EQ(json["results"][0]["rulebook"], "d3d10");
}

TEST(Check, JunitTellsTheFailures) {
  const std::string path = temporary_path("report.xml");
  EXPECT_EQ(run_command({"check", "--device", "host", "--operation", "add,eq", "--format", "binary32", "--junit", path})
                .exit_code,
            1);
  const std::string xml = read_file(path);
  EXPECT_TRUE(contains(xml, "<testsuite name=\"d3d11 on "));
  EXPECT_TRUE(contains(xml, "classname=\"d3d11\" name=\"add"));
  EXPECT_TRUE(contains(xml, "D3D-FLUSH"));
}

TEST(Check, RefusesToMixAReportWithItsOutput) {
  const Outcome outcome = run_command({"check", "--device", "reference", "--operation", "add", "--json", "-"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "give the JSON report a file")) << outcome.diagnostics;
}

TEST(Check, KeepsAnEarlierReportWhereThereIsNoRoomForItsOwn) {
  const std::string path = temporary_path("report.json");
  write_text_file(path, "{}");
  const test::FileSizeLimit full(1000);
  const Outcome outcome = run_command({"check", "--device", "reference", "--operation", "add", "--json", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, path + ": cannot be written: File too large, and is as it was; make room"));
  EXPECT_EQ(read_file(path), "{}");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(std::filesystem::path(path).parent_path()), {}), 1)
      << "no temporary file is left";
}

TEST(Check, WritesTheOtherReportsWhereOneHasNoRoom) {
  const std::string json = temporary_path("report.json");
  const std::string junit = temporary_path("report.xml");
  const test::FileSizeLimit full(4096);
  const Outcome outcome = run_command({"check", "--device", "reference", "--operation", "add", "--format", "binary32",
                                       "--json", json, "--junit", junit});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, json + ": cannot be written: File too large"));
  EXPECT_TRUE(contains(outcome.output, "conforms to d3d11"));
  EXPECT_TRUE(contains(read_file(junit), "</testsuites>")) << outcome.diagnostics;
}

TEST(Check, WritesAReportThroughALinkAndIntoAPipe) {
  const std::string target = temporary_path("target.json");
  const std::string link = temporary_path("link.json");
  write_text_file(target, "");
  std::filesystem::create_symlink(target, link);
  const Words run = {"check", "--device", "reference", "--operation", "add", "--json"};
  EXPECT_EQ(run_command(run + Words{link}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_TRUE(read_file(target).starts_with("{"));
  const Outcome pipe = run_command(run + Words{"/dev/stdout"});
  EXPECT_EQ(pipe.exit_code, 0);
  EXPECT_LT(pipe.output.find("conforms to d3d11"), pipe.output.find("\n{")) << "the text comes before the files";
}

TEST(Check, LeavesNoEmptyReports) {
  const std::string made = temporary_path("report.json");
  const std::string kept = temporary_path("kept.xml");
  write_text_file(kept, "");
  const Outcome lost = run_command({"check", "--device", "exec:exit 3", "--json", made, "--junit", kept});
  EXPECT_EQ(lost.exit_code, 4) << lost.diagnostics;
  EXPECT_FALSE(std::filesystem::exists(made));
  EXPECT_TRUE(std::filesystem::exists(kept)) << "it was there before";
  const Outcome twice = run_command({"check", "--device", "reference", "--json", made, "--html", made});
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_TRUE(contains(twice.diagnostics, "HTML is written there, and JSON would overwrite it; give each its own"))
      << twice.diagnostics;
}

TEST(Check, WritesReproducersOfShadersOnly) {
  const Outcome outcome = run_command({"check", "--device", "host", "--reproducer", temporary_path("shaders")});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(
      contains(outcome.diagnostics, "--device vulkan, --device opencl, --device cuda, --device d3d12 or --device "))
      << outcome.diagnostics;
}

TEST(Check, TakesAUsersRulebook) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path, "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n");
  const Outcome outcome = run_command(
      {"check", "--device", "host", "--operation", "add", "--format", "binary32", "--rulebook", path, "--verbose"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "does not conform to mine"));
  EXPECT_TRUE(contains(outcome.output, "halfulp try host " + path + " add "));
}

TEST(Check, HasNoColoursInAFile) {
  const Outcome outcome = run_command({"check", "--device", "reference", "--operation", "add", "--format", "binary32"});
  EXPECT_EQ(outcome.output.find('\x1b'), std::string::npos);
}

TEST(Check, HasColoursOnATerminalUnlessNoColorIsSet) {
  const Words words = {"check", "--device", "reference", "--operation", "add", "--format", "binary32"};
  const auto on_terminal = [&](const std::string& no_color) {
    return run_command(words, {.environment = {"TERM=dumb", "NO_COLOR=" + no_color}, .terminal = true}).output;
  };
  EXPECT_TRUE(contains(on_terminal(""), "\x1b[32m"));
  EXPECT_EQ(on_terminal("1").find('\x1b'), std::string::npos);
}

TEST(Check, ShowsProgressOnATerminalOnly) {
  const Words words = {"check",       "--device", "reference", "--suite", "exhaustive",
                       "--operation", "sin",      "--format",  "binary32"};
  const auto interrupted = [&](bool terminal) {
    return run_command(words, {.environment = {"TERM=xterm", "NO_COLOR=1"},
                               .terminal = terminal,
                               .signal = SIGINT,
                               .after = std::chrono::milliseconds(2000)});
  };
  EXPECT_TRUE(contains(interrupted(true).output, "M cases/s"));
  const Outcome elsewhere = interrupted(false);
  EXPECT_FALSE(contains(elsewhere.output + elsewhere.diagnostics, "M cases/s"));
}

TEST(Check, AnInterruptKeepsWhatWasJudged) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const std::string path = temporary_path("report.json");
    const Outcome outcome = run_command({"check", "--device", "reference", "--suite", "exhaustive", "--operation",
                                         "exp2,sin", "--format", "binary32", "--json", path},
                                        {.signal = signal, .after = std::chrono::milliseconds(2000)});
    EXPECT_EQ(outcome.signal, signal);
    EXPECT_TRUE(contains(outcome.output, "interrupted: this report is incomplete"));
    const Json json = Json::parse(read_file(path), nullptr, false);
    ASSERT_FALSE(json.is_discarded());
    EXPECT_EQ(json["complete"], false);
    EXPECT_EQ(json["lost"], false);
    const Json& first = json["results"][0];
    EXPECT_GT(first["cases"], 0);
    EXPECT_LT(first["cases"], first["planned"]);
    EXPECT_EQ(first["outcome"], "unfinished");
    EXPECT_EQ(json["results"][1]["outcome"], "not run");
  }
}

}  // namespace
}  // namespace halfulp::cli
