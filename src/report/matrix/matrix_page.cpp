// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix_page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/page/document.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"

namespace halfulp::report {
namespace {

std::string_view style_of(const MatrixCell& cell) {
  switch (cell.kind) {
    case CellKind::fails:
      return "fail";
    case CellKind::reading:
      return "reading";
    case CellKind::passes:
      return "pass";
    case CellKind::none:
      break;
  }
  return "none";
}

/// Numbers the cells that have a command, in the order in which one asks.
class CaseIds {
 public:
  [[nodiscard]] std::string next() { return fmt::format("case-{}", ++count_); }

 private:
  int count_ = 0;
};

std::string small(std::string_view text) { return text.empty() ? "" : element("small", escaped(text)); }

std::string cell_text(const MatrixCell& cell, CaseIds& ids) {
  std::string text = escaped(cell.text);
  if (!cell.command.empty()) text = fmt::format("<a href=\"#{}\">{}</a>", ids.next(), text);
  if (!cell.error.empty()) text += " " + small(cell.error + (cell.error.ends_with('%') ? "" : " ULP"));
  const std::string title = cell.note.empty() ? "" : fmt::format(" title=\"{}\"", escaped(cell.note));
  return fmt::format("<td class=\"{}\"{}>{}</td>", style_of(cell), title, text);
}

/// A row of what the columns have: the driver, the suite.
std::string run_row(const Matrix& matrix, std::string_view name, std::string MatrixColumn::*text) {
  if (std::ranges::all_of(matrix.columns, &std::string::empty, text)) return "";
  std::string cells = element("th", escaped(name));
  for (const MatrixColumn& column : matrix.columns) cells += element("td", escaped(column.*text));
  return element("tr", cells) + "\n";
}

std::string table(const Matrix& matrix) {
  std::string head = element("th", "");
  for (const MatrixColumn& column : matrix.columns) head += element("th", escaped(column.name));
  std::string body;
  CaseIds ids;
  for (const MatrixPart& part : matrix.parts) {
    body += fmt::format("<tr class=\"part\"><th>{}</th><td colspan=\"{}\"></td></tr>\n", escaped(part.heading),
                        matrix.columns.size());
    for (const MatrixRow& row : part.rows) {
      std::string cells = element("th", escaped(row.name));
      for (const MatrixCell& cell : row.cells) cells += cell_text(cell, ids);
      body += element("tr", cells) + "\n";
    }
    if (&part != &matrix.parts.front()) continue;
    body += run_row(matrix, "device", &MatrixColumn::title) + run_row(matrix, "driver", &MatrixColumn::driver);
    body += run_row(matrix, "suite", &MatrixColumn::run) + run_row(matrix, "extent", &MatrixColumn::extent);
    body += run_row(matrix, "report", &MatrixColumn::file);
  }
  const std::string all = element("thead", element("tr", head)) + "\n" + element("tbody", "\n" + body);
  return "<div class=\"box\" tabindex=\"0\">" + element("table", all, "devices") + "</div>\n";
}

/// The commands, folded by row.
std::string reproductions(const Matrix& matrix) {
  std::string text;
  CaseIds ids;
  for (const MatrixPart& part : matrix.parts) {
    for (const MatrixRow& row : part.rows) {
      std::string cases;
      for (std::size_t i = 0; i < row.cells.size(); ++i) {
        const MatrixCell& cell = row.cells[i];
        if (cell.command.empty()) continue;
        const std::string count = fmt::format("{}: {} {}", matrix.columns[i].name, cell.text, cell.note);
        cases += fmt::format("<div id=\"{}\">\n{}{}</div>\n", ids.next(), paragraph(count), command(cell.command));
      }
      if (!cases.empty()) text += folded_away(escaped(row.name) + small(part.heading), cases);
    }
  }
  return text;
}

}  // namespace

std::string matrix_page(const Matrix& matrix) {
  const std::string title = fmt::format(
      "{} side by side", matrix.columns.size() == 1 ? "1 device" : fmt::format("{} devices", matrix.columns.size()));
  std::string header = element("h1", title) + "\n";
  if (!matrix.differs.empty()) header += paragraph(differs_sentence(matrix), "warning");
  header += paragraph(legend_sentence());
  return document("halfulp · " + title, header,
                  table(matrix) + section("One case of each", reproductions(matrix), "cases"), Programs::none);
}

}  // namespace halfulp::report
