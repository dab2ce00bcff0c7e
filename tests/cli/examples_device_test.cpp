// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/subcommand.hpp"
#include "command.hpp"

namespace halfulp::cli {

// Where GoogleTest finds it.
static void PrintTo(const Subcommand& row, std::ostream* stream) { *stream << row.example; }

namespace {

void run_in(const std::string& folder, const Words& arguments) {
  const Outcome outcome = run_command(arguments, {.folder = folder});
  ASSERT_LE(outcome.exit_code, 1) << outcome.diagnostics;
}

/// What the user has when the example begins, by subcommand.
const std::map<std::string_view, void (*)(const std::string& folder)> kBefore = {
    {"diff",
     [](const std::string& folder) {
       for (const char* report : {"before.json", "after.json"}) {
         run_in(folder, {"check", "--device", "reference", "--operation", "rcp", "--json", report});
       }
     }},
    {"matrix",
     [](const std::string& folder) {
       for (const char* report : {"lavapipe.json", "swiftshader.json"}) {
         run_in(folder, {"check", "--device", "host", "--operation", "rcp", "--json", report});
       }
     }},
    {"show",
     [](const std::string& folder) {
       run_in(folder, {"check", "--device", "reference", "--operation", "rcp", "--json", "report.json"});
     }},
    {"merge",
     [](const std::string& folder) {
       for (const char* shard : {"1/2", "2/2"}) {
         run_in(folder, {"check", "--device", "reference", "--operation", "rcp", "--shard", shard, "--out", "results"});
       }
     }},
    {"verify",
     [](const std::string& folder) {
       // The results of abs are its operands without their signs.
       run_in(folder, {"vectors", "--operation", "abs", "-o", "vectors"});
       std::string lane = read_file(folder + "/vectors/abs.binary32.x.bin");
       for (std::size_t i = 3; i < lane.size(); i += 4) lane[i] = static_cast<char>(lane[i] & '\x7f');
       std::filesystem::create_directory(folder + "/results");
       write_text_file(folder + "/results/abs.binary32.result.bin", lane);
       std::filesystem::rename(folder + "/vectors/results.json", folder + "/results/results.json");
     }},
    {"convert", [](const std::string& folder) { write_text_file(folder + "/in.raw", std::string(64, '\0')); }},
};

class Examples : public testing::TestWithParam<Subcommand> {};

TEST_P(Examples, OfTheHelpWork) {
  const Subcommand& row = GetParam();
  const std::string folder = temporary_path(std::string(row.name));
  std::filesystem::create_directories(folder);
  if (const auto before = kBefore.find(row.name); before != kBefore.end()) before->second(folder);
  std::istringstream line{std::string(row.example)};
  Words words;
  for (std::string word; line >> word;) words.push_back(word);
  ASSERT_EQ(words.front(), "halfulp");
  const Outcome outcome = run_command({words.begin() + 1, words.end()}, {.folder = folder});
  EXPECT_LE(outcome.exit_code, 1);
  EXPECT_EQ(outcome.signal, 0);
  EXPECT_EQ(outcome.diagnostics, "");
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--json" || words[i] == "-o") {
      EXPECT_TRUE(std::filesystem::exists(folder + "/" + words[i + 1])) << words[i + 1];
    }
  }
}

std::vector<Subcommand> shown_subcommands() {
  std::vector<Subcommand> shown;
  for (const Subcommand& row : subcommands()) {
    if (!row.hidden) shown.push_back(row);
  }
  return shown;
}

INSTANTIATE_TEST_SUITE_P(Command, Examples, testing::ValuesIn(shown_subcommands()),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace halfulp::cli
