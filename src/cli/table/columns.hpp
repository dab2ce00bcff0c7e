// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/table/records.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::cli {

/// What the number of a tolerance column is counted in.
enum class ToleranceUnit : std::uint8_t { as_written, ulp, absolute, relative };

/// Which column of a table holds what, by its header.
class Columns {
 public:
  /// The columns of a header; nothing where no field of the record is the name of a column. Throws Error(kInput),
  /// naming file, line and column, where two columns may hold the same.
  [[nodiscard]] static std::optional<Columns> of(const Record& header, const std::string& file);
  /// The columns of a table of one operation without a header: the operands and the result.
  [[nodiscard]] static Columns of(Operation asked);

  std::optional<std::size_t> operation;
  std::optional<std::size_t> format;
  std::optional<std::size_t> result;
  std::optional<std::size_t> expected;
  std::optional<std::size_t> tolerance;
  ToleranceUnit tolerance_unit = ToleranceUnit::as_written;
  std::vector<std::string> unread;  ///< names of columns that hold none of these
  std::size_t count = 0;

  /// The columns of an operation's operands, by their names or by their order; nothing for an operand that has none.
  /// Throws Error(kInput) where two columns may hold one.
  [[nodiscard]] std::vector<std::optional<std::size_t>> operands(Operation asked) const;
  /// Of a column that is no operand of an operation with these: whether it may hold another operation's.
  [[nodiscard]] const std::vector<std::size_t>& all_operands() const { return all_operands_; }
  [[nodiscard]] const std::string& name(std::size_t column) const { return names_[column]; }
  /// Whether the header says that a column holds bits: `x_bits`, `Result (hex)`.
  [[nodiscard]] bool says_bits(std::size_t column) const { return say_bits_[column]; }

 private:
  /// Columns that number operands in one way: x, y, z, or src0, src1, src2.
  struct Family {
    std::string_view name;
    std::vector<std::optional<std::size_t>> columns;  ///< by operand
  };

  /// Returns the column that was this operand's before.
  std::optional<std::size_t> add_operand(std::string_view family, std::size_t index, std::size_t column);

  /// Whether another column holds the bits of this one's values: `x` where there is `x_hex`.
  [[nodiscard]] bool has_bits_elsewhere(std::size_t column) const;

  std::vector<std::string> names_;  ///< as they are compared: lower case, letters and digits only, without `bits`
  std::vector<bool> say_bits_;      ///< by column
  std::vector<Family> families_;
  std::vector<std::size_t> all_operands_;
};

}  // namespace halfulp::cli
