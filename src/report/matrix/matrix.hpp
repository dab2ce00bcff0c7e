// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

/// A report and the file that holds it.
struct ReportOfFile {
  std::string file;
  Report report;
};

/// How a cell looks.
enum class CellKind : std::uint8_t {
  fails,    ///< results fail, or a cause explains failures
  reading,  ///< results pass under another reading only
  passes,   ///< all results pass; of a cause: it explains none
  none,     ///< nothing was judged
};

/// What one device does where a row asks.
struct MatrixCell {
  CellKind kind = CellKind::none;
  std::string text;     ///< "933", "pass", "not offered"
  std::string error;    ///< the largest error, by error_text(); "" for none
  std::string note;     ///< "of 262,144 cases", "the driver offers no control for this"; "" for none
  std::string command;  ///< the command line that judges one failing case again; "" for none
};

struct MatrixRow {
  std::string name;
  std::vector<MatrixCell> cells;  ///< one per column
};

/// Rows under one heading.
struct MatrixPart {
  std::string heading;
  std::vector<MatrixRow> rows;
};

/// The device of one report.
struct MatrixColumn {
  std::string name;    ///< its number and a short name: "1 llvmpipe"
  std::string title;   ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
  std::string driver;  ///< "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"; "" where the report does not have it
  std::string run;     ///< "quick, seed 1, halfulp 0.1.0"
  std::string extent;  ///< "incomplete: interrupted"; "" for a run that judged all that it planned
  std::string file;    ///< without its folder
};

/// Many devices side by side.
struct Matrix {
  std::vector<MatrixColumn> columns;
  std::vector<MatrixPart> parts;  ///< verdicts, causes, then failing operations by rulebook; none is empty
  /// In what a run is not as that of the first column, and the numbers of the columns: "suite", "seed".
  std::vector<std::pair<std::string, std::vector<std::size_t>>> differs;
};

/// A row for each rulebook, each cause that a report has, and each operation in a format that fails in one. Causes are
/// matched by their id, operations by rulebook, name and format. A cell of an operation is of one way of computing it:
/// shown_way(). `reports`: one or more.
[[nodiscard]] Matrix matrix(std::span<const ReportOfFile> reports);

/// In what the runs differ, and which; "" where they do not.
[[nodiscard]] std::string differs_sentence(const Matrix& matrix);

/// The largest error of a result: "43.4%" of what its accuracy rule permits, by the margin of which most is used; where
/// there is no such rule in ULP, "0.5", of codes in steps; "" where nothing was measured.
[[nodiscard]] std::string error_text(const Result& result);

/// "933 (0.5)": the cell's text and error.
[[nodiscard]] std::string bracketed(const MatrixCell& cell);

/// What a cell says, for the reader of a table.
[[nodiscard]] std::string legend_sentence();

/// Of the ways of computing an operation that count the one with most failures, then with most passes under readings;
/// the principal one where no other has more. Null where there is none.
[[nodiscard]] const Result* shown_way(const Report& report, const std::string& rulebook, Operation operation,
                                      Format format) noexcept;

}  // namespace halfulp::report
