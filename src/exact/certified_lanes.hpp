// SPDX-License-Identifier: Apache-2.0

// exact/certified.hpp for vectors of doubles, and for one. A part of files that Highway compiles once for each kind of
// CPU: included after hwy/highway.h, once for each. Only IEEE 754 basic operations, without fused ones: every lane of
// every kind has the same bits. The quick forms, of which only sure roundings may be used, leave out terms and fuse.

#if defined(HALFULP_EXACT_CERTIFIED_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_EXACT_CERTIFIED_LANES
#undef HALFULP_EXACT_CERTIFIED_LANES
#else
#define HALFULP_EXACT_CERTIFIED_LANES
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <type_traits>

#include "exact/certified_series.hpp"
#include "halfulp/operation.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// A vector of doubles, written as one is. Functions of `kIsQuick_` ones are within kQuickError, of others within
/// kCertifiedError.
template <class V, bool kIsQuick_ = false>
class Lanes {
 public:
  static constexpr bool kIsQuick = kIsQuick_;
  using Tag = hn::DFromV<V>;
  using BitTag = hn::RebindToUnsigned<Tag>;
  using Bits = hn::VFromD<BitTag>;
  using Mask = decltype(hn::Eq(V(), V()));

  HWY_INLINE Lanes(V values) : values_(values) {}
  HWY_INLINE Lanes(double value) : values_(hn::Set(Tag(), value)) {}
  HWY_INLINE operator V() const { return values_; }

  [[nodiscard]] static HWY_INLINE Bits bits(std::uint64_t value) { return hn::Set(BitTag(), value); }
  [[nodiscard]] static HWY_INLINE Lanes of_bits(Bits bits) { return hn::BitCast(Tag(), bits); }
  [[nodiscard]] HWY_INLINE Bits bits() const { return hn::BitCast(BitTag(), values_); }

  friend HWY_INLINE Lanes operator+(Lanes a, Lanes b) { return hn::Add(a.values_, b.values_); }
  friend HWY_INLINE Lanes operator-(Lanes a, Lanes b) { return hn::Sub(a.values_, b.values_); }
  friend HWY_INLINE Lanes operator*(Lanes a, Lanes b) { return hn::Mul(a.values_, b.values_); }
  friend HWY_INLINE Lanes operator/(Lanes a, Lanes b) { return hn::Div(a.values_, b.values_); }
  friend HWY_INLINE Lanes times_plus(Lanes a, Lanes b, Lanes c) {
    return kIsQuick ? Lanes(hn::MulAdd(a.values_, b.values_, c.values_)) : a * b + c;
  }
  friend HWY_INLINE Lanes sqrt(Lanes a) { return hn::Sqrt(a.values_); }
  friend HWY_INLINE Lanes abs(Lanes a) { return hn::Abs(a.values_); }
  friend HWY_INLINE Lanes min(Lanes a, Lanes b) { return hn::Min(a.values_, b.values_); }
  friend HWY_INLINE Lanes max(Lanes a, Lanes b) { return hn::Max(a.values_, b.values_); }
  friend HWY_INLINE Lanes clamp(Lanes a, double least, double most) {
    return hn::Max(hn::Min(a.values_, Lanes(most).values_), Lanes(least).values_);
  }
  friend HWY_INLINE Lanes copysign(Lanes size, Lanes sign) { return hn::CopySign(size.values_, sign.values_); }
  friend HWY_INLINE Lanes flip(Lanes a, Bits signs) { return hn::Xor(a.values_, of_bits(signs).values_); }
  friend HWY_INLINE Lanes round(Lanes a) { return hn::Round(a.values_); }
  friend HWY_INLINE Mask operator==(Lanes a, Lanes b) { return hn::Eq(a.values_, b.values_); }
  friend HWY_INLINE Mask operator<=(Lanes a, Lanes b) { return hn::Le(a.values_, b.values_); }
  friend HWY_INLINE Mask operator<(Lanes a, Lanes b) { return hn::Lt(a.values_, b.values_); }
  friend HWY_INLINE Lanes select(Mask mask, Lanes yes, Lanes no) {
    return hn::IfThenElse(mask, yes.values_, no.values_);
  }

 private:
  V values_;
};

// The CPU's vectors.
using Doubles = hn::ScalableTag<double>;
using DoubleVector = hn::VFromD<Doubles>;
using Packed = Lanes<DoubleVector>;
using QuickPacked = Lanes<DoubleVector, true>;

/// Its first bits: all but the last `kLeftOut`.
template <int kLeftOut, class Number>
HWY_INLINE Number head(Number x) {
  return Number::of_bits(hn::And(x.bits(), Number::bits(~std::uint64_t{0} << kLeftOut)));
}

