// SPDX-License-Identifier: Apache-2.0
// Conversions to and from codes of pixels, and to integers.
#include <algorithm>
#include <cmath>

#include "diagnosis/behaviours/behaviour.hpp"
#include "exact/enclosure.hpp"

namespace halfulp::diagnosis {
namespace {

constexpr double kUnorm8 = 255;  ///< the largest code of eight bits

// ---- what they apply to

bool is_integer(const FormatInfo& row) {
  return row.kind == FormatKind::signed_integer || row.kind == FormatKind::unsigned_integer;
}
bool is_pixel(const BehaviourSubject& s) { return s.row.family == OperationFamily::pixel && s.arity == 1; }
bool to_code(const BehaviourSubject& s) {
  return is_pixel(s) && s.operand_row(0).kind == FormatKind::floating &&
         (number::is_normalised(s.result) || s.result.kind == FormatKind::fixed);
}
bool narrows_integer(const BehaviourSubject& s) {
  return (is_pixel(s) && is_integer(s.operand_row(0)) && is_integer(s.result)) || kToInteger(s) || to_code(s);
}
bool to_fewer_than_16_bits(const BehaviourSubject& s) {
  return is_pixel(s) && is_integer(s.operand_row(0)) && is_integer(s.result) && s.result.bits < 16;
}
bool from_code(const BehaviourSubject& s) {
  return is_pixel(s) && s.floating_result && number::is_normalised(s.operand_row(0));
}
bool from_linear_code(const BehaviourSubject& s) { return from_code(s) && s.operand_row(0).kind != FormatKind::srgb; }
bool is_few_bits(const FormatInfo& row) { return row.kind == FormatKind::unorm && row.bits < 8; }
bool passes_few_bits(const BehaviourSubject& s) {
  return (from_code(s) && is_few_bits(s.operand_row(0))) || (to_code(s) && is_few_bits(s.result));
}
bool from_snorm(const BehaviourSubject& s) { return from_code(s) && s.operand_row(0).kind == FormatKind::snorm; }
bool is_srgb(const BehaviourSubject& s) {
  return is_pixel(s) && (s.result.kind == FormatKind::srgb || s.operand_row(0).kind == FormatKind::srgb);
}

// ---- to codes and integers

/// The number that the conversion clamps and rounds, for codes in steps. Nothing for NaN and where no double is exactly
/// that number.
std::optional<double> unclamped(const BehaviourCase& c) {
  const FormatInfo& from = c.subject.operand_row(0);
  const bool scaled = number::is_normalised(c.subject.result) || c.subject.result.kind == FormatKind::fixed;
  if (scaled && from.kind == FormatKind::floating && from.fraction_bits > 23) return std::nullopt;
  const double number = scaled ? c.x(0) * static_cast<double>(number::denominator(c.subject.result)) : c.x(0);
  return std::isnan(number) ? std::nullopt : std::optional(number);
}
/// The integer, clamped to the result's format.
double saturated(const BehaviourCase& c, double integer) {
  const FormatInfo& to = c.subject.result;
  return std::clamp(integer, static_cast<double>(number::least_code(to)), static_cast<double>(number::most_code(to)));
}
bool has_low_bits_of(const BehaviourCase& c, double integer) {
  // Devices convert by way of 64 bits; where an integer does not fit in those, x86 gives low bits of zero.
  const auto whole = std::fabs(integer) < 0x1p63 ? static_cast<std::int64_t>(integer) : 0;
  return c.observed == number::from_ordinal(c.subject.result, whole);
}

bool largest_code_for_nan(const BehaviourCase& c) {
  return c.nan_operand && c.observed == number::from_ordinal(c.subject.result, number::most_code(c.subject.result));
}
/// The least code, or the one above it that stands for -1 too.
bool least_code_for_nan(const BehaviourCase& c) {
  const FormatInfo& row = c.subject.result;
  return c.nan_operand && row.has_sign &&
         (c.observed == number::from_ordinal(row, number::least_code(row)) ||
          c.observed == number::from_ordinal(row, -number::most_code(row)));
}
bool to_snorm(const BehaviourSubject& s) { return to_code(s) && s.result.kind == FormatKind::snorm; }
bool least_code_below(const BehaviourCase& c) {
  const FormatInfo& row = c.subject.result;
  return !(c.x(0) >= -1) && c.observed == number::from_ordinal(row, number::least_code(row));
}
bool wraps(const BehaviourCase& c) {
  const auto number = unclamped(c);
  const auto is_wrapped = [&](double integer) {
    return saturated(c, integer) != integer && has_low_bits_of(c, integer);
  };
  return number && (is_wrapped(std::trunc(*number)) || is_wrapped(std::nearbyint(*number)));
}
/// As x86 packs lanes of 16 bits into such of eight.
bool through_sint16(const BehaviourCase& c) {
  return has_low_bits_of(c, saturated(c, static_cast<std::int16_t>(static_cast<std::int64_t>(c.x(0)))));
}
/// x86 gives 0x80000000 for numbers outside of the 32-bit integers, and all bits outside of the unsigned ones.
bool indefinite_integer(const BehaviourCase& c) {
  const double number = c.x(0);
  const bool fits = number > -0x1.00000002p31 && number < 0x1p31;
  const bool fits_unsigned = number > -1 && number < 0x1p32;
  return (!fits && c.observed == 0x80000000) ||
         (is<Operation::ftou>(c.subject) && !fits_unsigned && c.observed == 0xffffffff);
}
/// x * 2^bits in place of x * (2^bits - 1).
bool power_of_two_scale(const BehaviourCase& c) {
  const FormatInfo& row = c.subject.result;
  if (!unclamped(c) || row.kind == FormatKind::fixed || row.kind == FormatKind::srgb) return false;
  const auto scale = static_cast<double>(row.scale());
  const double steps = std::clamp(c.x(0) * (scale + 1), row.has_sign ? -scale : 0, scale);
  return has_low_bits_of(c, std::trunc(steps)) || has_low_bits_of(c, std::nearbyint(steps));
}

/// The sum is rounded: a product just below a tie becomes the next code.
bool adds_half(const BehaviourCase& c) {
  const FormatInfo& row = c.subject.result;
  const float x = std::clamp(static_cast<float>(c.x(0)), row.has_sign ? -1.0F : 0.0F, 1.0F);
  const float steps = x * static_cast<float>(number::denominator(row));
  return !c.nan_operand && has_low_bits_of(c, std::trunc(steps + std::copysign(0.5F, steps)));
}

// ---- from codes
// The double nearest to a quotient of codes is not rounded to odd, but no tie of the narrower formats lies within 2^-49
// relative of one.

double scale_of_operand(const BehaviourCase& c) { return static_cast<double>(c.subject.operand_row(0).scale()); }

bool is_times_reciprocal(const BehaviourCase& c, double code, double scale) {
  const FormatInfo& to = c.subject.result;
  const Bits reciprocal = exact::round(to, rounding_position(to, 1 / scale), RoundTo::nearest_even);
  return c.is_nearest(code * number::as_double(to, reciprocal));
}
bool times_rounded_reciprocal(const BehaviourCase& c) {
  const double scale = scale_of_operand(c);
  return is_times_reciprocal(c, std::max(c.x(0), -scale), scale);
}
bool over_power_of_two(const BehaviourCase& c) { return c.is_nearest(c.x(0) / (scale_of_operand(c) + 1)); }
/// A result's code of eight bits, which Direct3D permits 0.6 of a code off, without its lower bits.
bool is_upper_bits(const BehaviourCase& c) {
  constexpr double kPermitted = 0.6;
  if (!unclamped(c)) return false;
  const double steps = std::clamp(c.x(0), 0.0, 1.0) * kUnorm8;
  const auto is_of = [&](double code) { return static_cast<Bits>(code) >> (8 - c.subject.result.bits) == c.observed; };
  return is_of(std::ceil(steps - kPermitted)) || is_of(std::floor(std::min(steps + kPermitted, kUnorm8)));
}
/// The code widened to eight bits, its upper bits repeated or rounded, then taken as unorm8.
bool through_unorm8(const BehaviourCase& c) {
  if (!c.subject.floating_result) return is_upper_bits(c);
  const int bits = c.subject.operand_row(0).bits;
  Bits repeated = 0;
  for (int shift = 8 - bits; shift > -bits; shift -= bits) {
    repeated |= shift >= 0 ? c.operands[0] << shift : c.operands[0] >> -shift;
  }
  for (const double code : {static_cast<double>(repeated), std::nearbyint(c.x(0) * kUnorm8 / scale_of_operand(c))}) {
    if (c.is_nearest(code / kUnorm8) || is_times_reciprocal(c, code, kUnorm8)) return true;
  }
  return false;
}
bool second_minus_one(const BehaviourCase& c) {
  return c.x(0) < -scale_of_operand(c) && c.is_nearest(c.x(0) / scale_of_operand(c));
}
bool snorm_without_zero(const BehaviourCase& c) {
  return c.is_nearest((2 * c.x(0) + 1) / (2 * scale_of_operand(c) + 1));
}

// ---- sRGB, both ways

/// No curve: codes are taken as those of unorm8.
bool without_curve(const BehaviourCase& c) {
  if (c.subject.floating_result) return c.is_nearest(c.x(0) / kUnorm8);
  const double steps = std::clamp(c.x(0) * kUnorm8, 0.0, kUnorm8);
  return !std::isnan(steps) && has_low_bits_of(c, std::floor(steps + 0.5));
}
bool gamma_2_2(const BehaviourCase& c) {
  constexpr double kGamma = 2.2;
  const double x = c.x(0);
  const auto power = [](double base, double y) { return exact::nearest_double(Operation::pow, base, y); };
  if (!(x > 0) || std::isinf(x)) return false;
  if (c.subject.floating_result) return c.is_nearest(power(x / kUnorm8, kGamma));
  return has_low_bits_of(c, std::floor(power(std::min(x, 1.0), 1 / kGamma) * kUnorm8 + 0.5));
}

constexpr auto kCodeBehaviours = std::to_array<Behaviour>({
    {"largest_code_for_nan", "gives the largest code or integer for NaN", narrows_integer, largest_code_for_nan,
     "indefinite_integer"},
    {"least_code_for_nan", "gives the least code for NaN, or the other one of -1", to_code, least_code_for_nan},
    {"least_code_below", "gives the least code, below that of -1, for numbers below -1 and NaN", to_snorm,
     least_code_below},
    {"times_rounded_reciprocal", "multiplies by the rounded reciprocal of the largest code instead of dividing",
     from_linear_code, times_rounded_reciprocal},
    {"over_power_of_two", "divides by 2^n instead of the largest code", from_code, over_power_of_two},
    {"through_unorm8", "passes eight bits on the way to and from codes of fewer", passes_few_bits, through_unorm8},
    {"second_minus_one", "takes the least code below -1 instead of as -1", from_snorm, second_minus_one},
    {"snorm_without_zero", "computes (2 c + 1) / (2^n - 1), as OpenGL before 4.2", from_snorm, snorm_without_zero},
    {"power_of_two_scale", "multiplies by 2^n instead of the largest code", to_code, power_of_two_scale, "", true},
    {"without_curve", "leaves sRGB's curve out", is_srgb, without_curve},
    {"gamma_2_2", "takes the power 2.2 for sRGB's curve", is_srgb, gamma_2_2},
    {"adds_half", "adds 0.5 to x times the largest code in binary32, then truncates", to_code, adds_half,
     "power_of_two_scale"},
});

constexpr auto kIntegerBehaviours = std::to_array<Behaviour>({
    {"wraps", "wraps around instead of saturating", narrows_integer, wraps},
    {"through_sint16", "keeps the low 16 bits as a signed integer and saturates that", to_fewer_than_16_bits,
     through_sint16},
    {"indefinite_for_nan", "gives the integer 0x80000000 for NaN", kToInteger,
     [](const BehaviourCase& c) { return c.nan_operand && c.observed == 0x80000000; }, "indefinite_integer"},
    {"indefinite_integer", "gives 0x80000000 where the integer does not fit, or all bits where it is unsigned",
     kToInteger, indefinite_integer},
});

}  // namespace

std::span<const Behaviour> code_behaviours() { return kCodeBehaviours; }
std::span<const Behaviour> integer_behaviours() { return kIntegerBehaviours; }

}  // namespace halfulp::diagnosis
