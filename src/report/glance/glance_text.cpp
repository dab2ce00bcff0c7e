// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "number/layout.hpp"
#include "report/glance/special_cases.hpp"
#include "report/markdown.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 100;

/// Letters, where bytes that go on with one count for none.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }));
}

std::string marked(const SpecialCell& cell, Detail detail) {
  return (detail == Detail::full ? cell.text : cell.brief) + (cell.readings.empty() ? "" : "*");
}

/// Texts that are too long for their columns: in place of each a letter.
class Notes {
 public:
  [[nodiscard]] std::string letter_of(const std::string& text) {
    const auto [place, is_new] = letters_.try_emplace(text, "");
    if (is_new) {
      place->second = fmt::format("({})", letters_.size());
      lines_ += wrapped(fmt::format("{} {}", place->second, text), 0, kWidth);
    }
    return place->second;
  }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::map<std::string, std::string> letters_;
  std::string lines_;
};

using Lines = std::vector<std::vector<std::string>>;

std::vector<std::size_t> widths_of(const Lines& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  }
  return widths;
}

/// Whether the heading would widen the column that it stands in.
bool is_long(const SpecialGrid& grid) {
  return std::ranges::none_of(grid.rows,
                              [&](const SpecialRow& row) { return width_of(row.name) + 6 >= width_of(grid.heading); });
}

/// The grid's texts, those of more than `most` letters replaced.
Lines lines_of(const SpecialGrid& grid, Detail detail, std::size_t most,
               const std::function<std::string(const std::string&)>& letter) {
  Lines lines = {{is_long(grid) ? "" : grid.heading}};
  lines.front().insert(lines.front().end(), grid.columns.begin(), grid.columns.end());
  for (const SpecialRow& row : grid.rows) {
    lines.push_back({row.name});
    for (const SpecialCell& cell : row.cells) {
      const std::string text = marked(cell, detail);
      lines.back().push_back(width_of(text) > most ? letter(text) : text);
    }
  }
  return lines;
}

std::size_t total_of(const Lines& lines) {
  const std::vector<std::size_t> widths = widths_of(lines);
  return std::accumulate(widths.begin(), widths.end(), 2 * (widths.size() - 1));
}

/// With the numbers of neighbours where the grid's lines then fit; a text that does not fit is a letter.
std::string grid_text(const SpecialGrid& grid, Notes& notes) {
  const auto total = [&](Detail detail, std::size_t most) {
    return total_of(lines_of(grid, detail, most, [](const auto&) { return "(9)"; }));
  };
  const Detail detail = total(Detail::full, kWidth) <= kWidth ? Detail::full : Detail::brief;
  std::size_t most = kWidth;
  while (most > 4 && total(detail, most) > kWidth) --most;
  const Lines lines = lines_of(grid, detail, most, [&](const std::string& text) { return notes.letter_of(text); });
  const std::vector<std::size_t> widths = widths_of(lines);
  std::string text = is_long(grid) ? grid.heading + ":\n" : "";
  for (const auto& line : lines) {
    std::string joined;
    for (std::size_t i = 0; i < line.size(); ++i) {
      joined += line[i];
      if (i + 1 < line.size()) joined += std::string(widths[i] + 2 - width_of(line[i]), ' ');
    }
    text += joined + "\n";
  }
  return text;
}

}  // namespace

std::string glance_legend(const SpecialCases& table) {
  const FormatInfo& row = info(table.format);
  std::string text = fmt::format(
      "d is the denormal 2^{}, ±0 is -0 or +0, [a, b] are all values from a to b, and ≈a is a with neighbours: a -1/+2 "
      "ULP has one below a and two above it. NaN: with any bits. any: the rulebook permits everything.",
      row.min_exponent() - 1);
  std::set<std::string> readings;
  for (const SpecialGrid& grid : table.grids) {
    for (const SpecialRow& line : grid.rows) {
      for (const SpecialCell& cell : line.cells) readings.insert(cell.readings.begin(), cell.readings.end());
    }
  }
  if (!readings.empty()) text += fmt::format(" *: another reading decides otherwise ({}).", fmt::join(readings, ", "));
  for (const auto& [id, option] : table.chosen) text += fmt::format(" Chosen: {}={}.", id, option);
  return text;
}

std::string glance_text(const SpecialCases& table) {
  std::string text = wrapped(table.title, 0, kWidth);
  Notes notes;
  for (const SpecialGrid& grid : table.grids) text += "\n" + grid_text(grid, notes);
  if (!notes.lines().empty()) text += "\n" + notes.lines();
  return text + "\n" + wrapped(glance_legend(table), 0, kWidth);
}

std::string glance_markdown(const SpecialCases& table) {
  std::string text = fmt::format("{}.\n\n{}\n", table.title, in_markdown(glance_legend(table)));
  for (const SpecialGrid& grid : table.grids) {
    text += fmt::format("\n| {} ", grid.heading);
    std::string line = "|---";
    for (const std::string& column : grid.columns) {
      text += fmt::format("| {} ", column);
      line += "|---";
    }
    text += "|\n" + line + "|\n";
    for (const SpecialRow& row : grid.rows) {
      text += fmt::format("| {} ", in_markdown(row.name));
      for (const SpecialCell& cell : row.cells) text += fmt::format("| {} ", in_markdown(marked(cell, Detail::full)));
      text += "|\n";
    }
  }
  return text;
}

}  // namespace halfulp::report
