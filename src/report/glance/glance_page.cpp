// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/glance/special_cases.hpp"
#include "report/page/document.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"

namespace halfulp::report {
namespace {

/// A cell; the pointer over it shows the command that explains it, and the readings that it depends on.
std::string cell_text(const SpecialCell& cell) {
  std::string note = cell.command;
  if (!cell.readings.empty()) note += fmt::format("; readings: {}", fmt::join(cell.readings, ", "));
  const std::string_view style = cell.of.permitted.anything ? "none" : cell.readings.empty() ? "" : "reading";
  return fmt::format("<td class=\"{}\" title=\"{}\">{}{}</td>", style, escaped(note), escaped(cell.text),
                     cell.readings.empty() ? "" : "*");
}

std::string grid_table(const SpecialGrid& grid) {
  std::string head = element("th", "");
  for (const std::string& column : grid.columns) head += element("th", escaped(column));
  std::string body;
  for (const SpecialRow& row : grid.rows) {
    std::string cells = element("th", escaped(row.name));
    for (const SpecialCell& cell : row.cells) cells += cell_text(cell);
    body += element("tr", cells) + "\n";
  }
  const std::string all = element("thead", element("tr", head)) + "\n" + element("tbody", "\n" + body);
  return "<div class=\"box\" tabindex=\"0\">" + element("table", all, "devices") + "</div>\n";
}

}  // namespace

std::string glance_page(const SpecialCases& table) {
  const std::string header = element("h1", escaped(table.title)) + "\n" + paragraph(glance_legend(table));
  std::string main;
  for (const SpecialGrid& grid : table.grids) main += section(grid.heading, grid_table(grid));
  return document("halfulp · " + table.title, header, main, Programs::none);
}

}  // namespace halfulp::report
