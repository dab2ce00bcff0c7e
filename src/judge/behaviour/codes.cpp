// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>

#include "exact/enclosure.hpp"
#include "judge/behaviour/behaviours.hpp"

namespace halfulp::judge::behaviour {

namespace {

/// The number before it is clamped, rounded to nearest (even) or toward zero: of codes in steps.
std::optional<double> unclamped(const Case& c) {
  const FormatInfo& from = c.subject.operand_row(0);
  const bool scaled = number::is_normalised(c.subject.result) || c.subject.result.kind == FormatKind::fixed;
  if (scaled && from.kind == FormatKind::floating && from.fraction_bits > 23) return std::nullopt;
  const double x = c.x(0);
  return scaled ? x * static_cast<double>(number::denominator(c.subject.result)) : x;
}
Bits low_bits(const FormatInfo& row, double integer) {
  // Below 2^63 a double's low bits are those of the integer; above it has none that count.
  const auto whole = std::fabs(integer) < 0x1p63 ? static_cast<std::int64_t>(integer) : 0;
  return number::from_ordinal(row, whole);
}

}  // namespace

bool wraps(const Case& c) {
  const auto number = unclamped(c);
  if (!number || std::isnan(*number)) return false;
  const FormatInfo& row = c.subject.result;
  const auto is_low = [&](double integer) {
    const bool fits = integer >= static_cast<double>(number::least_code(row)) &&
                      integer <= static_cast<double>(number::most_code(row));
    return !fits && c.observed == low_bits(row, integer);
  };
  return is_low(std::trunc(*number)) || is_low(std::nearbyint(*number));
}
bool largest_code_for_nan(const Case& c) {
  return c.nan_operand && c.observed == number::from_ordinal(c.subject.result, number::most_code(c.subject.result));
}
/// The least code, or the one above it that stands for -1 too.
bool least_code_for_nan(const Case& c) {
  const FormatInfo& row = c.subject.result;
  const std::int64_t least = number::least_code(row);
  const std::int64_t minus_one = -static_cast<std::int64_t>(number::most_code(row));
  return c.nan_operand && row.has_sign &&
         (c.observed == number::from_ordinal(row, least) || c.observed == number::from_ordinal(row, minus_one));
}
/// What x86 gives for a number that is no sint32.
bool indefinite_integer(const Case& c) {
  const auto number = unclamped(c);
  const bool fits = number && *number > -0x1.00000002p31 && *number < 0x1p31;
  return number && !fits && c.observed == 0x80000000;
}
bool rounds_integer(const Case& c) {
  const auto number = unclamped(c);
  if (!number || std::isnan(*number)) return false;
  const double least = static_cast<double>(number::least_code(c.subject.result));
  const double most = static_cast<double>(number::most_code(c.subject.result));
  return c.observed == low_bits(c.subject.result, std::clamp(std::nearbyint(*number), least, most));
}
/// x * 2^bits in place of x * (2^bits - 1).
bool power_of_two_scale(const Case& c) {
  const auto number = unclamped(c);
  const FormatInfo& row = c.subject.result;
  if (!number || std::isnan(*number) || row.kind == FormatKind::fixed || row.kind == FormatKind::srgb) return false;
  const auto scale = static_cast<double>(row.scale());
  const double steps = std::clamp(c.x(0) * (scale + 1), row.has_sign ? -scale : 0, scale);
  return c.observed == low_bits(row, std::trunc(steps)) || c.observed == low_bits(row, std::nearbyint(steps));
}
// The double nearest to a quotient of codes is not rounded to odd, but no tie of the narrower formats is that near to
// one.

bool times_rounded_reciprocal(const Case& c) {
  if (c.subject.operand_row(0).kind == FormatKind::srgb) return false;
  const FormatInfo& row = c.subject.operand_row(0);
  const FormatInfo& to = c.subject.result;
  const auto scale = static_cast<double>(row.scale());
  const double code = std::max(c.x(0), -scale);
  const Bits reciprocal = exact::round(to, rounding_position(to, 1 / scale), RoundTo::nearest_even);
  return c.is_nearest(code * number::as_double(to, reciprocal));
}
bool over_power_of_two(const Case& c) {
  const FormatInfo& row = c.subject.operand_row(0);
  return c.is_nearest(c.x(0) / static_cast<double>(row.scale() + 1));
}
/// The code widened to eight bits, its upper bits repeated or rounded, then taken as unorm8.
bool through_unorm8(const Case& c) {
  constexpr double kScale = 255;
  const FormatInfo& row = c.subject.operand_row(0);
  Bits repeated = 0;
  for (int shift = 8 - row.bits; shift > -row.bits; shift -= row.bits) {
    repeated |= shift >= 0 ? c.operands[0] << shift : c.operands[0] >> -shift;
  }
  const auto is_code = [&](double code) { return c.is_nearest(code / kScale); };
  return is_code(static_cast<double>(repeated)) ||
         is_code(std::nearbyint(c.x(0) * kScale / static_cast<double>(row.scale())));
}
bool second_minus_one(const Case& c) {
  const auto scale = static_cast<double>(c.subject.operand_row(0).scale());
  return c.x(0) < -scale && c.is_nearest(c.x(0) / scale);
}
/// (2 c + 1) / (2^bits - 1), as OpenGL had it before 4.2.
bool snorm_without_zero(const Case& c) {
  const auto scale = static_cast<double>(c.subject.operand_row(0).scale());
  return c.is_nearest((2 * c.x(0) + 1) / (2 * scale + 1));
}
/// No curve: codes are taken as those of unorm8.
bool without_curve(const Case& c) {
  constexpr double kScale = 255;
  if (c.subject.floating_result) return c.is_nearest(c.x(0) / kScale);
  const double steps = std::clamp(c.x(0) * kScale, 0.0, kScale);
  return !std::isnan(steps) && c.observed == low_bits(c.subject.result, std::floor(steps + 0.5));
}
/// The power 2.2 in place of the curve.
bool gamma_2_2(const Case& c) {
  constexpr double kScale = 255;
  constexpr double kGamma = 2.2;
  const double x = c.x(0);
  const auto power = [](double base, double y) { return exact::nearest_double(Operation::pow, base, y); };
  if (!(x > 0) || std::isinf(x)) return false;
  if (c.subject.floating_result) return c.is_nearest(power(x / kScale, kGamma));
  const double steps = power(std::min(x, 1.0), 1 / kGamma) * kScale;
  return c.observed == low_bits(c.subject.result, std::floor(steps + 0.5));
}

}  // namespace halfulp::judge::behaviour
