// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <algorithm>
#include <utility>

namespace halfulp::report {
namespace {

constexpr std::size_t kGap = 2;

std::string placed(const Cell& cell, const Column& column, std::size_t width, bool last, bool colour) {
  const std::string space(width - cell.text.size(), ' ');
  const std::string painted = paint(cell.text, cell.colour, colour);
  if (column.to_the_right) return space + painted;
  return last ? painted : painted + space;
}

}  // namespace

void Table::add_title(std::string title) { rows_.push_back({Cell{std::move(title), Colour::bold}}); }

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t widest = columns_[i].heading.size();
    for (const auto& row : rows_) {
      if (row.size() == columns_.size()) widest = std::max(widest, row[i].text.size());
    }
    result.push_back(widest);
  }
  return result;
}

std::string Table::text(bool colour) const {
  const std::vector<std::size_t> columns_wide = widths();
  const auto line = [&](const std::vector<Cell>& cells) {
    std::string result;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i > 0) result.append(kGap, ' ');
      result += placed(cells[i], columns_[i], columns_wide[i], i + 1 == columns_.size(), colour);
    }
    result.erase(result.find_last_not_of(' ') + 1);
    return result + "\n";
  };
  std::vector<Cell> headings;
  for (const Column& column : columns_) headings.push_back({column.heading, Colour::dim});
  std::string result = line(headings);
  for (const auto& row : rows_) {
    result +=
        row.size() == columns_.size() ? line(row) : "\n" + paint(row.front().text, row.front().colour, colour) + "\n";
  }
  return result;
}

}  // namespace halfulp::report
