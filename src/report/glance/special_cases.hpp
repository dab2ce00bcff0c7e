// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "halfulp/judge.hpp"

namespace halfulp::report {

/// How much of a set a text says: that it has neighbours of a value, or how many.
enum class Detail : std::uint8_t { brief, full };

/// What one rulebook permits for one case, in a few letters.
struct SpecialCell {
  Explanation of;
  std::string text;                   ///< "NaN", "±0", "1 ±2 ULP"
  std::string brief;                  ///< "NaN", "±0", "≈1"
  std::vector<std::string> readings;  ///< under another option of which more differs than the number of neighbours
  std::string command;                ///< that explains the case
};

struct SpecialRow {
  std::string name;
  std::vector<SpecialCell> cells;
};

/// Rows and columns of cases.
struct SpecialGrid {
  std::string heading;
  std::vector<std::string> columns;
  std::vector<SpecialRow> rows;
};

/// Special cases at a glance.
struct SpecialCases {
  std::string rulebook;
  std::string title;
  std::vector<SpecialGrid> grids;
  Readings chosen;
  Format format = Format::binary32;
};

/// Of a rulebook's operations in that format, whose operands are floating values: one operand by class, of two and
/// three operands the combinations that APIs differ in. Conversions whose rows are equal share one.
/// Throws Error(kUsage) where the rulebook has no such operation.
[[nodiscard]] SpecialCases special_cases(const Rulebook& book, Format format, const Readings& chosen);

/// Of one operation: every class of operand, by every class of a second one, for four values of a third.
/// Throws Error(kUsage) where an operand is no floating value, or there are more than three.
[[nodiscard]] SpecialCases special_cases(const Rulebook& book, Operation operation, Format format,
                                         const Readings& chosen);

/// The set in a few letters: the values, or the one nearest to the exact result and how far others may be from it.
/// `operand`: a denormal whose value, and its negative, are written as d and -d; 0 for none.
[[nodiscard]] std::string short_text(const Explanation& explanation, Bits operand, Detail detail);

/// What the letters of a table's cells mean.
[[nodiscard]] std::string glance_legend(const SpecialCases& table);

/// As text of 100 columns; a cell that is too long is a letter, and stands below.
[[nodiscard]] std::string glance_text(const SpecialCases& table);
[[nodiscard]] std::string glance_markdown(const SpecialCases& table);
/// As a web page, one file.
[[nodiscard]] std::string glance_page(const SpecialCases& table);

}  // namespace halfulp::report