/// A series at x by Horner's rule; without a loop, so that one polynomial's steps can be done between another's.
template <const auto& kSeries, std::size_t kFirst = 0, class Number>
HWY_INLINE Number polynomial(Number x) {
  constexpr std::size_t kTerms = Number::kIsQuick ? kSeries.terms(kQuickLeftOut) : kSeries.coefficients.size();
  constexpr double kCoefficient = kSeries.coefficients[kFirst];
  if constexpr (kFirst + 1 == kTerms) {
    return kCoefficient;
  } else {
    return times_plus(polynomial<kSeries, kFirst + 1>(x), x, Number(kCoefficient));
  }
}

/// Shortcuts for vectors of operands that are near each other: no lane's value depends on others.
template <class Number>
HWY_INLINE bool are_all(typename Number::Mask mask) {
  return hn::AllTrue(typename Number::Tag(), mask);
}

/// An integer near x, |x| < 2^51, and its bits modulo 2^12.
template <class Number>
struct Near {
  explicit HWY_INLINE Near(Number x) : moved(x + kRound), value(moved - kRound) {}
  [[nodiscard]] HWY_INLINE typename Number::Bits low_bits() const { return moved.bits(); }
  Number moved;
  Number value;
};

// u = 2^-53 below: the error of one rounding, and of a constant, relative.

/// 1 + p, rounded, but 1 only where p is 0: below 1.25 u, p counts as that, which leaves a value next to 1. 1.25 u.
template <class Number>
HWY_INLINE Number one_and(Number p) {
  if constexpr (Number::kIsQuick) return 1.0 + p;
  constexpr double kLeast = 0x1.4p-53;
  const Number moved = select(abs(p) < kLeast, copysign(kLeast, p), p);
  return 1.0 + select(p == 0.0, p, moved);
}

/// e^t * 2^k for |t| < 0.3467. The bracket: Horner's steps shrink by t each, 4 u together; t times it 6 u relative,
/// 0.42 of a result of 0.7 or more; the last sum u. The terms left out: 0.35^14/14! < 2^-57. Together below 5.3 u, and
/// what t itself is off; scaling is exact.
template <class Number>
HWY_INLINE Number scaled_exponential(Number t, const Near<Number>& k) {
  const Number scale = Number::of_bits(hn::ShiftLeft<52>(hn::Add(k.low_bits(), Number::bits(1023))));
  if (are_all<Number>(abs(t) < 0x1p-54)) return one_and(t) * scale;  // the bracket is 1
  return one_and(t * polynomial<kExponential>(t)) * scale;
}

/// k is an integer near x: x - k is exact and at most 1/2. t = r * ln(2): 2 u relative, at most 0.35, so 0.7 u of the
/// result: together below 6 u.
template <class Number>
HWY_INLINE Number reference_exp2(Number given) {
  constexpr double kMost = 160;
  if (are_all<Number>(kMost <= abs(given))) return select(given < 0.0, 0x1p-160, Number(0x1p160));
  const Number x = clamp(given, -kMost, kMost);
  const Near k(x);
  return scaled_exponential((x - k.value) * std::numbers::ln2, k);
}

/// k * ln(2)'s high part has 8 + 42 bits, and x - that, a multiple of 2^-42 of at most 0.36, is exact too (x of 0.34
/// and more is a multiple of 2^-25; below, k is 0). Subtracting the low part rounds t once: 0.36 u of the result.
/// Together below 6 u.
template <class Number>
HWY_INLINE Number reference_exp(Number given) {
  const Number x = clamp(given, -104, 104);
  const Near k(x * std::numbers::log2e);
  return scaled_exponential((x - k.value * kLn2High) - k.value * kLn2Low, k);
}

/// As above: x - k * log10(2) is rounded once, below 0.151; times ln(10) 0.35 u, and 2 u of 0.35 for that product.
/// Together below 7 u.
template <class Number>
HWY_INLINE Number reference_exp10(Number given) {
  const Number x = clamp(given, -48, 48);
  const Near k(x * kLog2Of10);
  const Number rest = (x - k.value * kLog10Of2High) - k.value * kLog10Of2Low;
  return scaled_exponential(rest * std::numbers::ln10, k);
}

