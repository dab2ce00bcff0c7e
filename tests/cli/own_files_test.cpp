// SPDX-License-Identifier: Apache-2.0
// No file that is read is overwritten, and no output by another one.
#include "cli/own_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <vector>

#include "command.hpp"
#include "contains.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

std::string refusal(const std::vector<NamedFile>& read, const std::vector<NamedFile>& written) {
  try {
    require_own_files(read, written);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kUsage);
    return error.what();
  }
  return "";
}

TEST(OwnFiles, AreComparedByTheFileAndNotByItsPath) {
  const std::string path = temporary_path("a.json");
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const std::string other = folder + "/./a.json";
  EXPECT_EQ(refusal({{"the report", path}}, {{"--extract", other}}),
            other + ": the report is read, and --extract would overwrite it; give each its own file");
  EXPECT_NE(refusal({}, {{"--html", path}, {"--json", other}}), "") << "of files that are not there yet";
  write_text_file(path, "text");
  EXPECT_NE(refusal({{"the report", path}}, {{"--extract", other}}), "");
  const std::string link = temporary_path("link.json");
  std::filesystem::create_symlink(path, link);
  EXPECT_NE(refusal({{"the report", link}}, {{"--extract", path}}), "");
  EXPECT_EQ(refusal({{"the report", path}}, {{"--extract", folder + "/b.json"}, {"--html", ""}, {"--json", ""}}), "");
  EXPECT_EQ(refusal({}, {{"--html", "/dev/null"}, {"--json", "/dev/null"}}), "");
}

TEST(OwnFiles, OfAllSubcommandsAreKept) {
  const std::string report = temporary_path("report.json");
  const Words check = {"check", "--device", "host", "--operation", "add", "--cases", "3000"};
  EXPECT_EQ(run_command(check + Words{"--json", report}).exit_code, 1);
  const std::string kept = read_file(report);
  const std::string lines = temporary_path("lines.txt");
  write_text_file(lines, "3f800000 40000000 40400000\n");
  const std::string waivers = temporary_path("waivers.toml");
  write_text_file(waivers, "[[waiver]]\nrule = \"D3D-RSQ\"\nreason = \"bug 7\"\n");
  const std::string book = temporary_path("mine.toml");
  write_text_file(book, "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n");
  const std::vector<Words> command_lines = {
      {"show", report, "--extract", report},
      {"show", report, "--write-baseline", report},
      {"show", report, "--extract", "x", "--write-baseline", "./x"},
      {"matrix", report, "--html", report},
      {"matrix", report, "--markdown", report},
      {"table", book, "--html", book},
      {"compare", "--allows", book, "d3d11", "sqrt", "--html", book},
      {"compare", "--allows", "d3d11", book, "sqrt", "--html", book},
      {"compare", "--allows", book + ": x * rsq(x)", "d3d11", "sqrt", "--html", book},
      {"diff", report, report, "--html", report},
      {"verify", lines, "--operation", "add", "--html", lines},
      check + Words{"--baseline", report, "--json", report},
      check + Words{"--waivers", waivers, "--junit", waivers},
      check + Words{"--rulebook", book, "--html", book},
  };
  for (const Words& words : command_lines) {
    const Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 2) << words[0] << " " << words[2] << outcome.diagnostics;
    EXPECT_TRUE(contains(outcome.diagnostics, "would overwrite it; give each its own file"));
    EXPECT_EQ(read_file(report), kept);
  }
  EXPECT_TRUE(contains(read_file(waivers), "bug 7"));
  EXPECT_TRUE(contains(read_file(book), "Mine"));
  EXPECT_EQ(read_file(lines), "3f800000 40000000 40400000\n");
}

TEST(Written, AreNoEmptyFilesWhereOneIsRefusedBeforeTheRun) {
  const std::string html = temporary_path("made.html");
  const Outcome refused = run_command(
      {"check", "--device", "host", "--operation", "add", "--html", html, "--write-baseline", "/nowhere/baseline.txt"});
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(html));
}

TEST(Written, AreFilesAfterTheTextAndTheOthersWhereOneFails) {
  const std::string report = temporary_path("report.json");
  const Words check = {"check", "--device", "host", "--operation", "add", "--cases", "3000"};
  EXPECT_EQ(run_command(check + Words{"--json", report}).exit_code, 1);
  const auto expect = [](const Words& words, const std::string& text, const std::string& file) {
    const Outcome outcome = run_command(words);
    EXPECT_LE(outcome.exit_code, 1) << outcome.diagnostics;
    EXPECT_LT(outcome.output.find(text), outcome.output.find(file)) << words[0];
    EXPECT_NE(outcome.output.find(file), std::string::npos) << words[0];
  };
  expect({"matrix", report, "--markdown", "/dev/stdout"}, "Verdict by rulebook", "| **Verdict by rulebook**");
  expect({"diff", report, report, "--html", "/dev/stdout"}, "not worse", "<!doctype html>");
  expect({"show", report, "--extract", "/dev/stdout"}, "does not conform", "\"extract\": true");
  const std::string written = temporary_path("written");
  for (const Words& words : {Words{"matrix", report, "--html", "/nowhere/a", "--markdown", written},
                             Words{"show", report, "--extract", "/nowhere/a", "--write-baseline", written}}) {
    const Outcome outcome = run_command(words);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.diagnostics, "/nowhere/a: cannot be written"));
    EXPECT_TRUE(contains(outcome.output, "fail")) << "the text is printed";
    EXPECT_FALSE(read_file(written).empty());
    std::filesystem::remove(written);
  }
}

}  // namespace
}  // namespace halfulp::cli
