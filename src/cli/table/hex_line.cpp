// SPDX-License-Identifier: Apache-2.0
#include "cli/table/hex_line.hpp"

#include <fmt/format.h>

#include "cli/table/cell.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

bool is_between_fields(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

std::string_view next_hex_field(std::string_view& line) {
  std::size_t begin = 0;
  while (begin < line.size() && is_between_fields(line[begin])) ++begin;
  std::size_t end = begin;
  while (end < line.size() && !is_between_fields(line[end])) ++end;
  const std::string_view field = line.substr(begin, end - begin);
  line.remove_prefix(end);
  return field;
}

/// The bits of a field that has the digits of that format.
std::optional<Bits> read_hex_field(std::string_view text, const FormatInfo& row) {
  if (row.kind == FormatKind::boolean && (text == "0" || text == "1")) return text == "1" ? 0xffffffff : 0;
  if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
  return read_digits(text, row.hex_digits());
}

std::string digits_text_of(int count) { return count == 1 ? "1 digit" : fmt::format("{} digits", count); }

}  // namespace

HexLineReader::HexLineReader(Operation operation, Format format) : row_(info(operation)) {
  for (int i = 0; i < row_.arity; ++i) formats_.push_back(&info(row_.operand_format(i, format)));
  formats_.push_back(&info(row_.result(format)));
}

bool HexLineReader::read(std::string_view line, std::vector<Bits>& values) {
  values.clear();
  for (const FormatInfo* format : formats_) {
    const auto bits = read_hex_field(next_hex_field(line), *format);
    if (!bits) return false;
    if (!number::fits(*format, *bits)) {
      too_wide_ = format;
      return false;
    }
    values.push_back(*bits);
  }
  const std::string_view flags = next_hex_field(line);
  const bool has_flags = !flags.empty();
  // A first line without flags is no TestFloat's, nor are the others.
  if (!flags_) flags_ = has_flags;
  if (has_flags != *flags_) return false;
  constexpr Bits kMostFlags = 0x1f;
  if (has_flags && read_digits(flags, 2).value_or(kMostFlags + 1) > kMostFlags) return false;
  return next_hex_field(line).empty();
}

std::string HexLineReader::expected() const {
  if (too_wide_ != nullptr) {
    return fmt::format("zero in the bits above the {} of {}", too_wide_->bits, too_wide_->name);
  }
  std::vector<std::string> fields;
  for (std::size_t i = 0; i < formats_.size(); ++i) {
    const bool is_result = i + 1 == formats_.size();
    fields.push_back(fmt::format("{} in {}", is_result ? "result" : row_.operand_names[i],
                                 digits_text_of(formats_[i]->hex_digits())));
  }
  return fmt::format("{} hexadecimal fields ({}){}", fields.size(), fmt::join(fields, ", "),
                     flags_.value_or(false) ? " and two digits of exception flags"
                     : flags_.has_value()   ? ""
                                            : ", perhaps with TestFloat's two digits of exception flags");
}

}  // namespace halfulp::cli