/// sinh(x) and cosh(x), doubled. e^|x| has 6 u, 1/e^|x| 7 u. Their sum has 8 u. From 1 on their
/// difference has (6 e + 7/e) u / (e - 1/e) and its own rounding: 9.1 u. Below 1 the terms of the sine that are left
/// out are x^18/19! < 2^-56; the others are below 0.18 of it and have 5 u, the sum u: 2 u.
template <class Number>
struct Hyperbolic {
  explicit HWY_INLINE Hyperbolic(Number x) {
    if (are_all<Number>(abs(x) < 0x1p-28)) {  // what is done below comes to the same
      sine = x + x;
      cosine = 2.0;
      return;
    }
    const Number grows = reference_exp(abs(x));
    const Number falls = 1.0 / grows;
    const Number square = x * x;
    sine = copysign(grows - falls, x);
    if (!are_all<Number>(1.0 <= abs(x))) {
      const Number near_zero = x + x * (square * polynomial<kHyperbolicSine>(square));
      sine = select(abs(x) < 1.0, near_zero + near_zero, sine);
    }
    cosine = grows + falls;
  }
  Number sine = 0.0;
  Number cosine = 0.0;
};

template <class Number>
HWY_INLINE Number reference_sinh(Number x) {
  return Hyperbolic(x).sine * 0.5;
}

template <class Number>
HWY_INLINE Number reference_cosh(Number x) {
  return max(Hyperbolic(x).cosine * 0.5, kAboveOne);
}

/// From 32 on it is 1 within 2^-90, never 1. Below 1: 2 u, 8 u and the division's u. From 1 on, what e^|x| is off is as
/// if x were by 6 u, which counts 0.56 of that; its inverse's rounding counts less than u, three more operations 3 u.
template <class Number>
HWY_INLINE Number reference_tanh(Number x) {
  if (are_all<Number>(32.0 <= abs(x))) return copysign(kBelowOne, x);
  const Hyperbolic of(clamp(x, -32, 32));
  const Number quotient = of.sine / of.cosine;
  return copysign(min(abs(quotient), kBelowOne), x);
}

/// log(x) = k * ln(2) + 2 * artanh(s), |artanh(s)| < 0.1733.
template <class Number>
struct Logarithm {
  /// 2 * artanh(s), of s of at most 0.1716. z = s^2 < 0.0295. The terms left out: z^11/23 < 2^-60. Those behind the
  /// first are 0.01 of it and have 6 u; the sum u: 1.1 u, and 1.1 times what s is off.
  HWY_INLINE Logarithm(Number exponent, Number s) : k(exponent) {
    const Number z = s * s;
    const Number half = s + s * (z * polynomial<kArtanh>(z));
    rest = half + half;
  }
  Number k;
  Number rest = 0.0;
};

/// x = m * 2^k for x > 0, a normal double, m in [0.707, 1.415); s = (m - 1)/(m + 1). m - 1 is exact; s has u where m +
/// 1 is exact too, as it is for binary32 values, otherwise 2 u.
template <class Number>
struct Split {
  explicit HWY_INLINE Split(Number x) {
    const auto offset = hn::Sub(x.bits(), Number::bits(kSqrtHalf));  // its exponent field is k
    // k + 1023, positive, as the low bits of 2^52 + (k + 1023).
    const auto exponent = hn::ShiftRight<52>(hn::Add(offset, Number::bits(std::uint64_t{1023} << 52)));
    k = Number::of_bits(hn::Or(exponent, Number::bits(0x4330000000000000))) - (0x1p52 + 1023);
    m = Number::of_bits(hn::Sub(x.bits(), hn::And(offset, Number::bits(0xfff0000000000000))));
    s = (m - 1.0) / (m + 1.0);
  }
  Number k = 0.0;
  Number m = 0.0;
  Number s = 0.0;
};

/// artanh's part has 2.2 u, the constant and a product 4.2 u. Where k is not 0, |k + log2(m)| >= 1/2 >= |log2(m)|: the
/// relative error grows by the last sum only, u.
template <class Number>
HWY_INLINE Number reference_log2(Number x) {
  const Split split(x);
  return split.k + Logarithm(split.k, split.s).rest * std::numbers::log2e;
}

/// k * ln(2)'s high part is exact. Where k is not 0, the result is 0.346 or more, and artanh's part no more: what that
/// is off, and u for each of two sums.
template <class Number>
HWY_INLINE Number natural(const Logarithm<Number>& of) {
  return of.k * kLn2High + (of.k * kLn2Low + of.rest);
}

/// 2.2 u and two sums.
template <class Number>
HWY_INLINE Number reference_log(Number x) {
  const Split split(x);
  return natural(Logarithm(split.k, split.s));
}

/// As above, by 4.2 u and two sums. Of 10, 100, 10^4 and 10^8 it is exact.
template <class Number>
HWY_INLINE Number reference_log10(Number x) {
  const Split split(x);
  const Logarithm of(split.k, split.s);
  return of.k * kLog10Of2High + (of.k * kLog10Of2Low + of.rest * std::numbers::log10e);
}

