// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

#include "pixel/srgb_tables.hpp"

/// The definition of every component conversion, one value at a time. All functions are total: every bit pattern is an
/// operand. Under the default floating-point environment (to nearest, no flush) the results are exact as stated.
namespace halfulp::pixel {

/// What the rulebooks ask for, where they differ.
struct Rules {
  /// Floats to narrower floats toward zero (Direct3D [D3D11.3 §3.2.2]), else to nearest, ties to even (Metal).
  bool narrow_toward_zero;
  /// Ties to unorm and snorm away from zero (Direct3D: + 0.5, drop the fraction [D3D11.3 §3.2.3]), else to even
  /// (Metal).
  bool ties_away;
  /// Ties to rgb9e5 to even (Direct3D [D3D11.3 §19.3.2]: "should be round to nearest even"), else up, as
  /// EXT_texture_shared_exponent and Metal write it: floor(x + 0.5).
  bool shared_exponent_ties_even = narrow_toward_zero;
};

inline constexpr Rules kDirect3dRules = {.narrow_toward_zero = true, .ties_away = true};
inline constexpr Rules kMetalRules = {.narrow_toward_zero = false, .ties_away = false};

namespace internal {

constexpr std::uint32_t kInfinity = 0x7f800000;  ///< of binary32

constexpr bool is_nan(std::uint32_t binary32) { return (binary32 & 0x7fffffff) > kInfinity; }

/// x >= 0 and below 2^31, of at most 48 significant bits, to the nearest integer.
constexpr std::uint32_t nearest(double x, bool ties_up) {
  const auto below = static_cast<std::uint32_t>(x);
  const double fraction = x - below;  // exact
  const bool up = fraction > 0.5 || (fraction == 0.5 && (ties_up || below % 2 != 0));
  return below + (up ? 1U : 0U);
}

/// A binary32 without its sign as a float of 5 exponent bits (bias 15) and fraction_bits, 10 at most. A NaN becomes
/// quiet and keeps its payload's high bits.
constexpr std::uint32_t narrowed(std::uint32_t magnitude, int fraction_bits, bool toward_zero) {
  const std::uint32_t infinity = 31U << fraction_bits;
  if (is_nan(magnitude)) {
    return infinity | (1U << (fraction_bits - 1)) | ((magnitude & 0x7fffff) >> (23 - fraction_bits));
  }
  if (magnitude == kInfinity) return infinity;
  const int exponent = static_cast<int>(magnitude >> 23) - 127 + 15;  // as the target has it
  if (exponent > 30) return toward_zero ? infinity - 1 : infinity;
  const int shift = 23 - fraction_bits + std::max(0, 1 - exponent);
  if (shift > 25) return 0;  // less than half of the least denormal; every binary32 denormal ends here
  const std::uint32_t significand = (magnitude & 0x7fffff) | 0x800000;
  std::uint32_t code = significand >> shift;
  if (!toward_zero) {
    const std::uint32_t rest = significand & ((1U << shift) - 1);
    const std::uint32_t half = 1U << (shift - 1);
    code += rest > half || (rest == half && code % 2 != 0) ? 1U : 0U;
  }
  // The significand's leading one counts as one exponent; what rounds up to 2 carries into the exponent, up to
  // infinity.
  return code + (static_cast<std::uint32_t>(std::max(0, exponent - 1)) << fraction_bits);
}

}  // namespace internal

/// code / (2^bits - 1), correctly rounded. bits: 1 to 16, or 24; code < 2^bits.
constexpr float unorm_to_float(std::uint32_t code, int bits) noexcept {
  return static_cast<float>(code) / static_cast<float>((1U << bits) - 1);  // both operands are exact
}

/// x clamped to [0, 1], times 2^bits - 1, rounded once, ties as the rules say. NaN gives 0. bits: 1 to 24.
constexpr std::uint32_t float_to_unorm(float x, int bits, Rules rules) noexcept {
  if (!(x > 0)) return 0;
  const std::uint32_t largest = (1U << bits) - 1;
  if (x >= 1) return largest;
  return internal::nearest(static_cast<double>(x) * largest, rules.ties_away);  // 24 + 24 bits: exact
}

/// code / (2^(bits-1) - 1), correctly rounded; the most negative code gives -1 too. bits: 2 to 16.
constexpr float snorm_to_float(std::int32_t code, int bits) noexcept {
  const std::int32_t largest = (1 << (bits - 1)) - 1;
  return static_cast<float>(std::max(code, -largest)) / static_cast<float>(largest);
}

/// x clamped to [-1, 1], times 2^(bits-1) - 1, rounded once, ties as the rules say. NaN gives 0. Never the most
/// negative code. bits: 2 to 24.
constexpr std::int32_t float_to_snorm(float x, int bits, Rules rules) noexcept {
  const auto magnitude = static_cast<std::int32_t>(float_to_unorm(x < 0 ? -x : x, bits - 1, rules));
  return x < 0 ? -magnitude : magnitude;
}

/// The linear value of an sRGB code: c = code / 255; c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055)^2.4. Correctly
/// rounded.
constexpr float srgb8_to_float(std::uint8_t code) noexcept { return kSrgb8Decoded[code]; }

/// The sRGB code of a linear value: x clamped to [0, 1]; x <= 0.0031308 ? 12.92x : 1.055 * x^(1/2.4) - 0.055; times
/// 255, rounded once. NaN gives 0. The rules do not differ, for no float is a tie: code k - 1/2 lies at x = (2k - 1) *
/// 5 / 32946 below the knee, which is dyadic for no k < 256, and at x^5 = ((40k + 541) / 10761)^12 above it, which asks
/// for a dyadic number with the odd denominator 10761. At the knee, where the two branches differ by 8e-6 of a code, no
/// code begins: its own is 10.315.
constexpr std::uint8_t float_to_srgb8(float x, Rules /*rules*/) noexcept {
  if (!(x > 0)) return 0;
  const auto* const above = std::ranges::upper_bound(kSrgb8Thresholds, x);
  return static_cast<std::uint8_t>(above - kSrgb8Thresholds.begin());
}

/// x as a binary16, rounded as the rules say. Toward zero no finite value becomes infinite. Denormals are kept. A NaN
/// keeps its sign and its payload's high bits and becomes quiet, as in vcvtps2ph.
constexpr std::uint16_t float_to_half(float x, Rules rules) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = bits >> 16 & 0x8000;
  return static_cast<std::uint16_t>(sign | internal::narrowed(bits & 0x7fffffff, 10, rules.narrow_toward_zero));
}

