// SPDX-License-Identifier: Apache-2.0
#include "device/failed_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "number/layout.hpp"

namespace halfulp::device {
namespace {

std::string value_comment(Format format, Bits bits) {
  return fmt::format("{} = {} = {}", bits_text(format, bits), hex_text(format, bits), value_text(format, bits));
}

std::string permitted_comment(const PermittedSet& permitted) {
  std::string text = permitted.anything ? "//   anything\n" : "";
  for (const Range& range : permitted.ranges) {
    text += fmt::format("//   {}", value_comment(permitted.format, range.first));
    if (range.first != range.last) text += fmt::format("\n//     to {}", value_comment(permitted.format, range.last));
    text += "\n";
  }
  if (permitted.nan == NanKind::any) text += "//   any NaN\n";
  if (permitted.nan == NanKind::listed) {
    for (const Bits bits : permitted.nan_patterns)
      text += fmt::format("//   {} (NaN)\n", bits_text(permitted.format, bits));
  }
  return text;
}

/// The bits of a range as unsigned numbers, ascending: those of minus signs and the others.
std::vector<std::pair<Bits, Bits>> bit_ranges(const FormatInfo& row, const Range& range) {
  const Bits sign = row.has_sign ? Bits{1} << (row.bits - 1) : 0;
  const Bits all = row.bits == 64 ? ~Bits{0} : (Bits{1} << row.bits) - 1;
  const bool crosses = (range.first & sign) != 0 && (range.last & sign) == 0;
  if (!crosses) return {std::minmax(range.first, range.last)};
  const Bits end = row.kind == FormatKind::floating ? sign : all;
  return {std::minmax(range.first, end), {0, range.last}};
}

}  // namespace

std::string case_comment(const DeviceDescription& device, std::string_view instruction, const FailedCase& failed) {
  const OperationInfo& operation = info(failed.operation);
  std::string text =
      fmt::format("// {} ({}) on {} breaks the rule {} of {}.\n// Device: {}\n", name(failed.operation, failed.naming),
                  instruction, device.title, failed.rule, failed.rulebook, device.name);
  for (const auto& [key, value] : device.facts) text += fmt::format("//   {}: {}\n", key, value);
  text += "// Operands:\n";
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const Format format = operation.operand_format(static_cast<int>(k), failed.format);
    text += fmt::format("//   {} = {}\n", operation.operand_names[k], value_comment(format, failed.operands[k]));
  }
  text +=
      fmt::format("// The device's result:\n//   {}\n// Permitted:\n{}",
                  value_comment(operation.result(failed.format), failed.observed), permitted_comment(failed.permitted));
  if (!failed.says.empty()) text += fmt::format("// Rule: {}\n//   {}\n", failed.says, failed.source);
  if (!failed.command.empty()) text += fmt::format("// Try it: {}\n", failed.command);
  return text;
}

std::vector<std::pair<Bits, Bits>> permitted_bits(const PermittedSet& permitted) {
  const FormatInfo& row = info(permitted.format);
  const Bits all = row.bits == 64 ? ~Bits{0} : (Bits{1} << row.bits) - 1;
  if (permitted.anything) return {{0, all}};
  std::vector<std::pair<Bits, Bits>> found;
  for (const Range& range : permitted.ranges) {
    for (const auto& part : bit_ranges(row, range)) found.push_back(part);
  }
  for (const Bits bits : permitted.nan_patterns) found.emplace_back(bits, bits);
  if (permitted.nan == NanKind::any) {
    const number::Layout layout(row);
    const Bits sign = row.has_sign ? Bits{1} << (row.bits - 1) : 0;
    found.emplace_back(layout.exponent_mask() + 1, (sign != 0 ? sign : Bits{1} << row.bits) - 1);
    if (sign != 0) found.emplace_back(sign | (layout.exponent_mask() + 1), sign | (sign - 1));
  }
  return found;
}

}  // namespace halfulp::device