/// log(x) as 2 * artanh(near_one) where that is small, else of x. Then log(x) >= 0.3465; artanh's part has 3.3 u, two
/// sums 2 u, and what x is off counts 2.89 times.
template <class Number>
HWY_INLINE Number log_near_one(Number x, Number near_one) {
  constexpr double kMostNear = 0.1715;
  const Split split(x);
  const auto near = near_one < kMostNear;
  return natural(Logarithm(select(near, Number(0.0), split.k), select(near, near_one, split.s)));
}

/// log(|x| + sqrt(x^2 + 1)) = 2 * artanh(|x| / (1 + sqrt(x^2 + 1))). x^2 is exact, the root has 1.5 u, of the sum 0.75
/// of it counts: 2.2 u, together below 12 u. near_one has 3.5 u: together below 5 u.
template <class Number>
HWY_INLINE Number reference_asinh(Number x) {
  const Number size = abs(x);
  const Number root = sqrt(x * x + 1.0);
  return copysign(log_near_one(size + root, size / (1.0 + root)), x);
}

/// log(x + sqrt(x^2 - 1)) = 2 * artanh(sqrt((x - 1) / (x + 1))). x^2 is exact, the root has 1.5 u, of the sum half of
/// it counts: 1.8 u, together below 11 u. near_one has 1.5 u: together below 3 u.
template <class Number>
HWY_INLINE Number reference_acosh(Number x) {
  return log_near_one(x + sqrt(x * x - 1.0), sqrt((x - 1.0) / (x + 1.0)));
}

/// log((1 + |x|) / (1 - |x|)) / 2 = artanh(|x|). Where the quotient counts, |x| > 0.17, its parts are exact: u,
/// together below 9 u.
template <class Number>
HWY_INLINE Number reference_atanh(Number x) {
  if (are_all<Number>(abs(x) < 0x1p-28)) return x;  // as what follows is
  const Number size = abs(x);
  return copysign(log_near_one((1.0 + size) / (1.0 - size), size) * 0.5, x);
}

/// Operands of sin, cos and tan as quadrant * pi/2 + rest, |rest| <= pi/4 (1 + u); only the last two bits of the
/// quadrant count. The rest has 4.2 u or less.
template <class Number>
struct Reduced {
  typename Number::Bits quadrant;
  Number rest;
};

/// The rest is at least 2^-30 in size: 0x1.f37c8ap+95 comes nearest to a multiple of pi/2 (all operands:
/// CertifiedExhaustive.NoOperandIsNearerToAMultipleOfHalfPi).
///
/// For |x| <= 2^20. pi/2 is kHalfPi[0], of 33 bits, the last worth 2^-32, + [1], of 33 bits below that, + [2], rounded.
/// The quotient q is below 2^20, so that its first two products are exact. x - q * [0] is exact: q is 0, or x is a
/// multiple of 2^-24 and the difference, below 1, one of 2^-32. The second difference is rounded, relative to something
/// near the rest, as q * [2] < 2^-49; so is the third. Together 2.1 u.
template <class Number>
HWY_INLINE Reduced<Number> reduced_by_subtraction(Number x) {
  constexpr std::array<double, 3> kHalfPi = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
  const Near quotient(x * (2 / std::numbers::pi));
  const Number q = quotient.value;
  return {quotient.low_bits(), ((x - q * kHalfPi[0]) - q * kHalfPi[1]) - q * kHalfPi[2]};
}

