// SPDX-License-Identifier: Apache-2.0
#include "cli/decimal.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace halfulp::cli {
namespace {

/// A decimal number without its sign: 0.digits * 10^exponent, no zero at either end of the digits; zero has no digits.
struct Decimal {
  std::string digits;
  long exponent = 0;
  friend bool operator==(const Decimal&, const Decimal&) = default;
};

/// The decimal number that a text is; nothing when it is none.
std::optional<Decimal> read(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t mark = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, mark);
  if (mantissa.find_first_not_of("0123456789.") != std::string_view::npos || mantissa.empty()) return std::nullopt;
  Decimal decimal;
  bool after_point = false;
  for (const char letter : mantissa) {
    if (letter == '.') {
      after_point = true;
      continue;
    }
    if (!decimal.digits.empty() || letter != '0') {
      decimal.digits += letter;
      if (!after_point) ++decimal.exponent;
    } else if (after_point) {
      --decimal.exponent;
    }
  }
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  if (decimal.digits.empty()) return Decimal{};
  if (mark != std::string_view::npos) {
    decimal.exponent += std::strtol(std::string(text.substr(mark + 1)).c_str(), nullptr, 10);
  }
  return decimal;
}

}  // namespace

bool is_rounded_decimal(std::string_view text, const std::string& hex) {
  const std::optional<Decimal> given = read(text);
  if (!given) return false;
  // Exact: every value of every floating format is a double.
  const double taken = std::strtod(hex.c_str(), nullptr);
  if (!std::isfinite(taken)) return true;
  // A double has at most 767 significant decimal digits, and printf gives them exactly.
  constexpr int kDigitsAfterPoint = 766;
  std::array<char, kDigitsAfterPoint + 16> exact{};
  std::snprintf(exact.data(), exact.size(), "%.*e", kDigitsAfterPoint, taken);
  return given != read(exact.data());
}

}  // namespace halfulp::cli
