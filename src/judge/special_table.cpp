// SPDX-License-Identifier: Apache-2.0
#include "judge/special_table.hpp"

#include <algorithm>
#include <array>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// Names of the classes that hold a value, the most specific first.
std::array<std::string_view, 4> classes_of(const FormatInfo& row, Bits bits) {
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