/// For |x| >= 1/2 [Payne and Hanek 1983]. |x| = m * 2^e, m of 24 bits; of 2/pi * 2^e multiples of 4 are left out. m
/// times its first three parts is exact, below 2^26, 2^-3, 2^-32. The first less the quotient is exact, a multiple of
/// 2^-27; the second is one of 2^-56: their sum, below 0.51, is exact or has u. The others, together below 2^-31, are
/// rounded to a quarter u of the rest or less, and so is their sum with it, u; times pi/2 2 u: together 4.2 u. The bits
/// left out are worth less than 2^-114.
template <class Number>
HWY_INLINE Reduced<Number> reduced_by_table(Number x) {
  const auto bits = abs(x).bits();
  const Number m =
      Number::of_bits(hn::Or(hn::And(bits, Number::bits(0x000fffffffffffff)), Number::bits(0x4160000000000000)));
  constexpr std::uint64_t kFirst = 1023 + 23 + TwoOverPiParts::kLeastExponent;
  const hn::RebindToSigned<typename Number::Tag> integers;
  const auto place = hn::BitCast(integers, hn::Sub(hn::ShiftRight<52>(bits), Number::bits(kFirst)));
  const auto last = hn::Set(integers, TwoOverPiParts::kMostExponent - TwoOverPiParts::kLeastExponent);
  const auto index = hn::Min(hn::Max(place, hn::Zero(integers)), last);  // whatever other lanes hold
  const std::int64_t of_first = hn::GetLane(index);
  const bool is_one = hn::AllTrue(integers, hn::Eq(index, hn::Set(integers, of_first)));
  const auto times_part = [&](std::size_t part) HWY_ATTR {
    const double* const table = kTwoOverPiParts.parts[part].data();
    return m * (is_one ? Number(table[of_first]) : Number(hn::GatherIndex(typename Number::Tag(), table, index)));
  };
  const Number first = times_part(0);
  const Number second = times_part(1);
  const Near quotient(first + second);
  const Number quarters = ((first - quotient.value) + second) + (times_part(2) + times_part(3));
  // -x has minus the quadrant.
  const auto negative = hn::ShiftRight<63>(x.bits());
  const auto ones = hn::Sub(Number::bits(0), negative);
  const auto quadrant = hn::Add(hn::Xor(quotient.low_bits(), ones), negative);
  return {quadrant, copysign(1.0, x) * (quarters * (std::numbers::pi / 2))};
}

template <class Number>
HWY_INLINE Reduced<Number> reduced(Number x) {
  if (are_all<Number>(abs(x) < 0x1p-28)) return {Number::bits(0), x};  // as by subtraction, whose quotient is 0
  constexpr double kMostSubtracted = 0x1p20;
  const auto is_near = abs(x) <= kMostSubtracted;
  if (are_all<Number>(is_near)) return reduced_by_subtraction(x);
  const Reduced<Number> far = reduced_by_table(x);
  if (are_all<Number>(kMostSubtracted < abs(x))) return far;
  const Reduced<Number> near = reduced_by_subtraction(x);
  const auto takes_near = hn::RebindMask(typename Number::BitTag(), is_near);
  return {hn::IfThenElse(takes_near, near.quadrant, far.quadrant), select(is_near, near.rest, far.rest)};
}

/// Of pi * x. 2^24 and more are multiples of 2. x - q/2 is exact; times pi: 2 u.
template <class Number>
HWY_INLINE Reduced<Number> reduced_half_turns(Number x) {
  const Number turned = clamp(x, -0x1p24, 0x1p24);
  const Near quotient(turned + turned);
  return {quotient.low_bits(), (turned - quotient.value * 0.5) * std::numbers::pi};
}

/// The sine and cosine of a reduced operand. |r| <= pi/4, z = r^2 < 0.617.
template <class Number>
struct Circular {
  explicit HWY_INLINE Circular(const Reduced<Number>& operand) {
    const Number r = operand.rest;
    const Number z = r * r;
    if (are_all<Number>(abs(r) < 0x1p-28)) {  // what is done below comes to the same
      sine = r + 0.0;
      cosine = one_and(z * -0.5);
      return;
    }
    // The terms left out: r^18/19! < 2^-63. The bracket is below 0.1 of r: its error, about 8 u relative, counts 0.8 u;
    // the last sum u; r itself 4.2 u, and sin does not magnify it. Together 6 u.
    sine = r - r * (z * polynomial<kSine>(z));
    // The terms left out: r^20/20! < 2^-67. The bracket is below 0.3: its error, about 8 u relative, 2.4 u; the last
    // sum u; r's 4.2 u times r * tan(r) < 0.79. Together 6.8 u absolute, below 10 u relative as cos >= 0.7.
    cosine = one_and(z * polynomial<kCosine>(z) * -1.0);
  }
  Number sine = 0.0;
  Number cosine = 0.0;
};

template <class Number>
HWY_INLINE typename Number::Mask is_odd(typename Number::Bits quadrant) {
  const auto odd = hn::Eq(hn::And(quadrant, Number::bits(1)), Number::bits(1));
  return hn::RebindMask(typename Number::Tag(), odd);
}

template <class Number>
HWY_INLINE Number sine_of(const Reduced<Number>& operand) {
  const Circular of(operand);
  const Number size = select(is_odd<Number>(operand.quadrant), of.cosine, of.sine);
  return flip(size, hn::ShiftLeft<62>(hn::And(operand.quadrant, Number::bits(2))));
}

/// cos(x) = sin(x + pi/2)
template <class Number>
HWY_INLINE Number cosine_of(const Reduced<Number>& operand) {
  return sine_of(Reduced<Number>{hn::Add(operand.quadrant, Number::bits(1)), operand.rest});
}

