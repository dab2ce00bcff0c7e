// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/fit.hpp"
#include "report/paint.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kLeastForNames = 36;
constexpr std::size_t kGap = 2;  // of Table

Colour colour_of(const MatrixCell& cell) {
  if (cell.kind == CellKind::fails) return Colour::red;
  if (cell.kind == CellKind::reading) return Colour::yellow;
  return cell.kind == CellKind::passes ? Colour::green : Colour::dim;
}

/// The width of the device's cells.
std::size_t width_of(const Matrix& matrix, std::size_t device) {
  std::size_t width = 0;
  for (const MatrixPart& part : matrix.parts) {
    for (const MatrixRow& row : part.rows) width = std::max(width, bracketed(row.cells[device]).size());
  }
  return width;
}

/// The device's name, of which no more stands than its cells are wide, or 18 columns.
std::string heading(const Matrix& matrix, std::size_t device) {
  constexpr std::size_t kLeast = 18;
  constexpr std::string_view kRest = "...";
  const std::string& name = matrix.columns[device].name;
  const std::size_t width = std::max(width_of(matrix, device), kLeast);
  std::string cut = clipped(name, width);
  // A first word that is too long is cut: the number alone would name no device.
  const std::string number_alone = fmt::format("{} {}", name.substr(0, name.find(' ')), kRest);
  return cut == number_alone ? name.substr(0, width - kRest.size()).append(kRest) : cut;
}

/// The table of the devices from `begin` to `end`, with names of rows of at most `room` columns.
std::string table_text(const Matrix& matrix, std::size_t begin, std::size_t end, std::size_t room, bool colour) {
  std::vector<Column> columns = {{""}};
  for (std::size_t device = begin; device < end; ++device) columns.push_back({heading(matrix, device)});
  Table table(columns);
  for (const MatrixPart& part : matrix.parts) {
    table.add_title(part.heading);
    for (const MatrixRow& row : part.rows) {
      std::string name = wrapped(row.name, 0, room);
      std::vector<Cell> cells(1);
      for (std::size_t device = begin; device < end; ++device) {
        cells.push_back({bracketed(row.cells[device]), colour_of(row.cells[device])});
      }
      while (!name.empty()) {  // a line of the name after the other, the cells in the first
        const std::size_t line = std::min(name.find('\n'), name.size() - 1);
        cells.front().text = name.substr(0, line + (name[line] == '\n' ? 0 : 1));
        name.erase(0, line + 1);
        table.add(cells);
        cells.assign(columns.size(), {});
      }
    }
  }
  return table.text(colour);
}

}  // namespace

std::string matrix_text(const Matrix& matrix, bool colour) {
  std::string text;
  for (std::size_t i = 0; i < matrix.columns.size(); ++i) {
    const MatrixColumn& column = matrix.columns[i];
    const std::string driver = column.driver.empty() ? "" : fmt::format("driver {}; ", column.driver);
    text += paint(fmt::format("{} {}", i + 1, column.title), Colour::bold, colour) + "\n";
    text += wrapped(fmt::format("{}suite {}; {}", driver, column.run, column.file), 2, kWidth);
    if (!column.extent.empty()) text += paint(wrapped(column.extent, 2, kWidth), Colour::yellow, colour);
  }
  if (!matrix.differs.empty()) text += paint(wrapped(differs_sentence(matrix), 0, kWidth), Colour::yellow, colour);
  text += "\n" + wrapped(legend_sentence(), 0, kWidth);
  for (std::size_t begin = 0; begin < matrix.columns.size();) {
    std::size_t end = begin;
    std::size_t room = kWidth;
    while (end < matrix.columns.size()) {
      const std::size_t width = kGap + std::max(width_of(matrix, end), heading(matrix, end).size());
      if (end > begin && room < width + kLeastForNames) break;
      room -= std::min(room, width);
      ++end;
    }
    text += "\n" + table_text(matrix, begin, end, std::max(room, kLeastForNames), colour);
    begin = end;
  }
  return text;
}

}  // namespace halfulp::report
