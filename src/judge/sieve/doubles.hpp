// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: vectors of doubles, what they are asked, and their
// bins.

#if defined(HALFULP_JUDGE_SIEVE_DOUBLES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_DOUBLES
#undef HALFULP_JUDGE_SIEVE_DOUBLES
#else
#define HALFULP_JUDGE_SIEVE_DOUBLES
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "exact/certified.hpp"
#include "exact/certified_lanes.hpp"
#include "halfulp/error_profile.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

using namespace exact::HWY_NAMESPACE;

using Longs = hn::RebindToUnsigned<Doubles>;
using Signed = hn::RebindToSigned<Doubles>;
using LongVector = hn::VFromD<Longs>;
using Floats = hn::Rebind<float, Doubles>;  // as many as doubles
using DoubleMask = decltype(hn::Eq(DoubleVector(), DoubleVector()));
using LongMask = decltype(hn::Eq(LongVector(), LongVector()));

constexpr double kLeastNormal = 0x1p-126;
constexpr double kLeastDenormal = 0x1p-149;
constexpr double kBeyondAll = 0x1p128;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

HWY_INLINE DoubleVector all(double x) { return hn::Set(Doubles(), x); }
HWY_INLINE LongVector all_bits(std::uint64_t x) { return hn::Set(Longs(), x); }
HWY_INLINE LongVector bits_of(DoubleVector x) { return hn::BitCast(Longs(), x); }
HWY_INLINE DoubleVector doubles_of(LongVector x) { return hn::BitCast(Doubles(), x); }

using FloatVector = floats::Vector;

/// What a rounded sum leaves out, exactly [Knuth's TwoSum].
template <class V>
HWY_INLINE V rest_of_sum(V x, V y, V sum) {
  const V part = hn::Sub(sum, x);
  return hn::Add(hn::Sub(x, hn::Sub(sum, part)), hn::Sub(y, part));
}

HWY_INLINE DoubleVector load(const std::byte* values, std::size_t i) { return promoted(values, i); }

/// Rounded to binary32, to nearest.
HWY_INLINE DoubleVector to_float(DoubleVector x) { return hn::PromoteTo(Doubles(), hn::DemoteTo(Floats(), x)); }

/// The largest errors seen before where the cases from i on are noted.
HWY_INLINE DoubleVector worst_at(const SieveCases& cases, std::size_t i) {
  const hn::Rebind<std::uint32_t, Doubles> keys;
  const auto binades = hn::ShiftRight<23>(hn::LoadU(keys, reinterpret_cast<const std::uint32_t*>(cases.keys) + i));
  return hn::GatherIndex(Doubles(), cases.worst, hn::BitCast(Signed(), hn::PromoteTo(Longs(), binades)));
}

/// ErrorProfile::bin_of().
HWY_INLINE LongVector bins_of(DoubleVector error) {
  constexpr double kFirstBin = ErrorProfile::kLeastError * (1 - 0x1p-3);  // in the quarter before
  constexpr int kQuarter = 50;
  const DoubleVector told = hn::Min(hn::Max(error, all(kFirstBin)), all(ErrorProfile::kMostError));
  return hn::Sub(hn::ShiftRight<kQuarter>(bits_of(told)),
                 all_bits(std::bit_cast<std::uint64_t>(kFirstBin) >> kQuarter));
}

HWY_INLINE DoubleMask is_between(DoubleVector x, double least, double most) {
  return hn::And(hn::Gt(x, all(least)), hn::Lt(x, all(most)));
}
/// No infinity, NaN or anything smaller in size.
HWY_INLINE DoubleMask is_finite_from(DoubleVector x, double least) {
  const DoubleVector size = hn::Abs(x);
  return hn::And(hn::Ge(size, all(least)), hn::Lt(size, all(kBeyondAll)));
}
/// No zero, infinity or NaN, and no denormal where a flush may matter.
HWY_INLINE DoubleMask is_taken(const SieveRules& rules, DoubleVector x) {
  return is_finite_from(x, rules.takes_denormals ? kLeastDenormal : kLeastNormal);
}
/// No zero, denormal, infinity or NaN.
HWY_INLINE DoubleMask is_normal(DoubleVector x) { return is_finite_from(x, kLeastNormal); }
/// The same but for the smallest normal value, which may be what a denormal was rounded to.
HWY_INLINE DoubleMask is_plain(DoubleVector x) { return is_between(hn::Abs(x), kLeastNormal, kBeyondAll); }

/// Zero for denormals.
HWY_INLINE DoubleVector flushed(DoubleVector x) { return hn::IfThenElseZero(hn::Ge(hn::Abs(x), all(kLeastNormal)), x); }

HWY_INLINE DoubleMask is_power_of_two(DoubleVector x) {
  return hn::Eq(doubles_of(hn::And(bits_of(x), all_bits(0x000fffffffffffff))), all(0));
}

/// 2^floor(log2(|x|)) of no zero.
HWY_INLINE DoubleVector binade_of(DoubleVector x) {
  return doubles_of(hn::And(bits_of(x), all_bits(0x7ff0000000000000)));
}

/// 1 / 2^n of 2^n.
HWY_INLINE DoubleVector inverse_of(DoubleVector binade) {
  return doubles_of(hn::Sub(all_bits(0x7fe0000000000000), bits_of(binade)));
}
HWY_INLINE DoubleVector in_ulp(DoubleVector distance, DoubleVector inverse_binade) {
  return hn::Mul(hn::Mul(distance, inverse_binade), all(0x1p23));
}

/// Sizes near 1 that say on which side of it the exact ones are, where references keep theirs.
HWY_INLINE DoubleMask is_beside_one(DoubleVector size) {
  const DoubleMask is_near = hn::Lt(hn::Abs(hn::Sub(size, all(1))), all(exact::kNearOne));
  return hn::And(is_near, hn::Ne(size, all(1)));
}

HWY_INLINE DoubleMask none() { return hn::Lt(all(0), all(0)); }

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
