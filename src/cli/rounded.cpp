// SPDX-License-Identifier: Apache-2.0
#include "cli/rounded.hpp"

#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

namespace halfulp::cli {
namespace {

/// A number without its sign: 0.digits * base^exponent, no zero at either end of the digits; zero has no digits.
struct Digits {
  std::string digits;
  long exponent = 0;
  friend bool operator==(const Digits&, const Digits&) = default;
};

/// The number that digits with a point are, in their base, times base^exponent.
Digits normalized(std::string_view mantissa, std::string_view exponent) {
  Digits number;
  bool after_point = false;
  for (const char letter : mantissa) {
    if (letter == '.') {
      after_point = true;
      continue;
    }
    if (!number.digits.empty() || letter != '0') {
      number.digits += letter;
      if (!after_point) ++number.exponent;
    } else if (after_point) {
      --number.exponent;
    }
  }
  number.digits.erase(number.digits.find_last_not_of('0') + 1);
  if (number.digits.empty()) return {};
  number.exponent += std::strtol(std::string(exponent).c_str(), nullptr, 10);
  return number;
}

std::string_view without_sign(std::string_view text) {
  return text.starts_with('-') || text.starts_with('+') ? text.substr(1) : text;
}

/// Up to a letter in upper or lower case, and behind it.
std::pair<std::string_view, std::string_view> split(std::string_view text, std::string_view letters) {
  const std::size_t mark = text.find_first_of(letters);
  return {text.substr(0, mark), mark == std::string_view::npos ? "" : text.substr(mark + 1)};
}

/// The decimal number that a text is, in base 10; nothing when it is none.
std::optional<Digits> read_decimal(std::string_view text) {
  const auto [mantissa, exponent] = split(without_sign(text), "eE");
  if (mantissa.find_first_not_of("0123456789.") != std::string_view::npos || mantissa.empty()) return std::nullopt;
  return normalized(mantissa, exponent);
}

/// The hex float that a text is, in base 2; nothing when it is none.
std::optional<Digits> read_hex_float(std::string_view text) {
  text = without_sign(text);
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  const auto [mantissa, exponent] = split(text.substr(2), "pP");
  if (exponent.empty()) return std::nullopt;
  std::string bits;
  for (const char letter : mantissa) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    if (letter == '.') {
      bits += letter;
      continue;
    }
    const std::size_t digit = kDigits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(letter))));
    if (digit == std::string_view::npos) return std::nullopt;
    for (int bit = 3; bit >= 0; --bit) bits += (digit >> bit & 1) != 0 ? '1' : '0';
  }
  return normalized(bits, exponent);
}

}  // namespace

bool is_rounded(std::string_view text, const std::string& hex) {
  if (const auto given = read_hex_float(text)) return given != read_hex_float(hex);
  const auto given = read_decimal(text);
  if (!given) return false;
  // Exact: every value of every floating format is a double.
  const double taken = std::strtod(hex.c_str(), nullptr);
  if (!std::isfinite(taken)) return true;
  // A double has at most 767 significant decimal digits, and printf gives them exactly.
  constexpr int kDigitsAfterPoint = 766;
  std::array<char, kDigitsAfterPoint + 16> exact{};
  std::snprintf(exact.data(), exact.size(), "%.*e", kDigitsAfterPoint, taken);
  return given != read_decimal(exact.data());
}

}  // namespace halfulp::cli
