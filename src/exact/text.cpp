// SPDX-License-Identifier: Apache-2.0
// Values as people write and read them; declared in halfulp/format.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

#include "exact/pixel.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "halfulp/format.hpp"
#include "number/layout.hpp"

namespace halfulp {
namespace {

using exact::Rational;

/// Longest exponent that is worth reading: beyond it every format overflows or underflows.
constexpr int kMostExponent = 20000;

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

bool read_decimal(std::string_view text, Rational& value) {
  const std::size_t e = text.find_first_of("eE");
  int exponent = 0;
  int places = 0;
  if (e != std::string_view::npos && !read_exponent(text.substr(e + 1), exponent)) return false;
  if (!read_digits(text.substr(0, e), 10, value, places)) return false;
  value = value * power(10, exponent - places);
  return true;
}

bool read_bits(const FormatInfo& row, std::string_view digits, Bits& bits) {
  if (static_cast<int>(digits.size()) != row.hex_digits()) return false;
  bits = 0;
  for (const char c : digits) {
    if (hex_value(c) < 0) return false;
    bits = bits << 4 | static_cast<Bits>(hex_value(c));
  }
  return true;
}

/// The code `written` of the value `text`.
Bits parse_integer(const FormatInfo& row, std::string_view text, std::string_view written) {
  std::string_view digits = written;
  const bool negative = digits.starts_with('-');
  if (negative || digits.starts_with('+')) digits.remove_prefix(1);
  std::uint64_t magnitude = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  if (digits.empty() || end != digits.data() + digits.size()) not_a_value(row, text, "it is neither a number nor bits");
  const auto most = static_cast<std::uint64_t>(negative ? -number::least_code(row) : number::most_code(row));
  if (error != std::errc() || magnitude > most) not_a_value(row, text, "it does not fit");
  const auto code = static_cast<std::int64_t>(magnitude);
  return number::from_ordinal(row, negative ? -code : code);
}

/// `127/255`: a code and what it is divided by.
Bits parse_fraction(const FormatInfo& row, std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos || text.substr(slash + 1) != std::to_string(number::denominator(row))) {
    not_a_value(row, text, fmt::format("it is neither a fraction of {} nor bits", number::denominator(row)));
  }
  return parse_integer(row, text, text.substr(0, slash));
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
  Rational value;
  const bool hex = body.starts_with("0x") || body.starts_with("0X");
  if (hex ? !read_hex_float(body.substr(2), value) : !read_decimal(body, value)) {
    not_a_value(row, text, hex ? "it is neither bits nor a hex float" : "it is no number");
  }
  if (value.sign() == 0) return sign;
  if (negative && !row.has_sign) not_a_value(row, text, "the format has no sign");
  return exact::round_to_nearest_even(row, value) | sign;
}

}  // namespace

Bits parse_value(Format format, std::string_view text) {
  const FormatInfo& row = info(format);
  if (text.starts_with("0x") || text.starts_with("0X")) {
    Bits bits = 0;
    if (read_bits(row, text.substr(2), bits)) {
      if (row.bits < 64 && bits >> row.bits != 0)
        not_a_value(row, text, "the bits above the format's width must be zero");
      return bits;
    }
    if (row.kind != FormatKind::floating) not_a_value(row, text, "these are not its bits");
  }
  switch (row.kind) {
    case FormatKind::floating:
      return parse_floating(row, text);
    case FormatKind::boolean:
      if (text != "true" && text != "false") not_a_value(row, text, "it is neither true nor false");
      return text == "true" ? 0xffffffff : 0;
    case FormatKind::signed_integer:
    case FormatKind::unsigned_integer:
      return parse_integer(row, text, text);
    case FormatKind::shared_exponent:
      not_a_value(row, text, "it is not bits");
    default:
      return parse_fraction(row, text);
  }
}

std::string bits_text(Format format, Bits bits) { return fmt::format("0x{:0{}x}", bits, info(format).hex_digits()); }

namespace {

/// A finite value of any floating format, exactly.
double to_double(const FormatInfo& row, Bits bits) {
  const auto parts = number::Layout(row).parts(bits);
  const double magnitude = std::ldexp(static_cast<double>(parts.significand), parts.exponent);
  return parts.negative ? -magnitude : magnitude;
}

/// What is no finite floating value, or "".
std::string special_text(const FormatInfo& row, Bits bits) {
  switch (row.kind) {
    case FormatKind::boolean:
      return bits == 0 ? "false" : bits == 0xffffffff ? "true" : bits_text(row.format, bits);
    case FormatKind::signed_integer:
    case FormatKind::unsigned_integer:
      return std::to_string(number::ordinal(row, bits));
    case FormatKind::floating:
      break;
    case FormatKind::shared_exponent:
      return fmt::format("({}, {}, {})", exact::rgb9e5_component(bits, 0).to_double(),
                         exact::rgb9e5_component(bits, 1).to_double(), exact::rgb9e5_component(bits, 2).to_double());
    default:
      return fmt::format("{}/{}", number::ordinal(row, bits), number::denominator(row));
  }
  const number::Layout layout(row);
  const std::string sign = layout.is_negative(bits) ? "-" : "";
  if (layout.is_nan(bits)) return sign + "nan";
  if (layout.is_infinite(bits)) return sign + "inf";
  if (layout.is_zero(bits)) return sign + "0";
  return "";
}

}  // namespace

std::string value_text(Format format, Bits bits) {
  const FormatInfo& row = info(format);
  if (std::string text = special_text(row, bits); !text.empty()) return text;
  const double value = to_double(row, bits);
  // Integers in full, other values in the shortest digits that mean them: 2147483600 would mean 2^31 of binary32.
  if (const double size = std::fabs(value); size < 0x1p64 && size == std::trunc(size)) {
    return fmt::format("{}{}", value < 0 ? "-" : "", static_cast<std::uint64_t>(size));
  }
  for (int precision = 1; precision < 17; ++precision) {
    std::string text = fmt::format("{:.{}g}", value, precision);
    if (parse_value(format, text) == bits) return fmt::format("{}", std::strtod(text.c_str(), nullptr));
  }
  return fmt::format("{:.17g}", value);
}

std::string hex_text(Format format, Bits bits) {
  const FormatInfo& row = info(format);
  if (std::string text = special_text(row, bits); !text.empty()) return text;
  const number::Layout layout(row);
  const auto parts = layout.parts(bits);
  // Normalised: one digit before the point, as few as needed behind it.
  int exponent = parts.exponent;
  std::uint64_t significand = parts.significand;
  while (significand >> row.fraction_bits == 0) {
    significand <<= 1;
    --exponent;
  }
  exponent += row.fraction_bits;
  const std::uint64_t fraction = (significand & layout.fraction_mask()) << (64 - row.fraction_bits);
  std::string digits;
  for (std::uint64_t rest = fraction; rest != 0; rest <<= 4) digits += fmt::format("{:x}", rest >> 60);
  return fmt::format("{}0x1{}{}p{:+}", parts.negative ? "-" : "", digits.empty() ? "" : ".", digits, exponent);
}

}  // namespace halfulp
