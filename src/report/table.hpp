// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/paint.hpp"

namespace halfulp::report {

/// One cell of a table.
struct Cell {
  std::string text;
  Colour colour = Colour::none;
};

/// One column: its heading and how its cells stand in it.
struct Column {
  std::string heading;
  bool to_the_right = false;
};

/// A table of text in columns two spaces apart. No cell is cut: names of which one part was cut look the same.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// One cell per column.
  void add(std::vector<Cell> cells) { rows_.push_back(std::move(cells)); }
  /// A line of its own across all columns, after an empty one.
  void add_title(std::string title);

  [[nodiscard]] std::string text(bool colour) const;

 private:
  [[nodiscard]] std::vector<std::size_t> widths() const;

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;  ///< a row of one cell in a table of several columns is a title
};

}  // namespace halfulp::report
