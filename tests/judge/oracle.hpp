// SPDX-License-Identifier: Apache-2.0
#pragma once

// A second, slow reading of Direct3D's 32-bit rules, written from the documents and not from src/judge: exact rationals
// of GMP, one candidate at a time, no intervals, no hulls. oracle_steps.hpp has operations of several steps.

#include <gmpxx.h>
#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::oracle {

using Pattern = std::uint32_t;

constexpr Pattern kInfinity = 0x7f800000;
constexpr Pattern kMaxFinite = 0x7f7fffff;
constexpr Pattern kMinNormal = 0x00800000;
constexpr Pattern kSign = 0x80000000;
constexpr Pattern kOne = 0x3f800000;

constexpr Pattern magnitude(Pattern bits) { return bits & ~kSign; }
constexpr bool is_negative(Pattern bits) { return (bits & kSign) != 0; }
constexpr bool is_nan(Pattern bits) { return magnitude(bits) > kInfinity; }
constexpr bool is_infinite(Pattern bits) { return magnitude(bits) == kInfinity; }
constexpr bool is_finite(Pattern bits) { return magnitude(bits) < kInfinity; }
constexpr bool is_zero(Pattern bits) { return magnitude(bits) == 0; }
constexpr bool is_denormal(Pattern bits) { return !is_zero(bits) && magnitude(bits) < kMinNormal; }
constexpr Pattern flushed(Pattern bits) { return is_denormal(bits) ? bits & kSign : bits; }
constexpr Pattern zero(bool negative) { return negative ? kSign : 0; }
constexpr Pattern infinity(bool negative) { return kInfinity | zero(negative); }

/// ..., -2^-149, -0, +0, 2^-149, ... as consecutive integers.
constexpr std::int64_t place(Pattern bits) {
  return is_negative(bits) ? -static_cast<std::int64_t>(magnitude(bits)) - 1 : static_cast<std::int64_t>(bits);
}
constexpr Pattern at_place(std::int64_t place) {
  return place < 0 ? static_cast<Pattern>(-place - 1) | kSign : static_cast<Pattern>(place);
}

