// SPDX-License-Identifier: Apache-2.0
// The commands of pages of docs/howto, as they stand there, and what these say that they print.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

/// A command of a page and the lines below it.
struct Shown {
  std::string command;
  Words output;
};

std::vector<Shown> commands_of(const std::string& path) {
  std::vector<Shown> result;
  std::istringstream page(read_file(path));
  bool is_console = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      is_console = line == "```console";
    } else if (is_console && line.starts_with("$ ")) {
      result.push_back({line.substr(2), {}});
    } else if (is_console) {
      result.back().output.push_back(line);
    }
  }
  return result;
}

/// Text without line breaks and runs of blanks.
std::string flowing(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += (result.empty() ? "" : " ") + word;
  return result;
}

/// Runs the commands of a page, as they stand there.
void expect_page_holds(const std::string& page, std::size_t least) {
  const std::vector<Shown> shown = commands_of(HALFULP_SOURCE_DIR "/docs/howto/" + page);
  EXPECT_GE(shown.size(), least);
  const std::string folder = std::filesystem::path(HALFULP_COMMAND).parent_path().string();
  const std::string output = temporary_path("page.txt");
  for (const auto& [command, lines] : shown) {
    const bool fails = command.find("# exit code 1") != std::string::npos;
    const std::string line = "PATH=" + folder + ":$PATH; " + command + "\n";
    const std::string script = temporary_path("page.sh");
    write_text_file(script, line);
    const int status = std::system(("sh " + script + " >" + output + " 2>&1").c_str());
    EXPECT_EQ(status, fails ? 256 : 0) << command;
    const std::string printed = flowing(read_file(output));
    for (const std::string& expected : lines) EXPECT_TRUE(contains(printed, flowing(expected))) << command;
  }
}

TEST(HowtoPages, OfLoweringsHasCommandsThatAnswerAsItSays) { expect_page_holds("lowering.md", 6); }
TEST(HowtoPages, OfExpressionsHasCommandsThatAnswerAsItSays) { expect_page_holds("expressions.md", 4); }

}  // namespace
}  // namespace halfulp::cli
