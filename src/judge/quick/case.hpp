// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "judge/quick/quick.hpp"
#include "number/binade.hpp"

/// What the functions share that decide plain cases of binary32.
namespace halfulp::judge::plain {

using Answer = Quick::Answer;

inline constexpr std::uint32_t kSign = 0x80000000;
inline constexpr std::uint32_t kInfinity = 0x7f800000;
inline constexpr std::uint32_t kMinNormal = 0x00800000;
inline constexpr std::uint32_t kMaxFinite = 0x7f7fffff;
inline constexpr std::uint32_t kOne = 0x3f800000;

inline std::uint32_t magnitude(std::uint32_t bits) { return bits & ~kSign; }
inline bool is_normal(std::uint32_t bits) { return magnitude(bits) - kMinNormal < kInfinity - kMinNormal; }
inline bool is_nan(std::uint32_t bits) { return magnitude(bits) > kInfinity; }
inline bool is_denormal(std::uint32_t bits) { return magnitude(bits) - 1 < kMinNormal - 1; }
inline bool is_number(std::uint32_t bits) { return is_normal(bits) || is_denormal(bits); }  ///< finite, and no zero
inline float value(std::uint32_t bits) { return std::bit_cast<float>(bits); }
inline std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

/// No zero, infinity or NaN, and no denormal where a flush may matter.
inline bool is_taken(const Quick& quick, std::uint32_t bits) {
  return is_normal(bits) || (is_denormal(bits) && quick.takes_denormals());
}

/// Neither zero or denormal, nor what is next to these, nor infinite or what overflow may give.
inline bool has_size_between(std::uint32_t bits) {
  return is_normal(bits) && magnitude(bits) != kMinNormal && magnitude(bits) != kMaxFinite;
}

inline float flushed(float v) { return is_denormal(bits_of(v)) ? value(bits_of(v) & kSign) : v; }

/// Rounded toward zero.
inline float truncated(double exact) {
  const auto nearest = static_cast<float>(exact);
  return std::fabs(nearest) > std::fabs(exact) ? std::nextafter(nearest, 0.0F) : nearest;
}

/// Of r from d; ULP are those of d's binade.
inline Distance between(double r, double d) {
  const int exponent = std::max(number::exponent_of(d), -126);
  const double size = std::fabs(r - d);
  return {.ulp = size * number::power_of_two(23 - exponent), .absolute = size, .exact = d};
}

/// Of r from a value of the format: its ULP is the smaller of the gaps beside it.
inline Distance from_value(double r, double v) {
  Distance distance = between(r, v);
  if (is_power_of_two(v) && std::fabs(v) > 0x1p-126) distance.ulp *= 2;
  return distance;
}

inline constexpr Distance kNone{.ulp = 0, .absolute = 0, .exact = 0};

/// A result near d, at most 2^-48 off, of normal operands or of others; x: the operand that bounds depend on.
struct Case {
  double x;
  double d;
  bool normal;
};

/// A result that is far from everything that the rule permits.
inline Answer failed_by_distance(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  if (!given.normal || !quick.is_beyond(given.x, given.d, value(observed))) return Answer::undecided;
  const bool measured = magnitude(observed) < kInfinity && std::fabs(given.d) < 0x1p128;
  if (measured) distance = between(value(observed), given.d);
  return Answer::fails;
}

/// By the tolerance, of an observed result that is no zero, or as above; the zero that a denormal result may become.
inline Answer judged_by_distance(const Quick& quick, const Case& given, std::uint32_t observed, Distance& distance) {
  if (given.normal && !quick.is_range() && quick.is_unconstrained(given.x)) return Answer::unconstrained;
  // The smallest normal value may be what a denormal was rounded to: the flush test decides.
  const bool plain = is_normal(observed) && magnitude(observed) != kMinNormal;
  const bool same_sign = ((observed & kSign) != 0) == std::signbit(given.d);
  const bool kept = is_denormal(observed) && quick.may_keep_denormals() && same_sign;
  const bool is_flushed = magnitude(observed) == 0 && quick.may_flush_results() && same_sign;
  if (is_flushed && std::fabs(given.d) < 0x1p-126 * (1 - 0x1p-22)) return Answer::pass;
  const bool is_zero = magnitude(observed) == 0;
  const bool is_zero_inside = is_zero && given.normal && std::fabs(given.d) > 0x1p-124 && quick.may_span_zero(given.x);
  const bool is_plain = plain || kept || is_zero_inside;
  const Answer answer = is_plain ? quick.within(given.x, given.d, value(observed)) : Answer::undecided;
  if (answer == Answer::pass) distance = between(value(observed), given.d);
  if (answer != Answer::undecided) return answer;
  const Answer far = failed_by_distance(quick, given, observed, distance);
  if (far != Answer::undecided || !given.normal) return far;
  if (quick.is_out_of_range(given.x, value(observed))) {
    const bool measured = magnitude(observed) < kInfinity && !quick.is_unconstrained(given.x);
    if (measured) distance = between(value(observed), given.d);
    return Answer::forbidden;
  }
  if (!plain) return far;
  if (!quick.forbids(given.x, given.d, value(observed))) return Answer::undecided;
  distance = between(value(observed), given.d);
  return Answer::forbidden_by_ulp;
}

/// Of an operand for which the function has no real value.
inline Answer beyond_domain(const Quick& quick, std::uint32_t operand, std::uint32_t observed) {
  const bool breaks = is_normal(operand) && quick.gives_nan_beyond_domain() && !is_nan(observed);
  return breaks ? Answer::breaks_special : Answer::undecided;
}

inline bool same(std::uint32_t observed, std::uint32_t expected) {
  return observed == expected || (is_nan(observed) && is_nan(expected));
}

/// Where an operand is NaN.
inline Answer of_nan(const Quick& quick, std::uint32_t observed) {
  return quick.gives_nan() && is_nan(observed) ? Answer::pass : Answer::undecided;
}

/// The functions of + - * / and square roots, and of sums of products; nullptr for other operations.
[[nodiscard]] Quick::Function function_of_arithmetic(Operation operation);
[[nodiscard]] Quick::Function function_of_sum(Operation operation);
/// That of fmod by steps.
[[nodiscard]] Answer remainder_by_steps(const Quick& quick, const std::uint32_t* operands, std::uint32_t observed,
                                        Distance& distance);

}  // namespace halfulp::judge::plain
