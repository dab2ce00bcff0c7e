// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "report/markdown.hpp"
#include "report/matrix/matrix_text.hpp"

namespace halfulp::report {

std::string matrix_markdown(const Matrix& matrix) {
  std::string text = matrix.differs.empty() ? "" : differs_sentence(matrix) + "\n\n";
  std::string line = "|---";
  text += legend_sentence() + "\n\n| ";
  for (const MatrixColumn& column : matrix.columns) {
    text += fmt::format("| {} ", in_markdown(column.name));
    line += "|---";
  }
  text += "|\n" + line + "|\n";
  const auto runs = [&](std::string_view name, std::string MatrixColumn::*member) {
    if (std::ranges::all_of(matrix.columns, &std::string::empty, member)) return;
    text += fmt::format("| {} ", name);
    for (const MatrixColumn& column : matrix.columns) text += fmt::format("| {} ", in_markdown(column.*member));
    text += "|\n";
  };
  for (const MatrixPart& part : matrix.parts) {
    text += fmt::format("| **{}** {}|\n", in_markdown(part.heading), fmt::format("{:|>{}}", "", matrix.columns.size()));
    for (const MatrixRow& row : part.rows) {
      text += fmt::format("| {} ", in_markdown(row.name));
      for (const MatrixCell& cell : row.cells) {
        text += fmt::format("| {} ", in_markdown(bracketed(cell)));
      }
      text += "|\n";
    }
    if (&part != &matrix.parts.front()) continue;
    runs("device", &MatrixColumn::title);
    runs("driver", &MatrixColumn::driver);
    runs("suite", &MatrixColumn::run);
    runs("extent", &MatrixColumn::extent);
  }
  return text;
}

}  // namespace halfulp::report
