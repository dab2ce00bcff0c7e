// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/table/cell.hpp"
#include "cli/table/records.hpp"

namespace halfulp::cli {

/// A result of an expression, observed for operands.
struct ExpressionCase {
  std::uint64_t line;
  std::vector<Bits> operands;
  std::vector<Bits> result;  ///< one for each component
};

/// The expression in the header of a table that has no column `result`: the name of the column of its results. Goes
/// back to where it began. Nothing where the header names none.
[[nodiscard]] std::optional<std::string> expression_of_header(Records& records);

/// A table of results of one expression: a column for each operand, of a vector for each component (n.x), and `result`,
/// or result.x, result.y of a vector; or a column that has the expression as its name.
class ExpressionLines {
 public:
  /// Reads the header, and learns from the first lines how values are written. `file`: for messages. Throws
  /// Error(kInput), naming the column, where one is missing.
  ExpressionLines(Records records, const FormatInfo& row, std::string file, std::string expression);

  [[nodiscard]] const std::string& expression() const { return expression_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  /// The names of the operands: "x", "n.x".
  [[nodiscard]] const std::vector<std::string>& operands() const { return names_; }
  /// How many components the result has.
  [[nodiscard]] std::size_t components() const { return columns_.size() - names_.size(); }

  /// The next cases, `most` of them, fewer only at the end. Lines that cannot be read are named on standard error, the
  /// first 100 of them, and left out.
  [[nodiscard]] std::vector<ExpressionCase> next(std::size_t most);
  /// How many lines could not be read up to now.
  [[nodiscard]] std::uint64_t unread() const { return unread_; }

 private:
  void find_columns(const Record& header);
  void learn();
  [[nodiscard]] std::optional<ExpressionCase> read(const Record& record);

  Records records_;
  const FormatInfo& row_;
  std::string file_;
  std::string expression_;
  std::vector<std::string> names_;
  std::vector<std::size_t> columns_;  ///< of the operands and the result
  std::vector<CellStyle> styles_;     ///< of each of them
  bool has_commas_ = false;           ///< some value has a decimal comma
  std::uint64_t unread_ = 0;
};

}  // namespace halfulp::cli