/// 2 u of the sine and 4.9 u of the cosine without r, u for the quotient, and r's 4.2 u, which count r / (sin r cos r)
/// < 1.58 times: below 15 u.
template <class Number>
HWY_INLINE Number tangent_of(const Reduced<Number>& operand) {
  const Circular of(operand);
  const auto odd = is_odd<Number>(operand.quadrant);
  const Number quotient = select(odd, of.cosine, of.sine) / select(odd, of.sine, of.cosine);
  return flip(quotient, hn::ShiftLeft<63>(operand.quadrant));
}

template <class Number>
HWY_INLINE Number reference_sin(Number x) {
  return sine_of(reduced(x));
}
template <class Number>
HWY_INLINE Number reference_cos(Number x) {
  return cosine_of(reduced(x));
}
template <class Number>
HWY_INLINE Number reference_tan(Number x) {
  return tangent_of(reduced(x));
}
template <class Number>
HWY_INLINE Number reference_sinpi(Number x) {
  return sine_of(reduced_half_turns(x));
}
template <class Number>
HWY_INLINE Number reference_cospi(Number x) {
  return cosine_of(reduced_half_turns(x));
}
/// Only odd multiples of 1/4 come so near to 1; there it is exact.
template <class Number>
HWY_INLINE Number reference_tanpi(Number x) {
  const Number tangent = tangent_of(reduced_half_turns(x));
  return select(abs(abs(tangent) - 1.0) < 0x1p-40, copysign(1.0, tangent), tangent);
}

/// The angle of the point (x, y), not (0, 0). With a <= b the sizes of the coordinates, arctan(a/b) = arctan(c) +
/// arctan(r), c = j/8 near a/b, r = (a - c b) / (b + c a), |r| <= 1/16 (1 + 2 u).
///
/// For binary32 values a - c b is exact: c b has 28 bits, and where j is not 0, a >= b/16. r has 2 u. The terms left
/// out of its series: r^14/15 < 2^-59; those behind the first 2^-9 of it. Where j is 0, the angle has 2.1 u. Otherwise
/// it is 0.062 or more; arctan(c) is at most twice the angle and |r| at most the angle: 2 u, 2 u, and u for the
/// sum: 5.1 u; from j = 2 on below 3 u. Taken from pi/2 it is below 0.786: less than 4 u absolute with pi/2's, 4 u
/// relative after rounding. Taken from pi, half as much and pi's: below 5 u.
///
/// A coordinate that is off by e lets the angle be off by e at most. If it is no binary32 value, c b and the difference
/// are rounded: u of c, which is twice the angle at most, and u of r, 3 u more.
template <class Number>
HWY_INLINE Number reference_atan2(Number y, Number x) {
  const Number a = min(abs(y), abs(x));
  const Number b = max(abs(y), abs(x));
  const Near j(8.0 * (a / b));
  const Number c = j.value * 0.125;
  const Number r = (a - c * b) / (b + c * a);
  const Number z = r * r;
  const auto place = hn::And(j.low_bits(), Number::bits(15));
  const typename Number::Tag doubles;
  const Number start =
      hn::GatherIndex(doubles, kArctanOfEighths.data(), hn::BitCast(hn::RebindToSigned<typename Number::Tag>(), place));
  Number angle = start + (r - r * (z * polynomial<kArctan>(z)));
  angle = select(abs(x) < abs(y), std::numbers::pi / 2 - angle, angle);
  angle = select(x < 0.0, std::numbers::pi - angle, angle);
  return copysign(angle, y);
}

template <class Number>
HWY_INLINE Number reference_atan(Number x) {
  if (are_all<Number>(abs(x) < 0x1p-28)) return x;  // as what follows is
  return reference_atan2(x, Number(1.0));
}

/// cos(arcsin(x)): no more than 3 u come together before the root: 2.5 u. The angles of points with such a coordinate
/// are below 11 u off.
template <class Number>
HWY_INLINE Number cathetus(Number x) {
  return sqrt((1.0 - x) * (1.0 + x));
}
template <class Number>
HWY_INLINE Number reference_asin(Number x) {
  if (are_all<Number>(abs(x) < 0x1p-54)) return x;  // as what follows is: the cathetus is 1
  return reference_atan2(x, cathetus(x));
}
template <class Number>
HWY_INLINE Number reference_acos(Number x) {
  if (are_all<Number>(abs(x) < 0x1p-54)) return std::numbers::pi / 2;  // as what follows is
  return reference_atan2(cathetus(x), x);
}

