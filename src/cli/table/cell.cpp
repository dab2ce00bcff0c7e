// SPDX-License-Identifier: Apache-2.0
#include "cli/table/cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "exact/text.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"

namespace halfulp::cli {
namespace {

constexpr std::uint8_t kNoDigit = 0x80;
constexpr std::array<std::uint8_t, 256> kHexValues = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(kNoDigit);
  for (int i = 0; i < 10; ++i) values[static_cast<std::size_t>('0' + i)] = static_cast<std::uint8_t>(i);
  for (int i = 0; i < 6; ++i) {
    values[static_cast<std::size_t>('a' + i)] = static_cast<std::uint8_t>(10 + i);
    values[static_cast<std::size_t>('A' + i)] = static_cast<std::uint8_t>(10 + i);
  }
  return values;
}();

bool is_decimal_digit(char letter) { return letter >= '0' && letter <= '9'; }
bool is_hex_digit(char letter) { return kHexValues[static_cast<unsigned char>(letter)] < kNoDigit; }
bool has_hex_mark(std::string_view text) { return text.starts_with("0x") || text.starts_with("0X"); }

std::string in_lower_case(std::string_view text) {
  std::string result(text);
  for (char& letter : result)
    letter = static_cast<char>(letter >= 'A' && letter <= 'Z' ? letter + ('a' - 'A') : letter);
  return result;
}

/// INF and NaN as Microsoft's C library prints them, as others do; "" for all else.
std::string microsofts(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string word = in_lower_case(text);
  const std::string sign = negative ? "-" : "";
  if (word.starts_with("1.#inf")) return sign + "inf";
  for (const char* const name : {"1.#qnan", "1.#snan", "1.#ind", "1.#nan", "nan(", "qnan", "snan"}) {
    if (word.starts_with(name)) return sign + "nan";
  }
  return "";
}

/// Of `1,234`: whether the comma may part thousands.
bool may_part_thousands(std::string_view before, std::string_view after) {
  return before.size() <= 3 && before != "0" && after.size() == 3;
}

struct CommaNumber {
  std::string_view before;
  std::string_view after;
  bool has_exponent;
};

/// A number with one comma and no point.
std::optional<CommaNumber> comma_number(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos || text.find_first_of(".,", comma + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  std::string_view before = text.substr(0, comma);
  if (before.starts_with('-') || before.starts_with('+')) before.remove_prefix(1);
  const std::size_t exponent = text.find_first_of("eE", comma);
  const std::string_view after =
      text.substr(comma + 1, exponent == std::string_view::npos ? exponent : exponent - comma - 1);
  if (before.empty() || after.empty()) return std::nullopt;
  if (!std::ranges::all_of(before, is_decimal_digit) || !std::ranges::all_of(after, is_decimal_digit)) {
    return std::nullopt;
  }
  return CommaNumber{before, after, exponent != std::string_view::npos};
}

/// A text that is as many hexadecimal digits as the format has, without 0x: bits, a decimal, or in doubt.
Bits read_bare_cell(const FormatInfo& row, std::string_view text, Bits bits, CellStyle style) {
  if (style.is_bits || (style.has_bits && !style.has_decimals)) return bits;
  const bool is_digits = std::ranges::all_of(text, is_decimal_digit);
  if (!is_digits || (style.has_decimals && !style.has_bits)) return parse_value(row.format, text);
  if (text.size() > 1 && text.front() == '0') return bits;
  Bits number = bits;
  try {
    number = parse_value(row.format, text);
  } catch (const Error&) {
    return bits;
  }
  if (number == bits || !number::fits(row, bits)) return number;
  const bool is_number = row.kind == FormatKind::floating || row.kind == FormatKind::signed_integer ||
                         row.kind == FormatKind::unsigned_integer;
  throw Error(Error::Kind::kInput,
              fmt::format("'{0}' may be a number and may be bits; write {1} for the number, 0x{0} for the bits", text,
                          is_number ? fmt::format("+{}", text) : value_text(row.format, number)));
}

}  // namespace

void CellStyle::note(std::string_view text) {
  if (text.empty() || has_hex_mark(text)) return;
  if (text.find('.') != std::string_view::npos || text.front() == '-' || text.front() == '+') {
    has_decimals = has_decimals || text.find_first_of("0123456789") != std::string_view::npos;
    return;
  }
  if (!std::ranges::all_of(text, is_hex_digit)) return;
  constexpr std::array<std::size_t, 5> kWidths = {2, 3, 4, 8, 16};
  const bool has_width = std::ranges::find(kWidths, text.size()) != kWidths.end();
  if (std::ranges::all_of(text, is_decimal_digit)) {
    has_bits = has_bits || (has_width && text.front() == '0');
    has_decimals = has_decimals || (!has_width && text != "0" && text != "1");
  } else {
    has_bits = has_bits || (has_width && !exact::number_of(text));
  }
}

bool has_decimal_comma(std::string_view text) {
  const auto number = comma_number(text);
  return number && (number->has_exponent || !may_part_thousands(number->before, number->after));
}

std::string with_point(std::string_view text, bool has_commas) {
  const auto number = comma_number(text);
  std::string result(text);
  if (!number) return result;
  if (!has_commas && !has_decimal_comma(text)) {
    std::string whole(text);
    whole.erase(whole.find(','), 1);
    result.replace(result.find(','), 1, ".");
    throw Error(Error::Kind::kInput,
                fmt::format("'{}' may be {} and may be {}; write one of these", text, result, whole));
  }
  result.replace(result.find(','), 1, ".");
  return result;
}

std::string_view unwrapped(std::string_view text) {
  if (text.starts_with("=\"") && text.ends_with('"') && text.size() > 2) return text.substr(2, text.size() - 3);
  if (text.starts_with('\'')) return text.substr(1);
  return text;
}

std::optional<Bits> read_digits(std::string_view text, int hex_digits) {
  if (static_cast<int>(text.size()) != hex_digits) return std::nullopt;
  Bits bits = 0;
  std::uint8_t seen = 0;
  for (const char letter : text) {
    const std::uint8_t digit = kHexValues[static_cast<unsigned char>(letter)];
    seen |= digit;
    bits = bits << 4 | digit;
  }
  return seen >= kNoDigit ? std::nullopt : std::optional(bits);
}

Bits read_cell(const FormatInfo& row, std::string_view text, CellStyle style, bool has_commas) {
  text = unwrapped(text);
  if (row.kind == FormatKind::boolean) {
    const std::string word = in_lower_case(text);
    if (word == "true" || word == "1") return 0xffffffff;
    if (word == "false" || word == "0") return 0;
  }
  if (const auto bits = read_digits(text, row.hex_digits())) return read_bare_cell(row, text, *bits, style);
  if (style.is_bits && !text.empty() && text != "0" && std::ranges::all_of(text, is_hex_digit)) {
    throw Error(Error::Kind::kInput,
                fmt::format("'{}' is in a column of bits: write exactly {} hex digits", text, row.hex_digits()));
  }
  if (const std::string word = microsofts(text); !word.empty() && row.kind == FormatKind::floating) {
    return parse_value(row.format, word);
  }
  if (text.find(',') != std::string_view::npos) return parse_value(row.format, with_point(text, has_commas));
  return parse_value(row.format, text);
}

}  // namespace halfulp::cli
