// SPDX-License-Identifier: Apache-2.0
// Values as people write them, read; declared in halfulp/format.hpp.
#include "exact/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "halfulp/format.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using exact::Rational;

/// Longest exponent that is worth reading: beyond it every format overflows or underflows.
constexpr int kMostExponent = 20000;

/// So many digits can be cancelled by an exponent that is not clamped, in base 16 too.
constexpr std::size_t kMostLetters = 4000;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

[[noreturn]] void not_a_value(const FormatInfo& row, std::string_view text, std::string_view why) {
  const std::string bits = fmt::format("0x{:0>{}}", "", row.hex_digits());
  const auto numbers = [&]() -> std::string {
    switch (row.kind) {
      case FormatKind::floating:
        return "a decimal (0.1), a hex float with a 'p' (0x1.8p-3), inf, -inf, nan, or ";
      case FormatKind::shared_exponent:
        return "";
      case FormatKind::boolean:
        return "true, false, or ";
      case FormatKind::signed_integer:
      case FormatKind::unsigned_integer:
        return "a decimal integer, or ";
      default:
        return fmt::format("a fraction (1/{}), or ", number::denominator(row));
    }
  };
  const std::string forms = fmt::format("{}bits: 0x and exactly {} hex digit{} ({})", numbers(), row.hex_digits(),
                                        row.hex_digits() == 1 ? "" : "s", bits);
  throw Error(Error::Kind::kInput, fmt::format("'{}' is no {} value: {}; write {}", text, row.name, why, forms));
}

/// The exponent after 'e' or 'p', clamped; false if there is none or it is malformed.
bool read_exponent(std::string_view text, int& exponent) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return false;
  exponent = 0;
  for (const char c : text) exponent = std::min(exponent * 10 + (c - '0'), kMostExponent);
  if (negative) exponent = -exponent;
  return true;
}

/// Digits with at most one point in some base; false if malformed. `places`: digits after the point.
bool read_digits(std::string_view text, int base, Rational& value, int& places) {
  bool any = false;
  bool point = false;
  places = 0;
  value = 0;
  const Rational scale = base;
  for (const char c : text) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    const int digit = hex_value(c);
    if (digit < 0 || digit >= base) return false;
    value = value * scale + Rational(digit);
    any = true;
    if (point) ++places;
  }
  return any;
}

Rational power(std::int64_t base, int exponent) {
  Rational result = 1;
  Rational factor = exponent < 0 ? Rational(1, base) : Rational(base);
  for (int n = std::abs(exponent); n > 0; n /= 2) {
    if (n % 2 != 0) result = result * factor;
    factor = factor * factor;
  }
  return result;
}

bool read_hex_float(std::string_view digits, Rational& value) {
  const std::size_t p = digits.find_first_of("pP");
  int exponent = 0;
  int places = 0;
  if (p == std::string_view::npos || !read_exponent(digits.substr(p + 1), exponent)) return false;
  if (!read_digits(digits.substr(0, p), 16, value, places)) return false;
  value = value * power(2, exponent - 4 * places);
  return true;
}

bool read_decimal(std::string_view text, Rational& value, Rational& last_place) {
  const std::size_t e = text.find_first_of("eE");
  int exponent = 0;
  int places = 0;
  if (e != std::string_view::npos && !read_exponent(text.substr(e + 1), exponent)) return false;
  if (!read_digits(text.substr(0, e), 10, value, places)) return false;
  last_place = power(10, exponent - places);
  value = value * last_place;
  return true;
}

/// The number without the marks that people and languages put there: 1'000, 1_000, 1.0f, 1.0h, 1.0L.
std::string without_marks(std::string_view text) {
  std::string number;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_mark = text[i] == '\'' || text[i] == '_';
    const bool is_between = i > 0 && i + 1 < text.size() && hex_value(text[i - 1]) >= 0 && hex_value(text[i + 1]) >= 0;
    if (!is_mark || !is_between) number += text[i];
  }
  const bool is_hex = number.starts_with("0x") || number.starts_with("0X");
  const bool may_have_suffix = number.size() > 1 && (!is_hex || number.find_first_of("pP") != std::string::npos);
  if (may_have_suffix && std::string_view("fFhHlL").find(number.back()) != std::string_view::npos) number.pop_back();
  return number;
}

