// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/special_table.hpp"

#include <algorithm>
#include <cmath>

#include "number/as_double.hpp"

namespace halfulp::judge {
namespace {

using Class = OperandClass;

/// The table's names for each class, the most specific first.
constexpr std::array<std::array<std::string_view, 4>, 9> kNames = {{
    {"NaN"},
    {"-inf"},
    {"+inf"},
    {"-0", "F"},
    {"+0", "F"},
    {"-1.0", "-1", "-F", "F"},
    {"+1.0", "+1", "+F", "F"},
    {"-F", "F"},
    {"+F", "F"},
}};

/// In the order of TableCell::Result.
constexpr std::array<std::string_view, 13> kResults = {"NaN", "-inf", "+inf",  "-0",   "+0",    "0",    "-1",
                                                       "+1",  "src0", "-src0", "src1", "-src1", "exact"};

/// Of codes only zero has a class of its own, and the ends of a normalised format.
Class class_of_code(const FormatInfo& row, Bits bits) {
  const std::int64_t code = number::ordinal(row, bits);
  if (code == 0) return Class::plus_zero;
  if (number::is_normalised(row) && code >= row.scale()) return Class::plus_one;
  if (number::is_normalised(row) && code <= -row.scale()) return Class::minus_one;
  return code < 0 ? Class::minus : Class::plus;
}

Class class_of(const FormatInfo& row, Bits bits) {
  return row.kind == FormatKind::floating ? judge::class_of(number::as_double(row, bits)) : class_of_code(row, bits);
}

TableCell read(std::string_view text) {
  TableCell cell;
  if (text == "[-1,1]") cell.range = TableCell::Range::sine;
  if (text == "[+0,1)") cell.range = TableCell::Range::fraction;
  for (std::size_t i = 0; i < kResults.size(); ++i) {
    for (std::string_view rest = text; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find('/'));
      if (word == kResults[i]) cell.results |= static_cast<std::uint16_t>(1U << i);
      rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    }
  }
  return cell;
}

}  // namespace

OperandClass class_of(double value) {
  const bool negative = std::signbit(value);
  if (std::isnan(value)) return Class::nan;
  if (std::isinf(value)) return negative ? Class::minus_infinity : Class::plus_infinity;
  if (value == 0) return negative ? Class::minus_zero : Class::plus_zero;
  if (std::fabs(value) == 1) return negative ? Class::minus_one : Class::plus_one;
  return negative ? Class::minus : Class::plus;
}

SpecialTable::SpecialTable(const rulebook::SpecialTable& table)
    : rows_(places(table.rows)), columns_(places(table.columns)) {
  if (table.rows.empty()) rows_.fill(0);  // of one operand there is one row
  for (const std::vector<std::string>& line : table.cells) {
    std::vector<TableCell> cells;
    for (const std::string& text : line) cells.push_back(read(text));
    cells.resize(table.columns.size() + 1);
    cells_.push_back(std::move(cells));
  }
  cells_.resize(cells_.size() + 1, std::vector<TableCell>(table.columns.size() + 1));
}

SpecialTable::Places SpecialTable::places(const std::vector<std::string>& names) {
  Places places;
  for (std::size_t i = 0; i < kClasses; ++i) {
    places[i] = names.size();
    for (const std::string_view name : kNames[i]) {
      if (name.empty() || places[i] != names.size()) break;
      places[i] = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    }
  }
  return places;
}

const TableCell& SpecialTable::cell(const FormatInfo& row, std::span<const Bits> operands) const {
  return cell(class_of(row, operands.front()), class_of(row, operands.back()));
}

const TableCell& SpecialTable::cell(OperandClass first, OperandClass last) const {
  return cells_[rows_[static_cast<std::size_t>(first)]][columns_[static_cast<std::size_t>(last)]];
}

}  // namespace halfulp::judge