/// Exact. A NaN keeps its sign and payload and becomes quiet, as in vcvtph2ps.
constexpr float half_to_float(std::uint16_t half) noexcept {
  const std::uint32_t sign = (half & 0x8000U) << 16;
  const std::uint32_t exponent = half >> 10 & 31U;
  const std::uint32_t fraction = half & 0x3ffU;
  std::uint32_t magnitude = 0;
  if (exponent == 31) {
    magnitude = internal::kInfinity | (fraction << 13) | (fraction != 0 ? 0x400000U : 0);
  } else if (exponent != 0) {
    magnitude = ((exponent + 127 - 15) << 23) | (fraction << 13);
  } else if (fraction != 0) {
    const int shift = std::countl_zero(fraction) - 21;  // brings the leading one to bit 10
    magnitude = (static_cast<std::uint32_t>(127 - 14 - shift) << 23) | ((fraction << shift & 0x3ff) << 13);
  }
  return std::bit_cast<float>(sign | magnitude);
}

/// x as a float without a sign: 5 exponent bits, fraction_bits (6 or 5), rounded as the rules say. What is below zero,
/// -0 and -INF too, gives 0; a NaN of either sign gives a quiet NaN with its payload's high bits. Denormals are kept.
constexpr std::uint32_t float_to_ufloat(float x, int fraction_bits, Rules rules) noexcept {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t magnitude = bits & 0x7fffffff;
  if (bits != magnitude && !internal::is_nan(bits)) return 0;
  return internal::narrowed(magnitude, fraction_bits, rules.narrow_toward_zero);
}

/// Exact; a NaN becomes quiet. fraction_bits: 6 or 5.
constexpr float ufloat_to_float(std::uint32_t code, int fraction_bits) noexcept {
  return half_to_float(static_cast<std::uint16_t>(code << (10 - fraction_bits)));
}

/// Three floats with one exponent: r in bits 0 to 8, g, b, the exponent in bits 27 to 31. Each is clamped to [0,
/// 65408], NaN gives 0; the exponent is the least that holds the largest, each component is rounded once.
/// [EXT_texture_shared_exponent], ties as the rules say.
constexpr std::uint32_t floats_to_rgb9e5(float r, float g, float b, Rules rules) noexcept {
  const auto clamped = [](float x) { return x > 0 ? std::min(x, 65408.0F) : 0.0F; };
  const float largest = std::max({clamped(r), clamped(g), clamped(b)});
  const auto exponent = static_cast<int>(std::bit_cast<std::uint32_t>(largest) >> 23) - 127;  // floor(log2(largest))
  std::uint32_t shared = static_cast<std::uint32_t>(std::max(-16, exponent) + 16);
  // The scale of an exponent, 2^(15 + 9 - shared): the products are exact in double.
  const auto rounded = [&](float x) {
    const auto scale = std::bit_cast<double>(std::uint64_t{1023 + 24 - shared} << 52);
    return internal::nearest(static_cast<double>(clamped(x)) * scale, !rules.shared_exponent_ties_even);
  };
  if (rounded(largest) == 512) ++shared;
  return rounded(r) | rounded(g) << 9 | rounded(b) << 18 | shared << 27;
}

/// The inverse: each component is its 9 bits times 2^(exponent - 24), exact.
constexpr void rgb9e5_to_floats(std::uint32_t code, float rgb[3]) noexcept {
  const auto scale = std::bit_cast<float>((127 - 24 + (code >> 27)) << 23);
  for (int i = 0; i < 3; ++i) rgb[i] = static_cast<float>(code >> (9 * i) & 511U) * scale;
}

}  // namespace halfulp::pixel
