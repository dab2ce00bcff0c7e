// SPDX-License-Identifier: Apache-2.0
#include "rulebook/table.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "number/nearest_name.hpp"

namespace halfulp::rulebook {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 14> kClasses = {"-inf", "-F", "-1.0", "-denorm", "-0", "+0", "+denorm",
                                                       "+1.0", "+F", "+inf", "NaN",     "F",  "-1", "+1"};

/// What a cell may say. The first are results, which `/` joins: either. `F`, `+F`, `-F` and `accuracy` leave the result
/// to the later layers; a range constrains them.
constexpr std::array<std::string_view, 19> kCells = {"NaN", "-inf", "+inf",     "-0",     "+0",    "0",     "-1",
                                                     "+1",  "src0", "src1",     "-src0",  "-src1", "exact", "F",
                                                     "+F",  "-F",   "accuracy", "[-1,1]", "[+0,1)"};
constexpr Names kResults = Names(kCells).first(13);

struct Word {
  std::string_view text;
  std::size_t offset;
};

std::vector<Word> words(std::string_view line, std::size_t offset) {
  std::vector<Word> result;
  std::size_t i = 0;
  while (i < line.size()) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '|' || line[i] == '\r') {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < line.size() && line[end] != ' ' && line[end] != '\t' && line[end] != '|' && line[end] != '\r') ++end;
    result.push_back({line.substr(i, end - i), offset + i});
    i = end;
  }
  return result;
}

std::string known(const Word& word, Names names, std::string_view what) {
  if (std::ranges::find(names, word.text) == names.end()) {
    throw SyntaxError(
        "unknown " + std::string(what) + " '" + std::string(word.text) + "'" + number::near_or_known(word.text, names),
        word.offset);
  }
  return std::string(word.text);
}

std::string known_cell(const Word& word) {
  if (word.text.find('/') == std::string_view::npos) return known(word, kCells, "cell");
  std::size_t start = 0;
  while (start <= word.text.size()) {
    const std::size_t end = std::min(word.text.find('/', start), word.text.size());
    static_cast<void>(known({word.text.substr(start, end - start), word.offset + start}, kResults, "result in a cell"));
    start = end + 1;
  }
  return std::string(word.text);
}

}  // namespace

SpecialTable parse_table(std::string_view text, int arity) {
  SpecialTable table;
  bool header = true;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::vector<Word> line = words(text.substr(start, end - start), start);
    start = end + 1;
    if (line.empty()) continue;
    if (header) {
      header = false;
      const std::string_view corner = arity == 1 ? "src" : "src0\\src1";
      if (line[0].text != corner) {
        throw SyntaxError(
            "a table for " + std::to_string(arity) + " operand(s) begins with '" + std::string(corner) + "'",
            line[0].offset);
      }
      for (std::size_t i = 1; i < line.size(); ++i) table.columns.push_back(known(line[i], kClasses, "operand class"));
      continue;
    }
    if (line.size() != table.columns.size() + 1) {
      throw SyntaxError("this row has " + std::to_string(line.size() - 1) + " cells, the table " +
                            std::to_string(table.columns.size()) + " columns",
                        line[0].offset);
    }
    if (arity == 1 && line[0].text != "dest") throw SyntaxError("expected a row 'dest'", line[0].offset);
    if (arity == 2) table.rows.push_back(known(line[0], kClasses, "operand class"));
    std::vector<std::string> cells;
    for (std::size_t i = 1; i < line.size(); ++i) cells.push_back(known_cell(line[i]));
    table.cells.push_back(std::move(cells));
  }
  if (table.cells.empty()) throw SyntaxError("the table has no rows", text.size());
  if (arity == 1 && table.cells.size() != 1) throw SyntaxError("a table for one operand has one row 'dest'", 0);
  return table;
}

}  // namespace halfulp::rulebook
