// SPDX-License-Identifier: Apache-2.0

// exact/certified.hpp for vectors of doubles. A part of files that Highway compiles once for each kind of CPU: included
// after hwy/highway.h, once for each. The functions take the steps of the scalar ones, without fused operations, so
// that they give their bits; but for the reduction of sin's and cos's operands, whose error is derived below.

#if defined(HALFULP_EXACT_CERTIFIED_VECTORS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_EXACT_CERTIFIED_VECTORS
#undef HALFULP_EXACT_CERTIFIED_VECTORS
#else
#define HALFULP_EXACT_CERTIFIED_VECTORS
#endif

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "exact/certified_series.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::exact::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Longs = hn::RebindToUnsigned<Doubles>;
using DoubleVector = hn::VFromD<Doubles>;
using LongVector = hn::VFromD<Longs>;

HWY_INLINE DoubleVector all(double x) { return hn::Set(Doubles(), x); }
HWY_INLINE LongVector all_bits(std::uint64_t x) { return hn::Set(Longs(), x); }
HWY_INLINE LongVector bits_of(DoubleVector x) { return hn::BitCast(Longs(), x); }
HWY_INLINE DoubleVector doubles_of(LongVector x) { return hn::BitCast(Doubles(), x); }

template <std::size_t N>
HWY_INLINE DoubleVector polynomial(const std::array<double, N>& coefficients, DoubleVector x) {
  DoubleVector sum = all(coefficients[N - 1]);
  for (std::size_t i = N - 1; i-- > 0;) sum = hn::Add(hn::Mul(sum, x), all(coefficients[i]));
  return sum;
}

/// An integer near x, |x| < 2^51, and its bits modulo 2^12.
struct Near {
  explicit HWY_INLINE Near(DoubleVector x) : moved(hn::Add(x, all(kRound))) {}
  [[nodiscard]] HWY_INLINE DoubleVector value() const { return hn::Sub(moved, all(kRound)); }
  [[nodiscard]] HWY_INLINE LongVector low_bits() const { return bits_of(moved); }
  DoubleVector moved;
};

HWY_INLINE DoubleVector scaled_exponential(DoubleVector t, const Near& k) {
  const DoubleVector scale = doubles_of(hn::ShiftLeft<52>(hn::Add(k.low_bits(), all_bits(1023))));
  return hn::Mul(hn::Add(all(1), hn::Mul(t, polynomial(kExponential, t))), scale);
}

HWY_INLINE DoubleVector certified_exp2(DoubleVector x) {
  const Near k(x);
  return scaled_exponential(hn::Mul(hn::Sub(x, k.value()), all(std::numbers::ln2)), k);
}

HWY_INLINE DoubleVector certified_exp(DoubleVector x) {
  const Near k(hn::Mul(x, all(std::numbers::log2e)));
  const DoubleVector rest = hn::Sub(x, hn::Mul(k.value(), all(kLn2High)));
  return scaled_exponential(hn::Sub(rest, hn::Mul(k.value(), all(kLn2Low))), k);
}

/// x = m * 2^k for normal x > 0, s = (m - 1)/(m + 1)
struct Split {
  explicit HWY_INLINE Split(DoubleVector x) {
    const LongVector offset = hn::Sub(bits_of(x), all_bits(kSqrtHalf));
    // k + 1023, positive, as the low bits of 2^52 + (k + 1023).
    const LongVector exponent = hn::ShiftRight<52>(hn::Add(offset, all_bits(std::uint64_t{1023} << 52)));
    k = hn::Sub(doubles_of(hn::Or(exponent, all_bits(0x4330000000000000))), all(0x1p52 + 1023));
    const LongVector whole = hn::And(offset, all_bits(0xfff0000000000000));
    const DoubleVector m = doubles_of(hn::Sub(bits_of(x), whole));
    s = hn::Div(hn::Sub(m, all(1)), hn::Add(m, all(1)));
  }
  DoubleVector k;
  DoubleVector s;
};

HWY_INLINE DoubleVector certified_log2(DoubleVector x) {
  const Split split(x);
  const DoubleVector scaled = hn::Mul(all(2 / std::numbers::ln2), split.s);
  return hn::Add(split.k, hn::Mul(scaled, polynomial(kArtanh, hn::Mul(split.s, split.s))));
}

HWY_INLINE DoubleVector certified_log(DoubleVector x) {
  const Split split(x);
  const DoubleVector twice = hn::Mul(hn::Add(split.s, split.s), polynomial(kArtanh, hn::Mul(split.s, split.s)));
  return hn::Add(hn::Mul(split.k, all(kLn2High)), hn::Add(hn::Mul(split.k, all(kLn2Low)), twice));
}

/// The largest operand that Reduced takes.
constexpr double kMostReduced = 0x1p20;

/// x = quadrant * pi/2 + rest for |x| <= kMostReduced. pi/2 is kHalfPi[0], of 33 bits, the last worth 2^-32, + [1], of
/// 33 bits below that, + [2], rounded. The quotient q is below 2^20, so that its first two products are exact. x - q *
/// [0] is exact: q is 0, or x is a multiple of 2^-24 and the difference, below 1, one of 2^-32. The second difference
/// is rounded, relative to something near the rest, as q * [2] < 2^-49 and the rest is above 2^-30; so is the third.
/// Together 2.1 u; the scalar form has 3.1 u.
struct Reduced {
  explicit HWY_INLINE Reduced(DoubleVector x) : quotient(hn::Mul(x, all(2 / std::numbers::pi))) {
    constexpr std::array<double, 3> kHalfPi = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2e037073p-69};
    const DoubleVector q = quotient.value();
    rest = hn::Sub(x, hn::Mul(q, all(kHalfPi[0])));
    rest = hn::Sub(rest, hn::Mul(q, all(kHalfPi[1])));
    rest = hn::Sub(rest, hn::Mul(q, all(kHalfPi[2])));
  }
  Near quotient;
  DoubleVector rest;
};

HWY_INLINE DoubleVector in_quadrant(LongVector quadrant, DoubleVector r) {
  const DoubleVector z = hn::Mul(r, r);
  const DoubleVector sine = hn::Sub(r, hn::Mul(r, hn::Mul(z, polynomial(kSine, z))));
  const DoubleVector cosine = hn::Sub(all(1), hn::Mul(z, polynomial(kCosine, z)));
  const auto odd = hn::TestBit(quadrant, all_bits(1));
  const DoubleVector size = hn::IfThenElse(hn::MaskFromVec(doubles_of(hn::VecFromMask(Longs(), odd))), cosine, sine);
  return hn::Xor(size, doubles_of(hn::ShiftLeft<62>(hn::And(quadrant, all_bits(2)))));
}

HWY_INLINE DoubleVector certified_sin(DoubleVector x) {
  const Reduced reduced(x);
  return in_quadrant(reduced.quotient.low_bits(), reduced.rest);
}

HWY_INLINE DoubleVector certified_cos(DoubleVector x) {
  const Reduced reduced(x);
  return in_quadrant(hn::Add(reduced.quotient.low_bits(), all_bits(1)), reduced.rest);
}

}  // namespace halfulp::exact::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
