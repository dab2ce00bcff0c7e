// SPDX-License-Identifier: Apache-2.0
#include "report/line_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "number/layout.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::int64_t kLineColumns = 64;
/// Values shown on either side of the set.
constexpr std::int64_t kLineMargin = 4;

/// How many of the values from `first` to `last` are permitted.
std::int64_t permitted_in(const PermittedSet& permitted, std::int64_t first, std::int64_t last) {
  const FormatInfo& row = info(permitted.format);
  std::int64_t count = 0;
  for (const Range& range : permitted.ranges) {
    const std::int64_t from = std::max(first, number::ordinal(row, range.first));
    const std::int64_t to = std::min(last, number::ordinal(row, range.last));
    count += std::max<std::int64_t>(0, to - from + 1);
  }
  return count;
}

}  // namespace

std::string line_drawing(const PermittedSet& permitted, Bits rounded) {
  const FormatInfo& row = info(permitted.format);
  if (row.kind == FormatKind::boolean || row.kind == FormatKind::shared_exponent) {
    return "  nothing to draw: the result is no number\n";
  }
  if (permitted.anything) return "  every result is permitted\n";
  if (permitted.ranges.empty()) return "  no number is permitted\n";
  const bool is_floating = row.kind == FormatKind::floating;
  const number::Layout layout(row);
  const bool has_mark = !is_floating || !layout.is_nan(rounded);
  std::int64_t first = number::ordinal(row, permitted.ranges.front().first);
  std::int64_t last = number::ordinal(row, permitted.ranges.back().last);
  const std::int64_t mark = has_mark ? number::ordinal(row, rounded) : first;
  const std::int64_t most = is_floating ? static_cast<std::int64_t>(layout.infinity()) : number::most_code(row);
  const std::int64_t least = !is_floating ? number::least_code(row) : row.has_sign ? number::mirrored(most) : 0;
  first = std::max(least, std::min(first, mark) - kLineMargin);
  last = std::min(most, std::max(last, mark) + kLineMargin);
  const std::int64_t each = (last - first) / kLineColumns + 1;
  std::string line;
  for (std::int64_t at = first; at <= last; at += each) {
    const std::int64_t end = std::min(last, at + each - 1);
    const std::int64_t count = permitted_in(permitted, at, end);
    line += count == 0 ? '.' : count == end - at + 1 ? '#' : '+';
  }
  const std::string from = value_text(row.format, number::from_ordinal(row, first));
  std::string text = fmt::format("  {} {} {}\n", from, line, value_text(row.format, number::from_ordinal(row, last)));
  const std::string unit = each == 1 ? "a column is a value"
                                     : fmt::format("a column is {} values", grouped(static_cast<std::uint64_t>(each)));
  const auto column = static_cast<std::size_t>((mark - first) / each);
  text += has_mark ? fmt::format("  {}^ the exact result, rounded to nearest; {}\n",
                                 std::string(from.size() + 1 + column, ' '), unit)
                   : fmt::format("  {}\n", unit);
  return text;
}

}  // namespace halfulp::report