/// x^y = 2^(y * log2(x)) for finite binary32 values, x > 0.
///
/// log2(x) = k + 2/ln(2) * artanh(s) as high + low. s = first + second: (m - 1) / (m + 1) rounded, of which `first` is
/// the first 26 bits, and in `second` also what that quotient is off: m + 1 has 25 bits, so that all products are
/// exact, and so is the remainder. 2/ln(2)'s high part has 27 bits: its product with `first` is exact. k + that as two
/// doubles is exact too [Dekker 1971: k is 0 or at least twice the product]. What the series adds is at most 0.01 of
/// log2(m); its seven roundings count 0.07 u, s^2's second part 0.03 u, all else less than 0.01 u: log2(x) is 0.11 u
/// off relative to log2(m), which is below |log2(x)|.
///
/// high = top + rest, top of 29 bits: y * top is exact. y * low is at most 1.5, y * rest far less: two roundings, 3 u
/// of the power, 2.1 u of the result; 150 * 0.11 u of the power are 11.5 u. t, 0.35 or less, has 1.1 u else, e^t 5.3 u.
/// Together 20 u. Beyond 150, where t is not that small, the result stays.
///
/// Quickly, log2(x) is one double: 5.2 u and the product's u count 104 times, below 2^-43, and so does what its series
/// leaves out, 2^-5 kQuickLeftOut: together with what is left out of e^t below 2^-40.9.
template <class Number>
HWY_INLINE Number positive_power(Number x, Number y) {
  if constexpr (Number::kIsQuick) return reference_exp2(y * reference_log2(x));
  const Split split(x);
  const Number above = split.m - 1.0;
  const Number below = split.m + 1.0;
  const Number first = head<27>(split.s);
  const Number remainder = (above - first * below) - (split.s - first) * below;
  const Number second = (split.s - first) + remainder / below;
  const Number z = split.s * split.s;
  const Number product = first * kTwoOverLn2High;
  const Number high = split.k + product;
  const Number lost = (split.k - high) + product;
  const Number series = kTwoOverLn2 * split.s * (z * polynomial<kArtanh>(z));
  const Number low = lost + (first * kTwoOverLn2Low + (second * kTwoOverLn2 + series));

  const Number top = head<24>(high);
  const Number whole = y * top;
  const Number part = y * (high - top) + y * low;
  const Near k(clamp(whole + part, -150, 150));
  const Number t = clamp(((whole - k.value) + part) * std::numbers::ln2, -0.35, 0.35);
  return scaled_exponential(t, k);
}

/// |x|^y, with a sign where x has one and y is odd; NaN where x < 0 and y is no integer.
template <class Number>
HWY_INLINE Number reference_pow(Number x, Number y) {
  const Number size = positive_power(abs(x), y);
  const auto is_integer = round(y) == y;
  const auto is_even = round(y * 0.5) == y * 0.5;
  const Number nan = std::numeric_limits<double>::quiet_NaN();
  const Number of_negative = select(is_integer, select(is_even, size, size * -1.0), nan);
  return select(x < 0.0, of_negative, size);
}

/// What `use` gives for an operation and its reference, a function of one or two vectors: use.operator()<operation,
/// reference>(). `none` for an operation that has no reference.
template <class Number, class Result, class Use>
HWY_INLINE Result with_reference(Operation operation, Result none, Use use) {
  using enum Operation;
  switch (operation) {
    case exp2:
      return use.template operator()<exp2, reference_exp2<Number>>();
    case exp:
      return use.template operator()<exp, reference_exp<Number>>();
    case exp10:
      return use.template operator()<exp10, reference_exp10<Number>>();
    case log2:
      return use.template operator()<log2, reference_log2<Number>>();
    case log:
      return use.template operator()<log, reference_log<Number>>();
    case log10:
      return use.template operator()<log10, reference_log10<Number>>();
    case sin:
      return use.template operator()<sin, reference_sin<Number>>();
    case sincos_sin:
      return use.template operator()<sincos_sin, reference_sin<Number>>();
    case cos:
      return use.template operator()<cos, reference_cos<Number>>();
    case sincos_cos:
      return use.template operator()<sincos_cos, reference_cos<Number>>();
    case tan:
      return use.template operator()<tan, reference_tan<Number>>();
    case sinpi:
      return use.template operator()<sinpi, reference_sinpi<Number>>();
    case cospi:
      return use.template operator()<cospi, reference_cospi<Number>>();
    case tanpi:
      return use.template operator()<tanpi, reference_tanpi<Number>>();
    case asin:
      return use.template operator()<asin, reference_asin<Number>>();
    case acos:
      return use.template operator()<acos, reference_acos<Number>>();
    case atan:
      return use.template operator()<atan, reference_atan<Number>>();
    case sinh:
      return use.template operator()<sinh, reference_sinh<Number>>();
    case cosh:
      return use.template operator()<cosh, reference_cosh<Number>>();
    case tanh:
      return use.template operator()<tanh, reference_tanh<Number>>();
    case asinh:
      return use.template operator()<asinh, reference_asinh<Number>>();
    case acosh:
      return use.template operator()<acosh, reference_acosh<Number>>();
    case atanh:
      return use.template operator()<atanh, reference_atanh<Number>>();
    case atan2:
      return use.template operator()<atan2, reference_atan2<Number>>();
    case pow:
      return use.template operator()<pow, reference_pow<Number>>();
    case powr:
      return use.template operator()<powr, reference_pow<Number>>();
    default:
      return none;
  }
}

