// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/byte_stream.hpp"
#include "cli/operation_name.hpp"
#include "cli/table/columns.hpp"
#include "cli/table/records.hpp"
#include "cli/table/tolerance.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// Recorded results of one operation in one format, some of a table's, in its order.
struct TableBlock {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::size_t cases = 0;
  std::vector<std::vector<std::byte>> lanes;    ///< of the operands, then of the results
  std::vector<std::uint64_t> lines;             ///< by case
  std::map<std::size_t, std::string> decimals;  ///< results that are decimals of few digits, as they were written
};

/// What the author of a table expects of one case.
struct ExpectedCase {
  std::uint64_t line = 0;
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::vector<Bits> operands;
  Bits expected = 0;
  std::string expected_text;  ///< as it was written
  Tolerance tolerance;
  bool has_result = false;  ///< whether the line has a result, too
};

/// What is asked of a table.
struct TableQuestion {
  /// The operation of a table that has no such column; of one that has, those to read, or empty for all.
  std::vector<Operation> operations;
  std::optional<Format> format;  ///< of lines that name none; nothing: binary32, of a conversion its own
  std::vector<Rulebook> books;   ///< whose names operations have; one at least
};

/// Who takes what a table holds.
struct TableSink {
  std::function<void(const TableBlock&)> results;
  std::function<void(const ExpectedCase&)> expectation;  ///< may be empty: expectations are left out
};

/// What came of a table.
struct TableRead {
  std::uint64_t results = 0;
  std::uint64_t expectations = 0;
  /// Lines that could not be read: the first of them, each with its place and what would mend it.
  std::vector<std::string> problems;
  std::uint64_t unread = 0;  ///< how many
  bool ended = false;        ///< what follows the last problem was not read
};

/// A table of cases: a file of comma-, semicolon-, tab- or blank-separated values with a header, or lines of one
/// operation without one. Memory is bounded whatever the table's length. docs/howto/tables.md describes what is read.
class Table {
 public:
  /// Reads the first piece, and the header where there is one. Throws Error(kInput).
  explicit Table(InputBytes& input);
  /// The same of the records of an input, of which nothing was taken.
  Table(InputBytes& input, Records records);

  [[nodiscard]] const std::string& name() const { return input_.name(); }
  /// The columns by the header, or nothing without one.
  [[nodiscard]] const std::optional<Columns>& columns() const { return columns_; }
  /// Whether a table without a header has separators, and with them values in any form; if not, its lines are
  /// hexadecimal digits.
  [[nodiscard]] bool has_separators() const { return records_.separator() != Separator::blanks; }

  /// Reads it all. A line that cannot be read is a problem, and the others are read; where lines of hexadecimal digits
  /// have such a one, reading ends. Throws Error(kUsage) where question.operations is not one and the table names none,
  /// Error(kInput) where the input cannot be read.
  [[nodiscard]] TableRead read(const TableQuestion& question, const TableSink& sink);

 private:
  void find_header();
  [[nodiscard]] TableRead read_hex_lines(Operation operation, Format format, const TableSink& sink);

  InputBytes& input_;
  Records records_;
  std::optional<Columns> columns_;
};

/// The format in which an operation is asked where a table's line has that text, or none. Throws Error(kUsage) where it
/// is not asked in that.
[[nodiscard]] Format format_of_line(const NamedOperation& named, std::string_view text, std::optional<Format> fallback);

}  // namespace halfulp::cli
