// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

std::string printed(Words arguments) {
  arguments.insert(arguments.begin(), "table");
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  return outcome.output;
}

/// The cells of the row of Markdown that begins with that name.
std::vector<std::string> row_of(const std::string& markdown, const std::string& name) {
  const std::size_t at = markdown.find("\n| " + name + " | ");
  EXPECT_NE(at, std::string::npos) << name;
  std::vector<std::string> cells;
  if (at == std::string::npos) return cells;
  std::istringstream line(markdown.substr(at + 1, markdown.find('\n', at + 1) - at - 1));
  for (std::string cell; std::getline(line, cell, '|');) cells.push_back(cell);
  cells.erase(cells.begin(), cells.begin() + 2);
  for (std::string& cell : cells) cell = cell.substr(1, cell.size() - 2);
  return cells;
}

using Cells = std::vector<std::string>;

std::size_t letters(const std::string& line) {
  return static_cast<std::size_t>(
      std::ranges::count_if(line, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

TEST(Table, HasTheTablesOfTheDocuments) {
  const std::string table = printed({"d3d11", "--markdown"});
  // [D3D11.3 22.10.8, 22.10.18, 22.10.19, 22.13.3]
  EXPECT_EQ(row_of(table, "rsq"), (Cells{"NaN", "NaN", "-INF", "-INF", "INF", "INF", "1 -8/+4 ULP", "+0", "NaN"}));
  EXPECT_EQ(row_of(table, "frc"), (Cells{"NaN", "+0", "+0", "+0", "+0", "+0", "+0", "NaN", "NaN"}));
  EXPECT_EQ(row_of(table, "round_pi"), (Cells{"-INF", "-1", "-0", "-0", "+0", "+0", "1", "INF", "NaN"}));
  EXPECT_EQ(row_of(table, "ftoi"), (Cells{"-2147483648", "-1", "0", "0", "0", "0", "1", "2147483647", "0"}));
  // The pairs (-0,+0), (+0,-0), (1,-1), (1,+0), (+0,INF), (INF,INF), (INF,-INF), three with NaN, (denormal, 1).
  EXPECT_EQ(row_of(table, "add"), (Cells{"+0", "+0", "±0\\*", "1", "INF", "INF", "NaN", "NaN", "NaN", "NaN", "1"}));
  EXPECT_EQ(row_of(table, "min"),
            (Cells{"±0\\*", "±0\\*", "-1", "+0", "+0", "INF", "-INF", "1", "1", "NaN", "+0 or d"}));
  EXPECT_EQ(row_of(table, "mad").front(), "NaN\\*") << "0 * INF + 1";
}

TEST(Table, WritesWhatIsUnconstrained) {
  EXPECT_EQ(row_of(printed({"metal1", "--markdown"}), "acosh").front(), "any\\*");
  const std::string chosen = printed({"metal1", "--markdown", "--reading", "msl.special=c99_required"});
  EXPECT_EQ(row_of(chosen, "acosh").front(), "NaN\\*") << "the reading's other option decides otherwise";
  EXPECT_TRUE(contains(chosen, "msl.special=c99"));
}

TEST(Table, FitsIntoAHundredColumns) {
  for (const Words& asked : std::vector<Words>{{"d3d11"},
                                               {"metal1"},
                                               {"metal1.2-fast"},
                                               {"metal4", "--format", "binary16"},
                                               {"metal1", "atan2"},
                                               {"d3d11", "mad"}}) {
    std::istringstream lines(printed(asked));
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_LE(letters(line), 100U) << line;
    EXPECT_LE(count, 100U) << asked.front();
  }
}

TEST(Table, OfOneOperationIsAGrid) {
  const std::string table = printed({"d3d11", "max", "--markdown"});
  EXPECT_EQ(row_of(table, "NaN"), (Cells{"-INF", "-1", "-d or -0", "-0", "+0", "+0 or d", "1", "INF", "NaN"}));
  EXPECT_EQ(row_of(table, "+0")[3], "±0\\*") << "max(+0, -0)";
  EXPECT_TRUE(contains(printed({"d3d11", "mad"}), "x down, y across, z = INF:\n"));
  EXPECT_TRUE(contains(printed({"d3d11", "sqrt"}), "1 -1/+0 ULP"));
}

TEST(Table, WritesAPageWhoseCellsNameTheirCommand) {
  const std::string page = temporary_path("table.html");
  printed({"d3d11", "sub", "--html", page});
  const std::string text = read_file(page);
  EXPECT_TRUE(contains(text, "title=\"halfulp explain d3d11 sub 0xff800000 0xff800000\">NaN</td>"));
  EXPECT_TRUE(contains(text, "title=\"halfulp explain d3d11 sub 0x3f800000 0x3f800000; readings: cancel.zero_sign\""));
}

TEST(Table, RefusesWhatHasNoSpecialCases) {
  const auto refusal = [](const Words& arguments) {
    const Outcome outcome = run_command(Words{"table"} + arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(refusal({"d3d11", "dp4"}), "halfulp explain d3d11 dp4 OPERAND..."));
  EXPECT_TRUE(contains(refusal({"d3d11", "itof"}), "one to three floating values"));
  EXPECT_TRUE(contains(refusal({"d3d11", "--format", "unorm8"}), "--format unorm8"));
  EXPECT_TRUE(contains(refusal({"metal1", "--format", "binary64"}), "has no operation in binary64"));
  EXPECT_TRUE(contains(refusal({"d3d11", "atan2"}), "atan2"));
}

TEST(Table, StandsInTheDocumentation) {
  const std::string page = read_file(HALFULP_SOURCE_DIR "/docs/special_cases.md");
  const std::string begin = "\n`halfulp table ";
  int tables = 0;
  for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1)) {
    const std::string line = page.substr(at + 2, page.find('`', at + 2) - at - 2);
    Words words;
    std::istringstream stream(line.substr(line.find("table ") + 6));
    for (std::string word; stream >> word;) words.push_back(word);
    const std::size_t from = at + line.size() + 5;
    const std::string expected = printed(words);
    EXPECT_EQ(page.substr(from, expected.size()), expected) << line << ": write it again";
    ++tables;
  }
  EXPECT_EQ(tables, 3);
}

}  // namespace
}  // namespace halfulp::cli