inline mpq_class power(int exponent) {
  mpq_class result(1);
  if (exponent >= 0) {
    mpq_mul_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return result;
}

/// The value of finite bits.
inline mpq_class value(Pattern bits) { return mpq_class(static_cast<double>(std::bit_cast<float>(bits))); }

/// The largest finite value not above v (the lowest one if there is none); -0 is never given.
inline Pattern at_or_below(const mpq_class& v) {
  static const mpq_class max = value(kMaxFinite);
  if (v >= max) return kMaxFinite;
  if (v <= -max) return kMaxFinite | kSign;
  std::int64_t position = place(std::bit_cast<Pattern>(static_cast<float>(v.get_d())));
  position = std::clamp(position, place(kMaxFinite | kSign), place(kMaxFinite));
  while (value(at_place(position)) > v) --position;
  while (value(at_place(position + 1)) <= v) ++position;
  return at_place(position);
}

/// Muller's definition, reading A.
inline mpq_class ulp(const mpq_class& x) {
  static const mpq_class last_gap = power(104);
  static const mpq_class max = value(kMaxFinite);
  const mpq_class a = abs(x);
  if (a >= max) return last_gap;
  if (a == 0) return power(-149);
  const Pattern f = at_or_below(a);
  mpq_class gap_above = value(f + 1) - value(f);
  if (value(f) != a) return gap_above;
  return std::min(gap_above, mpq_class(value(f) - value(f - 1)));
}

/// What a sentence allows a result to err by.
struct Bound {
  enum class Kind : std::uint8_t { ulp, nearest, relative, absolute, error };
  Kind kind = Kind::nearest;
  mpq_class amount;  ///< ULP, relative error, absolute error

  static Bound nearest() { return {Kind::nearest, 0}; }
  static Bound ulps(int n) { return {Kind::ulp, n}; }
  static Bound relative(mpq_class e) { return {Kind::relative, std::move(e)}; }
  static Bound absolute(mpq_class e) { return {Kind::absolute, std::move(e)}; }

  /// The largest |r - x| allowed; not for nearest.
  [[nodiscard]] mpq_class reach(const mpq_class& x) const {
    switch (kind) {
      case Kind::ulp:
        return amount * ulp(x);
      case Kind::relative:
        return amount * abs(x);
      default:
        return amount;
    }
  }
};

/// Whether a finite format value (denormals among them) is inside the bound around x.
inline bool inside(Pattern r, const mpq_class& x, const Bound& bound) {
  const mpq_class distance = abs(value(r) - x);
  if (bound.kind != Bound::Kind::nearest) return distance <= bound.reach(x);
  // No neighbour is closer; past the largest finite value 2^128 is the neighbour.
  const Pattern m = magnitude(r);
  const mpq_class away = (m == kMaxFinite ? power(128) : value(m + 1)) * (is_negative(r) ? -1 : 1);
  if (abs(away - x) < distance) return false;
  if (m == 0) return abs(value(1 | kSign) - x) >= distance && abs(value(1) - x) >= distance;
  const mpq_class toward = value((m - 1) | (r & kSign));
  return abs(toward - x) >= distance;
}

/// Denormals of that sign inside the bound: the smallest one not below the interval's inner end is the one to try, and
/// its neighbours.
inline bool denormal_inside(bool negative, const mpq_class& x, const Bound& bound) {
  const auto try_one = [&](std::int64_t m) {
    if (m < 1 || m >= static_cast<std::int64_t>(kMinNormal)) return false;
    return inside(static_cast<Pattern>(m) | zero(negative), x, bound);
  };
  const mpq_class y = negative ? mpq_class(-x) : x;
  std::vector<mpq_class> marks = {y, 0, power(-126)};
  if (bound.kind != Bound::Kind::nearest) {
    marks.emplace_back(y - bound.reach(x));
    marks.emplace_back(y + bound.reach(x));
  }
  for (const mpq_class& mark : marks) {
    const std::int64_t m = place(at_or_below(mark));
    for (std::int64_t step = -2; step <= 2; ++step) {
      if (try_one(m + step)) return true;
    }
  }
  return false;
}

/// Infinity of that sign as the result of an exact finite x under the bound.
inline bool infinity_permitted(bool negative, const mpq_class& x, const Bound& bound) {
  const mpq_class y = negative ? mpq_class(-x) : x;
  if (bound.kind == Bound::Kind::nearest) return y >= power(128) - power(103);
  return y >= power(128) || y + bound.reach(x) >= power(128);
}

/// The rule of every bound: format values inside it, flushed, and overflow. Of x = 0 either zero is permitted.
inline bool permitted_by_bound(Pattern r, const mpq_class& x, const Bound& bound) {
  if (is_nan(r) || is_denormal(r)) return false;
  const bool negative = is_negative(r);
  if (is_infinite(r)) return infinity_permitted(negative, x, bound);
  if (is_zero(r)) {
    const int sign = sgn(x);
    if (sign == 0) return true;
    if (abs(x) < power(-126) && (sign < 0) == negative) return true;
    if (denormal_inside(negative, x, bound)) return true;
    return (sign < 0) == negative && inside(r, x, bound);
  }
  if (inside(r, x, bound)) return true;
  const mpq_class y = negative ? mpq_class(-x) : x;
  return magnitude(r) == kMaxFinite && bound.kind != Bound::Kind::nearest && y > value(kMaxFinite);
}

/// exp2, log2, sin, cos, sqrt of a finite operand to 700 bits: rational results of sqrt, exp2 and log2 come out
/// exactly, and no threshold lies within 2^-600 of an irrational one by chance.
inline mpq_class function_value(Operation operation, Pattern x) {
  mpfr_t v;
  mpfr_init2(v, 700);
  mpfr_set_flt(v, std::bit_cast<float>(x), MPFR_RNDN);
  switch (operation) {
    case Operation::exp2:
      mpfr_exp2(v, v, MPFR_RNDN);
      break;
    case Operation::log2:
      mpfr_log2(v, v, MPFR_RNDN);
      break;
    case Operation::sin:
      mpfr_sin(v, v, MPFR_RNDN);
      break;
    case Operation::cos:
      mpfr_cos(v, v, MPFR_RNDN);
      break;
    default:
      mpfr_sqrt(v, v, MPFR_RNDN);
      break;
  }
  mpq_class result;
  mpfr_get_q(result.get_mpq_t(), v);
  mpfr_clear(v);
  return operation == Operation::rsq ? mpq_class(1 / result) : result;
}

}  // namespace halfulp::oracle
