// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
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
  std::string error;    ///< the largest error in ULP, of codes in steps: "0.5"; "" for none
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
  std::vector<MatrixPart> parts;     ///< verdicts, causes, then failing operations by rulebook; none is empty
  std::vector<std::string> differs;  ///< what the runs do not have in common: "suite", "seed", "rulebook d3d11"
};

/// A row for each rulebook, each cause that a report has, and each operation in a format that fails in one. Causes are
/// matched by their id, operations by rulebook, name and format. A cell of an operation is of one way of computing it:
/// shown_way(). `reports`: one or more.
[[nodiscard]] Matrix matrix(std::span<const ReportOfFile> reports);

/// That the runs differ, and in what; "" where they do not.
[[nodiscard]] std::string differs_sentence(const Matrix& matrix);

/// "933 (0.5)": the cell's text and error.
[[nodiscard]] std::string bracketed(const MatrixCell& cell);

/// What a cell says, for the reader of a table.
[[nodiscard]] std::string legend_sentence();

/// Of the ways of computing an operation that count the one with most failures, then with most passes under readings;
/// the principal one where no other has more. Null where there is none.
[[nodiscard]] const Result* shown_way(const Report& report, const std::string& rulebook, Operation operation,
                                      Format format) noexcept;

}  // namespace halfulp::report
