// SPDX-License-Identifier: Apache-2.0
// The tables of docs/devices are those that the command makes of the extracts there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

#include "cli/input_file.hpp"
#include "report/matrix/extract.hpp"
#include "report/matrix/matrix_page.hpp"
#include "report/matrix/matrix_text.hpp"
#include "report/read_report.hpp"

namespace halfulp {
namespace {

const std::filesystem::path kDevices = HALFULP_SOURCE_DIR "/docs/devices";

std::string text_of(const std::string& name) { return cli::read_input((kDevices / name).string()); }

/// The files of extracts in the order in which the page's command names them.
std::vector<std::string> extracts() {
  const std::string page = text_of("README.md");
  constexpr std::string_view kCommand = "halfulp matrix ";
  std::string words = page.substr(page.find(kCommand) + kCommand.size());
  words = words.substr(0, words.find(" --html"));
  std::vector<std::string> names;
  for (std::size_t at = 0; at < words.size(); at += names.back().size() + 1) {
    names.push_back(words.substr(at, words.find(' ', at) - at));
  }
  return names;
}

report::Matrix matrix() {
  std::vector<report::ReportOfFile> reports;
  for (const std::string& name : extracts()) {
    reports.push_back({name, report::read_report(text_of(name), name, HALFULP_VERSION)});
  }
  return report::matrix(reports);
}

TEST(Devices, AreAllInTheCommandAndOnThePage) {
  std::vector<std::string> names = extracts();
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kDevices)) {
    if (entry.path().extension() == ".json") files.push_back(entry.path().filename().string());
  }
  std::ranges::sort(names);
  std::ranges::sort(files);
  EXPECT_EQ(names, files);
  for (const std::string& file : files) {
    EXPECT_NE(text_of("README.md").find("| `" + file + "` | "), std::string::npos) << file;
  }
}

TEST(Devices, AreKeptAsExtracts) {
  constexpr std::size_t kMostBytes = 160000;
  for (const std::string& name : extracts()) {
    const std::string text = text_of(name);
    EXPECT_LT(text.size(), kMostBytes) << name;
    EXPECT_TRUE(report::extract_text(report::parse_json(text), report::read_report(text, name, HALFULP_VERSION)) ==
                text)
        << name << ": make it again as README.md says";
  }
}

TEST(Devices, HaveTheTablesThatTheCommandMakes) {
  EXPECT_TRUE(report::matrix_page(matrix()) == text_of("matrix.html")) << "make it again as README.md says";
  EXPECT_EQ(report::matrix_markdown(matrix()), text_of("matrix.md")) << "make it again as README.md says";
}

TEST(Devices, HaveLavapipesFailuresInTheReadme) {
  ASSERT_EQ(extracts().front(), "lavapipe.json");
  const std::string table = text_of("matrix.md");
  std::smatch row;
  ASSERT_TRUE(std::regex_search(table, row, std::regex("\\| d3d11 \\| ([0-9]+) of ([0-9]+) fail \\|")));
  const std::string sentence = row[1].str() + " of the " + row[2].str() + " operations that it offers fail";
  EXPECT_NE(cli::read_input(HALFULP_SOURCE_DIR "/README.md").find(sentence), std::string::npos) << sentence;
}

}  // namespace
}  // namespace halfulp
