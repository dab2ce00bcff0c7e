// SPDX-License-Identifier: Apache-2.0
// Values written for people; declared in halfulp/format.hpp.
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "exact/pixel.hpp"
#include "exact/rational.hpp"
#include "exact/text.hpp"
#include "exact/value.hpp"
#include "halfulp/format.hpp"
#include "number/layout.hpp"

namespace halfulp {

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
    if (exact::round_to_nearest_even(row, *exact::number_of(text)) == bits)
      return fmt::format("{}", std::strtod(text.c_str(), nullptr));
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
