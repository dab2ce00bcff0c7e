// SPDX-License-Identifier: Apache-2.0
#include "report/values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "halfulp/operation.hpp"

namespace halfulp::report {
namespace {

bool is_floating(Format format) { return info(format).kind == FormatKind::floating; }

std::string range_line(Format format, const Range& range) {
  const auto both = [&](auto text) {
    return range.first == range.last ? text(format, range.first)
                                     : fmt::format("[{}, {}]", text(format, range.first), text(format, range.last));
  };
  std::string line = "  " + both(value_text);
  if (is_floating(format)) line += "   " + both(hex_text);
  return line + "   " + both(bits_text) + "\n";
}

}  // namespace

std::string value_lines(std::span<const ValueLine> lines) {
  struct Texts {
    std::string label, value, hex, bits, note;
  };
  std::vector<Texts> rows;
  std::size_t label_width = 0;
  std::size_t value_width = 0;
  std::size_t hex_width = 0;
  for (const ValueLine& line : lines) {
    Texts row{line.label, value_text(line.format, line.bits),
              is_floating(line.format) ? hex_text(line.format, line.bits) : "", bits_text(line.format, line.bits),
              line.note};
    label_width = std::max(label_width, row.label.size());
    value_width = std::max(value_width, row.value.size());
    hex_width = std::max(hex_width, row.hex.size());
    rows.push_back(std::move(row));
  }
  std::string result;
  for (const Texts& row : rows) {
    std::string line = fmt::format("  {:<{}}   {:<{}}   {:<{}}   {}   {}", row.label, label_width, row.value,
                                   value_width, row.hex, hex_width, row.bits, row.note);
    line.erase(line.find_last_not_of(' ') + 1);
    result += line + "\n";
  }
  return result;
}

std::string permitted_lines(const PermittedSet& permitted) {
  if (permitted.anything) return "  anything: the document does not constrain it\n";
  std::string result;
  for (const Range& range : permitted.ranges) result += range_line(permitted.format, range);
  if (permitted.nan == NanKind::any) result += "  any NaN\n";
  for (const Bits bits : permitted.nan_patterns) {
    result += fmt::format("  nan   {}\n", bits_text(permitted.format, bits));
  }
  return result;
}

Explanation call_of(Operation operation, Format format, Naming naming, std::span<const Bits> operands) {
  Explanation call;
  call.naming = naming;
  call.operation = operation;
  call.format = format;
  call.result_format = info(operation).result(format);
  call.operands.assign(operands.begin(), operands.begin() + info(operation).arity);
  return call;
}

std::vector<ValueLine> operand_lines(const Explanation& explanation) {
  const OperationInfo& row = info(explanation.operation);
  std::vector<ValueLine> lines;
  for (std::size_t i = 0; i < explanation.operands.size(); ++i) {
    lines.push_back({.label = std::string(row.operand_names[i]),
                     .format = row.operand_format(static_cast<int>(i), explanation.format),
                     .bits = explanation.operands[i],
                     .note = ""});
  }
  return lines;
}

std::string call_text(const Explanation& explanation) {
  std::vector<std::string> operands;
  for (const ValueLine& line : operand_lines(explanation)) operands.push_back(value_text(line.format, line.bits));
  return fmt::format("{}({})", name(explanation.operation, explanation.naming), fmt::join(operands, ", "));
}

std::string source_text(const Source& source, std::string_view status) {
  const std::string title = source.title.empty() ? "" : fmt::format(" ({})", source.title);
  return fmt::format("{} {}{}, {}", source.document, source.clause, title, status);
}

std::string source_lines(const Source& source, std::string_view status, std::size_t indent, std::size_t width) {
  return wrapped(source.says, indent, width) + wrapped("[" + source_text(source, status) + "]", indent, width);
}

std::string grouped(std::uint64_t number) {
  constexpr std::size_t kGroup = 3;
  std::string digits = fmt::format("{}", number);
  for (std::size_t from_end = kGroup; from_end < digits.size(); from_end += kGroup + 1) {
    digits.insert(digits.size() - from_end, ",");
  }
  return digits;
}

std::string figure_text(double value, int digits) {
  constexpr double kWholeFrom = 1000;
  constexpr double kScientificFrom = 1e12;
  if (value >= kScientificFrom) return fmt::format("{:.3g}", value);
  if (value >= kWholeFrom) return grouped(static_cast<std::uint64_t>(std::ceil(value)));
  return fmt::format("{:.{}g}", value, digits);
}

std::string ulp_text(const std::optional<double>& error) {
  if (!error) return "";
  constexpr int kDigits = 4;
  std::string text = figure_text(*error, kDigits);
  // What is just beyond a bound of whole ULP is not to look as if it were on it.
  const bool is_cut = *error < 1000 && text.find('.') == std::string::npos;
  return is_cut ? fmt::format("{:.7g}", *error) : text;
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t start = std::min(text.find_first_not_of(" \n"), text.size());
    text.remove_prefix(start);
    const std::string_view word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    if (word.empty()) break;
    if (column > 0 && column + 1 + word.size() <= width) {
      result += ' ';
      ++column;
    } else {
      if (column > 0) result += '\n';
      result.append(indent, ' ');
      column = indent;
    }
    result += word;
    column += word.size();
  }
  return result + "\n";
}

std::string nearest_text(const PermittedSet& permitted, Bits observed, bool has_bits) {
  const std::optional<NearestPermitted> nearest = permitted.nearest(observed);
  // Truth has no distance.
  if (!nearest || nearest->values == 0 || info(permitted.format).kind == FormatKind::boolean) return "";
  const std::string bits = has_bits ? fmt::format(" ({})", bits_text(permitted.format, nearest->bits)) : "";
  return fmt::format("nearest permitted: {}{}, {} value{} away", value_text(permitted.format, nearest->bits), bits,
                     grouped(nearest->values), nearest->values == 1 ? "" : "s");
}

std::string exact_text(const Explanation& explanation) {
  const std::string_view how = explanation.exact_clamped      ? " (clamped)"
                               : explanation.exact_of_flushed ? " (denormal operands flushed)"
                                                              : "";
  return fmt::format("exact result{}: {}", how, explanation.exact);
}

}  // namespace halfulp::report