template <class Number>
constexpr bool takes_two(Number (*)(Number, Number)) {
  return true;
}
template <class Number>
constexpr bool takes_two(Number (*)(Number)) {
  return false;
}

/// Of values of binary32, as many as doubles.
HWY_INLINE DoubleVector promoted(const std::byte* values, std::size_t i) {
  const hn::Rebind<float, Doubles> floats;
  return hn::PromoteTo(Doubles(), hn::LoadU(floats, reinterpret_cast<const float*>(values) + i));
}

template <auto kReference>
constexpr bool kIsReferenceOfTwo = takes_two(kReference);

/// What a function does with its operand once that is reduced; nullptr of those that do not reduce theirs as sin does.
template <Operation kOperation, class Number>
constexpr auto of_reduced() {
  using enum Operation;
  if constexpr (kOperation == sin || kOperation == sincos_sin) {
    return &sine_of<Number>;
  } else if constexpr (kOperation == cos || kOperation == sincos_cos) {
    return &cosine_of<Number>;
  } else if constexpr (kOperation == tan) {
    return &tangent_of<Number>;
  } else {
    return nullptr;
  }
}

/// The same as references() below, of a block of operands at a time: all are reduced first. The steps of one reference
/// wait for each other, and a CPU looks beyond some 200 instructions, less than four whole sines have.
template <class Number, auto kOfReduced>
void references_of_reduced(const std::byte* operands, double* results, std::size_t count) {
  constexpr std::size_t kBlock = 64;
  const typename Number::BitTag bits;
  const std::size_t lanes = hn::Lanes(Doubles());
  alignas(64) std::array<std::uint64_t, kBlock> quadrants;
  alignas(64) std::array<double, kBlock> rests;
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t some = count - first < kBlock ? count - first : kBlock;
    for (std::size_t i = 0; i < some; i += lanes) {
      const Reduced<Number> operand = reduced(Number(promoted(operands, first + i)));
      hn::Store(operand.quadrant, bits, quadrants.data() + i);
      hn::Store(static_cast<DoubleVector>(operand.rest), Doubles(), rests.data() + i);
    }
    for (std::size_t i = 0; i < some; i += lanes) {
      const Reduced<Number> operand{hn::Load(bits, quadrants.data() + i), hn::Load(Doubles(), rests.data() + i)};
      const Number result = kOfReduced(operand);
      hn::Store(static_cast<DoubleVector>(result), Doubles(), results + first + i);
    }
  }
}

/// The references for the first `count` values, whole vectors, of lanes of binary32: `kReference` is a function of one
/// or two vectors, `kOfReduced` what of_reduced() has for it.
template <auto kReference, auto kOfReduced>
void references(const std::byte* const* operands, double* results, std::size_t count) {
  if constexpr (!std::is_null_pointer_v<decltype(kOfReduced)>) {
    using Number = decltype(kReference(DoubleVector()));
    return references_of_reduced<Number, kOfReduced>(operands[0], results, count);
  }
  for (std::size_t i = 0; i < count; i += hn::Lanes(Doubles())) {
    DoubleVector result;
    if constexpr (kIsReferenceOfTwo<kReference>) {
      result = kReference(promoted(operands[0], i), promoted(operands[1], i));
    } else {
      result = kReference(promoted(operands[0], i));
    }
    hn::Store(result, Doubles(), results + i);
  }
}

/// The function of one operand that an operation names; NaN for none.
template <class Number>
HWY_INLINE Number certified(Operation operation, Number x) {
  const Number nan = std::numeric_limits<double>::quiet_NaN();
  return with_reference<Number>(
      operation, nan, [&]<Operation, auto kReference>() HWY_ATTR {
        if constexpr (kIsReferenceOfTwo<kReference>) {
          return nan;
        } else {
          return kReference(x);
        }
      });
}

template <class Number>
HWY_INLINE Number certified(Operation operation, Number x, Number y) {
  return operation == Operation::atan2 ? reference_atan2(x, y) : reference_pow(x, y);
}

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
