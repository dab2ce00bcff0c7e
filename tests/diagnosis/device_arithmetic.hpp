// SPDX-License-Identifier: Apache-2.0
// The compiler's arithmetic on bits, for devices that misbehave.
#pragma once

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>

#include "halfulp/format.hpp"

namespace halfulp::test {

inline float f(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }
inline Bits b(float x) { return std::bit_cast<std::uint32_t>(x); }
inline double d(Bits bits) { return std::bit_cast<double>(bits); }
inline Bits b(double x) { return std::bit_cast<std::uint64_t>(x); }
inline bool is_denormal(float x) { return std::fpclassify(x) == FP_SUBNORMAL; }
inline float flushed(float x) { return is_denormal(x) ? std::copysign(0.0F, x) : x; }
inline double flushed(double x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0, x) : x; }

/// The bits of an integer that 32 bits hold, x toward zero.
inline Bits integer(double x) { return static_cast<std::uint32_t>(static_cast<std::int64_t>(x)); }

/// The result of one operation while the machine rounds in another way.
template <class Operate>
inline float under(int rounding, Operate operate) {
  std::fesetround(rounding);
  volatile float result = operate();
  std::fesetround(FE_TONEAREST);
  return result;
}

/// The value of binary16 nearest to x, as IEEE 754 rounds.
inline double to_half(double x) {
  if (!std::isfinite(x) || x == 0) return x;
  const int exponent = std::max(std::ilogb(x), -14);
  const double half = std::ldexp(std::nearbyint(std::ldexp(x, 10 - exponent)), exponent - 10);
  return std::fabs(half) > 65504 ? std::copysign(HUGE_VAL, x) : half;
}
inline Bits half_bits(double x) {
  const Bits sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x)) return 0x7e00;
  if (std::isinf(x)) return sign | 0x7c00;
  if (x == 0) return sign;
  const double size = std::fabs(x);
  const int exponent = std::max(std::ilogb(size), -14);
  const auto significand = static_cast<Bits>(std::ldexp(size, 10 - exponent));
  return sign | ((static_cast<Bits>(exponent + 14) << 10) + significand);
}
inline double half_value(Bits bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = static_cast<int>(bits >> 10 & 31);
  const auto fraction = static_cast<double>(bits & 0x3ff);
  if (exponent == 31) return fraction != 0 ? std::nan("") : sign * HUGE_VAL;
  return sign * (exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25));
}

/// The same rounded toward zero.
inline Bits half_toward_zero(double x) {
  const double nearest = to_half(x);
  const bool beyond = std::isfinite(x) && std::fabs(nearest) > std::fabs(x);
  return half_bits(nearest) - (beyond ? 1 : 0);
}
/// x, by way of its product with 1 / (2 pi), each of binary16.
inline double turned(Bits bits) {
  constexpr double kPi = 3.14159265358979323846;
  const double turns = to_half(half_value(bits) * to_half(0.5 / kPi));
  return 2 * kPi * std::fmod(turns, 1);
}

inline double clamped(double x, double least, double most) { return !(x > least) ? least : x > most ? most : x; }

}  // namespace halfulp::test