/// A number, and of a decimal the unit of its last digit.
std::optional<std::pair<Rational, std::optional<Rational>>> read_number(std::string_view text) {
  const std::string number = without_marks(text);
  std::string_view body = number;
  const bool negative = body.starts_with('-');
  if (negative || body.starts_with('+')) body.remove_prefix(1);
  const bool is_hex = body.starts_with("0x") || body.starts_with("0X");
  Rational value;
  Rational last_place;
  if (is_hex ? !read_hex_float(body.substr(2), value) : !read_decimal(body, value, last_place)) return std::nullopt;
  return std::pair(negative ? -value : value, is_hex ? std::nullopt : std::optional(last_place));
}

/// The bits that as many hex digits are as the format has; nothing where the text is something else.
std::optional<Bits> read_bits(const FormatInfo& row, std::string_view digits) {
  if (static_cast<int>(digits.size()) != row.hex_digits()) return std::nullopt;
  Bits bits = 0;
  for (const char c : digits) {
    if (hex_value(c) < 0) return std::nullopt;
    bits = bits << 4 | static_cast<Bits>(hex_value(c));
  }
  return bits;
}

/// Of a whole number as the value of a code, that code.
std::optional<std::int64_t> code_of_value(const FormatInfo& row, const Rational& value) {
  const Rational code = value * Rational(number::denominator(row));
  if (code < Rational(number::least_code(row)) || code > Rational(number::most_code(row))) return std::nullopt;
  return code.to_int64();
}

/// `5/255 for the code`, and `1275/255 for the value` where that is another of the format's.
std::string as_fractions(const FormatInfo& row, const Rational& number) {
  const std::int64_t denominator = number::denominator(row);
  const std::int64_t code = number.to_int64();
  std::string text = fmt::format("{}/{} for the code", code, denominator);
  if (const auto other = code_of_value(row, number); other && *other != code) {
    text += fmt::format(", {}/{} for the value", *other, denominator);
  }
  return text;
}

/// How to write a text as the number that it is, and not as bits: in a way that is read.
std::string as_number(const FormatInfo& row, std::string_view text, const Rational& number) {
  switch (row.kind) {
    case FormatKind::floating:
    case FormatKind::signed_integer:
    case FormatKind::unsigned_integer:
      return fmt::format("+{} for the decimal", text);
    default:
      return as_fractions(row, number);
  }
}

/// Whether a text that is a whole number and may be bits can be meant as the number: false of one beyond the format.
bool may_be_number(const FormatInfo& row, const Rational& number) {
  switch (row.kind) {
    case FormatKind::floating:
      return !number::Layout(row).is_infinite(exact::round_to_nearest_even(row, number));
    case FormatKind::boolean:
    case FormatKind::shared_exponent:
      return false;
    default:
      return number >= Rational(number::least_code(row)) && number <= Rational(number::most_code(row));
  }
}

/// Bits as a debugger or a log writes them: 3F800000. Digits alone are a decimal. Throws Error(kInput) for a text that
/// has both meanings.
std::optional<Bits> read_bare_bits(const FormatInfo& row, std::string_view text) {
  const std::optional<Bits> bits = std::ranges::all_of(text, is_digit) ? std::nullopt : read_bits(row, text);
  if (!bits) return std::nullopt;
  const std::optional<Rational> number = exact::number_of(text);
  if (number && may_be_number(row, *number)) {
    if (!number::fits(row, *bits)) return std::nullopt;
    throw Error(Error::Kind::kInput, fmt::format("'{}' may be a decimal and may be bits; write {}, 0x{} for the bits",
                                                 text, as_number(row, text, *number), text));
  }
  return bits;
}

/// The code that a whole number is.
Bits code_of(const FormatInfo& row, std::string_view text, const Rational& value) {
  if (value.floor() != value) not_a_value(row, text, "it is no integer");
  if (value < Rational(number::least_code(row)) || value > Rational(number::most_code(row))) {
    not_a_value(row, text, "it does not fit");
  }
  return number::from_ordinal(row, value.to_int64());
}

Bits parse_integer(const FormatInfo& row, std::string_view text) {
  const std::optional<Rational> value = exact::number_of(text);
  if (!value) not_a_value(row, text, "it is neither a number nor bits");
  return code_of(row, text, *value);
}

