// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/special_table.hpp"

#include <algorithm>
#include <array>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// The same of a code: of integers and fixed-point numbers only zero has a class of its own.
std::array<std::string_view, 4> code_classes(const FormatInfo& row, Bits bits) {
  const std::int64_t code = number::ordinal(row, bits);
  if (code == 0) return {"+0", "F"};
  if (number::is_normalised(row) && code >= row.scale()) return {"+1.0", "+1", "+F", "F"};
  if (number::is_normalised(row) && code <= -row.scale()) return {"-1.0", "-1", "-F", "F"};
  return {code < 0 ? "-F" : "+F", "F"};
}

/// Names of the classes that hold a value, the most specific first.
std::array<std::string_view, 4> classes_of(const FormatInfo& row, Bits bits) {
  if (row.kind != FormatKind::floating) return code_classes(row, bits);
  const number::Layout layout(row);
  const bool negative = layout.is_negative(bits);
  if (layout.is_nan(bits)) return {"NaN"};
  if (layout.is_infinite(bits)) return {negative ? "-inf" : "+inf"};
  if (layout.is_zero(bits)) return {negative ? "-0" : "+0", "F"};
  const std::string_view finite = negative ? "-F" : "+F";
  if (layout.magnitude(bits) == layout.one()) return {negative ? "-1.0" : "+1.0", negative ? "-1" : "+1", finite, "F"};
  return {finite, "F"};
}

/// Place of the operand's class among the table's names, or -1.
std::ptrdiff_t place(const std::vector<std::string>& names, const FormatInfo& row, Bits bits) {
  for (const std::string_view name : classes_of(row, bits)) {
    if (name.empty()) break;
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) return found - names.begin();
  }
  return -1;
}

}  // namespace

std::string_view cell_of(const rulebook::SpecialTable& table, const FormatInfo& row, std::span<const Bits> operands) {
  const std::ptrdiff_t line = table.rows.empty() ? 0 : place(table.rows, row, operands.front());
  const std::ptrdiff_t column = place(table.columns, row, operands.back());
  if (line < 0 || column < 0) return "accuracy";
  return table.cells[static_cast<std::size_t>(line)][static_cast<std::size_t>(column)];
}

}  // namespace halfulp::judge