Bits parse_boolean(const FormatInfo& row, std::string_view text) {
  if (text == "true") return 0xffffffff;
  if (text == "false" || text == "0") return 0;
  if (text == "1") {
    throw Error(Error::Kind::kInput, "'1' may be true and may be bits; write true, or 0x00000001 for the bits");
  }
  not_a_value(row, text, "it is neither true nor false");
}

/// `127/255`: a code and what it is divided by; or a code alone, where it cannot be the value that it stands for.
Bits parse_fraction(const FormatInfo& row, std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::int64_t denominator = number::denominator(row);
  const std::optional<Rational> number = exact::number_of(text.substr(0, slash));
  const bool is_fraction = slash != std::string_view::npos;
  const bool has_letter = std::ranges::any_of(text, [](char c) { return hex_value(c) > 9; });  // 7F/255: hex digits
  const bool is_odd_fraction = is_fraction && (has_letter || text.substr(slash + 1) != std::to_string(denominator));
  if (!number || is_odd_fraction || number->floor() != *number) {
    not_a_value(row, text, fmt::format("it is neither a fraction of {}, a code, nor bits", denominator));
  }
  if (!is_fraction) {
    const auto code = code_of_value(row, *number);
    if (code && Rational(*code) != *number) {
      throw Error(Error::Kind::kInput, fmt::format("'{}' may be a code of {} and may be a value; write {}", text,
                                                   row.name, as_fractions(row, *number)));
    }
  }
  return code_of(row, text, *number);
}

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  return result;
}

Bits parse_floating(const FormatInfo& row, std::string_view text) {
  const number::Layout layout(row);
  std::string_view body = text;
  const bool negative = body.starts_with('-');
  if (negative || body.starts_with('+')) body.remove_prefix(1);
  const Bits sign = layout.zero(negative);
  const std::string word = lower_case(body);
  if (word == "inf" || word == "infinity") {
    if (negative && !row.has_sign) not_a_value(row, text, "the format has no sign");
    return layout.infinity() | sign;
  }
  if (word == "nan") return layout.canonical_nan() | sign;
  const std::optional<Rational> value = exact::number_of(text);
  if (!value) not_a_value(row, text, word.starts_with("0x") ? "it is neither bits nor a hex float" : "it is no number");
  if (value->sign() == 0) return sign;
  if (negative && !row.has_sign) not_a_value(row, text, "the format has no sign");
  const Bits bits = exact::round_to_nearest_even(row, *value);
  if (layout.is_infinite(bits)) {
    const std::string largest = value_text(row.format, layout.max_finite());
    not_a_value(row, text, fmt::format("it is beyond the largest, {}", largest));
  }
  return bits | sign;
}

Bits within_width(const FormatInfo& row, std::string_view text, Bits bits) {
  if (!number::fits(row, bits)) not_a_value(row, text, "the bits above the format's width must be zero");
  return bits;
}

}  // namespace

std::optional<Rational> exact::number_of(std::string_view text) {
  const auto number = read_number(text);
  return number ? std::optional(number->first) : std::nullopt;
}

std::optional<Rational> exact::last_place_of(std::string_view text) {
  const auto number = read_number(text);
  return number ? number->second : std::nullopt;
}

Bits parse_value(Format format, std::string_view text) {
  const FormatInfo& row = info(format);
  if (text.size() > kMostLetters) {
    not_a_value(row, fmt::format("{}...", text.substr(0, 16)),
                fmt::format("it has more than {} letters", kMostLetters));
  }
  if (text.starts_with("0x") || text.starts_with("0X")) {
    if (const std::optional<Bits> bits = read_bits(row, text.substr(2))) return within_width(row, text, *bits);
    if (row.kind != FormatKind::floating) not_a_value(row, text, "these are not its bits");
  } else if (const std::optional<Bits> bits = read_bare_bits(row, text)) {
    return within_width(row, text, *bits);
  }
  switch (row.kind) {
    case FormatKind::floating:
      return parse_floating(row, text);
    case FormatKind::boolean:
      return parse_boolean(row, text);
    case FormatKind::signed_integer:
    case FormatKind::unsigned_integer:
      return parse_integer(row, text);
    case FormatKind::shared_exponent:
      not_a_value(row, text, "it is not bits");
    default:
      return parse_fraction(row, text);
  }
}

}  // namespace halfulp
