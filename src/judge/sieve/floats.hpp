// SPDX-License-Identifier: Apache-2.0

// A part of doubles.hpp and operations.cpp, once for each target: plain cases of operations that IEEE 754
// has, judged in binary32 itself, twice as many at a time as in double. The error of an observed value is told by what
// an FMA leaves of the operation's inverse.

#if defined(HALFULP_JUDGE_SIEVE_FLOATS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_FLOATS
#undef HALFULP_JUDGE_SIEVE_FLOATS
#else
#define HALFULP_JUDGE_SIEVE_FLOATS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "halfulp/error_profile.hpp"
#include "judge/quick/quick.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/lists.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// The next value of binary32 that is no smaller.
inline float at_least(double x) { return -at_most(-x); }

// Errors are computed in ULP of the observed value's binade, which is the exact result's where the observed value is
// kEdge or more from both ends of it. The relative error of what stands for the derivative is 3/2 of the observed
// value's at most, so below 2^-22 for each ULP; that of all roundings is below 2^-21, of a reciprocal that is not
// rounded 2^-14 or, before AVX-512, 1.5 * 2^-12. Doubles near exact results, with which Quick compares, are 2^-29 ULP
// off.
constexpr float kMarginOfUlp = 0x1p-22F;
constexpr float kRelativeMargin = HWY_TARGET <= HWY_AVX3 ? 0x1p-13F : 0x1p-11F;
constexpr float kMargin = 0x1p-26F;
constexpr std::uint32_t kEdge = 1024;

/// Up to which errors in ULP are told, and how far from the ends of a binade, so that the exact ones are in it too,
/// results then are to be.
struct ErrorRange {
  float most = kMostError;
  std::uint32_t edge = kEdge;
};
constexpr ErrorRange kFar{16000, 16384};  ///< where many results are so far off

constexpr float kMostResult = 0x1p127F;
constexpr double kMostUsed = 0x1p100;  ///< of a relative width, so that no value in ULP is infinity times it

HWY_INLINE WordVector exponent(Vector x) { return hn::And(bits_of(x), all_bits(0x7f800000)); }
HWY_INLINE Vector with_exponent(Vector x, WordVector exponent) {
  return floats_of(hn::Or(hn::And(bits_of(x), all_bits(0x807fffff)), exponent));
}

/// 1 / 2^floor(log2(|x|)), of a normal x below 2^127.
HWY_INLINE Vector inverse_binade(Vector x) { return floats_of(hn::Sub(all_bits(254U << 23), exponent(x))); }
HWY_INLINE Vector in_ulp(Vector difference, Vector inverse_binade) {
  return hn::Mul(hn::Mul(difference, inverse_binade), all(0x1p23F));
}
/// ErrorProfile::bin_of() of an error up to kMostError.
HWY_INLINE WordVector bins_of(Vector error) {
  constexpr float kFirstBin = ErrorProfile::kLeastError * (1 - 0x1p-3);  // in the quarter before
  return hn::Sub(hn::ShiftRight<21>(bits_of(hn::Max(error, all(kFirstBin)))),
                 all_bits(std::bit_cast<std::uint32_t>(kFirstBin) >> 21));
}

/// The same of any error.
HWY_INLINE WordVector bins_of_any(Vector error) { return bins_of(hn::Min(error, all(ErrorProfile::kMostError))); }

/// SieveRules::Plain and the like in binary32.
struct Rules {
  Rules(const SieveRules& rules, const SieveCases& cases)
      : least(at_least(rules.plain.least)),
        most(at_most(rules.plain.most)),
        above(at_least(rules.plain.above)),
        most_result(std::min(at_most(rules.plain.most_result), kMostResult)),
        width(at_most(std::min<double>(rules.plain.inside.ulp, kMostError))),
        relative(at_most(std::min(rules.plain.inside.relative, cases.used[0]) * (1 - 0x1p-18))),
        is_relative(rules.inside.relative > 0),
        used_relative(is_relative ? at_most(std::min(cases.used[0] * (1 - 0x1p-20), kMostUsed)) : HUGE_VALF),
        used_ulp(rules.inside.ulp > 0 ? at_most(cases.used[0]) : HUGE_VALF),
        least_defined(at_most(rules.least_defined)),
        most_defined(at_least(rules.most_defined)),
        leaves_ones(rules.leaves_ones),
        nan_elsewhere(rules.nan_elsewhere),
        free_elsewhere(rules.free_elsewhere),
        counts_away(rules.rounds_either_way),
        tells_away(!rules.rounds_either_way || cases.counts_to_nearest),
        tells_truncated(rules.rounds_either_way && cases.counts_toward_zero),
        overflows(rules.below == std::numeric_limits<double>::infinity()),
        must_flush(rules.flushes),
        adds_flushed(rules.adds_flushed),
        breaks_beside_flushed(rules.breaks_beside_flushed),
        breaks_elsewhere(rules.breaks_elsewhere),
        nan_of_nan(rules.nan_of_nan),
        may_flush(rules.flushes || rules.may_flush_results),
        denies(rules.denies && cases.expects_failures && rules.denies_beyond.absolute <= kFlushed),
        permits_neighbours(rules.permits_neighbours),
        saves_truncated(rules.saves_truncated),
        saved_steps(rules.saved_ulp == std::trunc(rules.saved_ulp) ? static_cast<float>(rules.saved_ulp) : 0),
        permits_roundings_alone(rules.permits_roundings_alone),
        permits_nearest_alone(rules.permits_nearest_alone),
        permits_any_tie(rules.permits_any_tie),
        tolerates(rules.tolerates),
        fails_odd_ties(rules.fails_odd_ties) {
    const double relative_ulp = rules.denies_beyond.relative * 0x1p24;  // in ULP, of the last values of a binade
    denies_beyond = at_least(std::max(rules.denies_beyond.ulp, relative_ulp) * (1 + 0x1p-20));
    denies_plain = at_least(std::max(rules.denies_plain_ulp, relative_ulp) * (1 + 0x1p-20));
    denies_result = rules.denies_beyond.absolute > 0 ? 0x1.02p-126F : 0;  // not beside what Quick has flushed
    denies_above = at_least(rules.denies_above);
    // What is told to fail in binary32 is no zero.
    denies_sizes_below = rules.allows_zeros_alone ? HUGE_VALF : at_most(rules.denies_sizes_below);
    denies_below = std::min(at_most(rules.denies_below), denies_sizes_below);
    denies_beyond_of_large_divisor = at_least(rules.denies_beyond_of_large_divisor);
    if (cases.expects_failures) denies_beyond_step = at_least(rules.denies_beyond_step * (1 + 0x1p-20));
    has_steps_of_one_ulp = rules.denies_beyond_outcomes;
  }
  /// Below which size sums that are told by what they leave out may be.
  [[nodiscard]] float most_sum() const { return overflows ? HUGE_VALF : kMostResult; }

  float least;
  float most;
  float above;
  float most_result;
  float width;     ///< in ULP
  float relative;  ///< to the exact result, and what of it was used before
  bool is_relative;
  float used_relative;  ///< of such a width, what was used before
  float used_ulp;       ///< the same of a width in ULP
  float least_defined;
  float most_defined;
  bool leaves_ones;
  bool nan_elsewhere;
  bool free_elsewhere;
  bool counts_away;  ///< rounded results of a larger size than the exact ones are counted
  bool tells_away;
  bool tells_truncated;
  bool overflows;
  bool must_flush;
  bool adds_flushed;
  bool breaks_beside_flushed;
  bool breaks_elsewhere;
  bool nan_of_nan;
  bool may_flush;
  // SieveRules' in ULP alone, with a margin: of exact results that are no values, and of all.
  bool denies;
  bool permits_neighbours;
  bool saves_truncated;
  float saved_steps;  ///< SieveRules::saved_ulp, if that is an integer
  bool permits_roundings_alone;
  bool permits_nearest_alone;
  bool permits_any_tie;
  bool tolerates;
  bool fails_odd_ties;
  float denies_plain;
  float denies_beyond;
  float denies_result;  ///< of results of this size or more
  float denies_above;
  float denies_below;
  float denies_sizes_below;
  float denies_beyond_of_large_divisor;
  float denies_beyond_step = 0;  ///< with a margin
  bool has_steps_of_one_ulp;
};

/// From there on, in size, the reciprocal of a divisor may be denormal.
constexpr float kLargeDivisor = 0x1p125F;

/// What becomes of a vector of cases. Those told that are not free pass, but those that fail.
struct Told {
  Mask told;
  Mask measured;  ///< those with an error
  Mask free;      ///< those that are unconstrained
  Mask to_nearest;
  WordVector bins;
  Mask fails = none();
  Mask saved = none();  ///< those that pass under another reading that replaces the rule, of a judge that kSaves
  // And under another definition of an ULP, of one that kSavesByUlp.
  Mask by_muller_b = none();
  Mask by_goldberg = none();
  Mask by_bit_steps = none();
  Mask toward_zero = none();
};

/// How operands of one binade are judged: as all others, by errors, by whether results are NaN, which all are to be, or
/// not at all, where nothing is asked.
enum class Steadily : std::uint8_t { no, by_error, nan, free };

/// Of errors from `least` to `most`, about `apart` times `inverse`, whether their place in the histogram is sure, and
/// they are no larger than those before, whatever their size is.
HWY_INLINE Mask is_sure_and_no_worse(const Limits& limits, Vector least, Vector most, Vector apart, Vector inverse,
                                     std::size_t i) {
  const Mask is_sure = hn::RebindMask(Tag(), hn::Eq(bins_of_any(most), bins_of_any(least)));
  const Mask is_beyond = hn::Eq(most, all(HUGE_VALF));
  const Mask is_near = hn::And(hn::AndNot(is_beyond, is_sure), hn::Le(most, limits.of_binades_at(i, 1)));
  if (hn::AllFalse(Tag(), is_beyond)) return is_near;
  // Errors beyond all values in units in which they are none.
  constexpr float kHalf = 0x1p-80F;
  constexpr double kUnit = double{kHalf} * kHalf * 0x1p-24;
  const Vector some = hn::Mul(inverse, all(kHalf * 0x1.00001p-1F));
  const Vector in_units = hn::Mul(hn::Mul(apart, all(kHalf)), some);
  const Mask is_far = hn::And(hn::And(is_beyond, is_sure), hn::Le(in_units, limits.of_binades_at(i, kUnit)));
  return hn::Or(is_near, is_far);
}

/// Whether what a sum in binary32 leaves out changes nothing of that in double, nor of a value near it.
HWY_INLINE Mask is_negligible(Vector rest, Vector sum) {
  return hn::Lt(hn::Abs(rest), hn::Mul(hn::Abs(sum), all(0x1p-56F)));
}

/// Whole numbers of ULP, 1 or more.
HWY_INLINE Mask are_whole(Vector ulp) { return hn::And(hn::Ge(ulp, all(1)), hn::Eq(hn::Round(ulp), ulp)); }

/// An error of whole ULP, 1 or more, but for what a rounded sum leaves out, which makes it less or more: where that is
/// so little that the error is in the bin of the next smaller value or, as the sum has nothing of it in double, in that
/// of the whole.
struct AlmostWhole {
  HWY_INLINE AlmostWhole(Vector whole, Vector left_out, Mask is_less) {
    const Mask is_lost = hn::Lt(left_out, all(0x1p-31F));
    const Mask is_little = hn::Lt(left_out, all(0x1p-17F));
    const Mask is_some = hn::Gt(left_out, all(0x1p-28F));
    const Vector next = floats_of(hn::Sub(bits_of(whole), all_bits(1)));
    is_known = hn::And(is_little, hn::Or(is_lost, hn::Or(hn::Not(is_less), is_some)));
    is_less = hn::AndNot(is_lost, is_less);
    const Mask is_no_more = hn::And(is_less, hn::Ge(left_out, hn::Sub(whole, next)));  // than the next smaller value
    const Vector more = hn::IfThenElse(is_lost, whole, hn::Mul(whole, all(1 + 0x1p-16F)));
    error = hn::IfThenElse(is_no_more, next, hn::IfThenElse(is_less, whole, more));
    binned = hn::IfThenElse(is_less, next, whole);
  }
  Mask is_known;
  Vector error;   ///< no less
  Vector binned;  ///< in the same bin
};
/// The same of 1 ULP, and less.
struct AlmostOne : AlmostWhole {
  HWY_INLINE explicit AlmostOne(Vector left_out) : AlmostWhole(all(1), left_out, hn::Not(none())) {
    is_known_by_one = hn::And(is_known, hn::Eq(error, binned));
  }
  static constexpr float kBelow = 1 - 0x1p-24F;
  [[nodiscard]] HWY_INLINE Mask is_less() const { return hn::Lt(error, all(1)); }
  Mask is_known_by_one;  ///< number, `error`, which is in its bin
};

/// Values next to the nearest one, on the side of zero, with the exact one between them, and nearer to that one.
struct Next {
  Mask is_next;
  AlmostOne error;
};

/// How far a value is from the exact one.
struct Apart {
  Vector excess;  ///< positive where it is the larger one in size, negative where it is the smaller one, else zero
  Vector ulp;     ///< the error in ULP, of any sign
  Mask is_exact = none();    ///< where the error is exact, as it is in double
  Mask is_rounded = none();  ///< where, too, the value is known to be the rounded one
};

/// Errors that are no more than those before, of sure places in the histogram.
struct Errors {
  /// `limit`: those before, below kMostError. `margin`: how far, in ULP, the error may be from what is told, beside
  /// what is so for all.
  HWY_INLINE Errors(const Apart& apart, Vector limit, Vector margin = all(0))
      : Errors(hn::Abs(apart.ulp), hn::IfThenZeroElse(apart.is_exact, reach_of(hn::Abs(apart.ulp), margin)), limit) {
    is_rounded = hn::Or(is_rounded, apart.is_rounded);
  }
  HWY_INLINE Errors(Vector size, Vector reach_of_size, Vector limit)
      : reach(reach_of_size), most(hn::Add(size, reach)), bins(bins_of(most)) {
    const Mask in_one_bin = hn::RebindMask(Tag(), hn::Eq(bins, bins_of(hn::Sub(size, reach))));
    is_sure = hn::And(hn::Le(most, limit), in_one_bin);
    is_rounded = hn::Lt(most, all(0.5F));
    is_not_nearest = hn::Gt(hn::Sub(size, reach), all(0.5F * (1 + 0x1p-18F)));
  }
  static HWY_INLINE Vector reach_of(Vector size, Vector margin) {
    const Vector relative = hn::MulAdd(size, all(kMarginOfUlp), all(kRelativeMargin));
    return hn::MulAdd(size, relative, hn::Add(margin, all(kMargin)));
  }
  /// Has some be what is known of them.
  HWY_INLINE void take(const AlmostWhole& known, Mask which, Vector limit) {
    which = hn::And(which, known.is_known);
    most = hn::IfThenElse(which, known.error, most);
    bins = hn::IfThenElse(hn::RebindMask(Words(), which), bins_of(known.binned), bins);
    is_sure = hn::Or(hn::AndNot(which, is_sure), hn::And(which, hn::Le(known.error, limit)));
  }
  /// Whether the error is more than so much, of exact results that are no values, and of all.
  [[nodiscard]] HWY_INLINE Mask is_beyond(float of_no_value, float of_any) const {
    const Vector least = this->least();
    const Vector from_values = hn::Abs(hn::Sub(most, hn::Round(most)));  // of the format
    const Mask is_no_value = hn::Gt(from_values, hn::Add(hn::Add(reach, reach), all(0x1p-12F)));
    return hn::Or(hn::Gt(least, all(of_any)), hn::And(is_no_value, hn::Gt(least, all(of_no_value))));
  }
  Vector reach;
  [[nodiscard]] HWY_INLINE Vector least() const { return hn::Sub(most, hn::Add(reach, reach)); }

  Vector most;  ///< no less than the error, in ULP
  WordVector bins;
  Mask is_sure;
  Mask is_rounded;
  Mask is_not_nearest;
};

/// How far a value is from an exact sum: a rounded one, and `rest`, what that leaves out, of parts that come to
/// `most_rest` in size.
struct FromSum {
  HWY_INLINE FromSum(Vector observed, Vector sum, Vector rest, Vector most_rest)
      : from_sum(hn::Sub(observed, sum)), inverse_ulp(in_ulp(all(1), inverse_binade(observed))) {
    error = hn::Mul(hn::Abs(hn::Sub(from_sum, rest)), inverse_ulp);
    most_apart = hn::Mul(hn::Max(hn::Abs(from_sum), most_rest), inverse_ulp);
    // A sum of up to seven small terms, and what is lost of products.
    const Vector reach_of_far = hn::MulAdd(most_apart, all(0x1p-20F), all(kMargin));
    reach = hn::IfThenZeroElse(is_negligible(most_rest, observed), reach_of_far);
  }
  Vector from_sum;     ///< from the rounded one
  Vector inverse_ulp;  ///< of the observed value's binade; in such ULP are:
  Vector error;
  Vector reach;       ///< how far the error may be from what is told
  Vector most_apart;  ///< no less than from either sum, but for the other
};

/// Not near the ends of a binade, positive where it is to be.
template <bool kIsPositive = false>
HWY_INLINE Mask is_result(Vector observed, float least, float most, std::uint32_t edge = kEdge) {
  constexpr std::uint32_t kPlace = kIsPositive ? 0x807fffff : 0x007fffff;
  const WordVector place = hn::And(hn::Sub(bits_of(observed), all_bits(edge)), all_bits(kPlace));
  const Vector size = hn::Abs(observed);
  const Mask in_range = hn::And(hn::Ge(size, all(least)), hn::Lt(size, all(most)));
  return hn::And(in_range, hn::RebindMask(Tag(), hn::Lt(place, all_bits(0x00800000 - 2 * edge))));
}

/// The first operand of plain cases.
HWY_INLINE Mask is_operand(const Rules& rules, Vector x) {
  const Vector size = hn::Abs(x);
  Mask passes = hn::And(hn::Ge(size, all(rules.least)), hn::Lt(size, all(rules.most)));
  if (rules.above != -HUGE_VALF) passes = hn::And(passes, hn::Gt(x, all(rules.above)));
  if (rules.leaves_ones) passes = hn::And(passes, hn::Ne(size, all(1)));
  return passes;
}

/// First operands, of normal ones, for which results that are far off fail.
HWY_INLINE Mask is_denying(const Rules& rules, Vector x) {
  const Mask is_between = hn::And(hn::Gt(x, all(rules.denies_above)), hn::Lt(x, all(rules.denies_below)));
  return hn::And(is_between, hn::Gt(x, all(-rules.denies_sizes_below)));
}

/// Of a normal value, in ULP of its binade.
HWY_INLINE Vector size_in_ulp(Vector x) {
  return floats_of(hn::Or(hn::And(bits_of(x), all_bits(0x007fffff)), all_bits(150U << 23)));
}

/// Whether errors use no more of a relative width than was used before, where exact results are not less than `size`,
/// both in ULP.
HWY_INLINE Mask uses_no_more(float used_relative, Vector errors, Vector size) {
  return hn::Le(errors, hn::Mul(size, all(used_relative)));
}

/// The largest errors that count as no larger than those before.
inline double most_told(const SieveRules& rules, const SieveCases& cases) {
  return rules.inside.ulp > 0 ? std::min(kMostTold, cases.used[0]) : kMostTold;
}

/// Counts those of the cases told whose rounded results are the larger ones in size, or leaves them.
HWY_INLINE void tell_away(const Rules& rules, Mask is_rounded, Vector excess, Told& told) {
  if (!rules.counts_away) return;
  told.to_nearest = hn::And(hn::And(told.told, is_rounded), hn::Gt(excess, all(0)));
  if (!rules.tells_away) told.told = told.measured = hn::AndNot(told.to_nearest, told.told);
}

/// Whether results that are not near the ends of a binade are truncated, and not nearest.
HWY_INLINE Mask is_truncated(const Errors& errors, Vector excess) {
  const Mask is_next = hn::And(errors.is_not_nearest, hn::Lt(errors.most, all(1 - 0x1p-18F)));
  return hn::And(is_next, hn::Lt(excess, all(0)));
}

/// Tells those of the results; `next`: and which are known to be so by more than their errors.
HWY_INLINE void tell_truncated(const Rules& rules, Mask results, Vector excess, const Errors& errors, Told& told,
                               Mask next = none()) {
  if (!rules.tells_truncated) return;
  told.toward_zero = hn::And(results, hn::Or(is_truncated(errors, excess), next));
  told.told = hn::Or(told.told, told.toward_zero);
  told.measured = hn::Or(told.measured, told.toward_zero);
}

/// Infinities that are right results of rounding to nearest.
HWY_INLINE void tell_overflow(const Rules& rules, Mask overflows, Told& told) {
  told.told = hn::Or(told.told, overflows);
  if (rules.counts_away) told.to_nearest = hn::Or(told.to_nearest, overflows);
}

/// Tells those of the cases `deny`, whose errors are sure, that are further from the exact result than any rule
/// permits.
HWY_INLINE void tell_failures(const Rules& rules, Mask deny, Vector observed, Vector excess, const Errors& errors,
                              Told& told) {
  deny = hn::And(deny, hn::Ge(hn::Abs(observed), all(rules.denies_result)));
  if (rules.is_relative) {
    deny = hn::And(deny, uses_no_more(rules.used_relative, errors.most, hn::Sub(size_in_ulp(observed), errors.most)));
  }
  told.fails = hn::And(deny, errors.is_beyond(rules.denies_plain, rules.denies_beyond));
  if (rules.permits_roundings_alone) {
    const Mask is_away = hn::Gt(excess, all(0));
    const Mask is_permitted_side = rules.permits_nearest_alone ? none() : hn::Not(is_away);
    told.fails = hn::Or(told.fails, hn::And(deny, hn::AndNot(is_permitted_side, errors.is_not_nearest)));
  }
  told.told = hn::Or(told.told, told.fails);
  told.measured = hn::Or(told.measured, told.fails);
}

/// Overflow, and what is flushed, of products and quotients; no operation here gives a denormal but for few operands.
template <class Operation_>
HWY_INLINE void judge_out_of_range(const Rules& rules, Mask are_operands, Vector x, Vector y, Vector observed,
                                   Told& told) {
  const Vector sign = hn::And(hn::Xor(x, y), all(-0.0F));
  const Vector size_of_y = hn::Abs(y);
  if (rules.overflows && rules.tells_away) {
    const Vector size = Operation_::of(hn::Max(hn::Abs(x), all(1)), size_of_y);  // 1 makes nothing overflow
    const Mask is_infinite = are_same_bits(observed, hn::Or(sign, all(HUGE_VALF)));
    const Mask over = hn::And(hn::And(are_operands, hn::Eq(size, all(HUGE_VALF))), is_infinite);
    tell_overflow(rules, over, told);
  }
  if (rules.may_flush) {
    const Vector size = Operation_::of(hn::Mul(hn::Abs(x), all(0x1p126F)), size_of_y);
    const Mask under = hn::And(are_operands, hn::Lt(size, all(1 - 0x1p-20F)));
    told.told = hn::Or(told.told, hn::And(under, are_same_bits(observed, sign)));
  }
}

/// Of values from 2^-126 up to 2^126, with kRelativeMargin.
HWY_INLINE Vector about_reciprocal(Vector x) {
#if HWY_ARCH_X86
  return hn::ApproximateReciprocal(x);
#else
  return hn::Div(all(1), x);
#endif
}

/// By the difference to the exact result. Differences below 2^-27 ULP count as so much: products that are denormal take
/// long.
HWY_INLINE Apart apart(Vector observed, Vector difference) {
  const hn::RebindToSigned<Tag> integers;
  const auto exponent = hn::BitCast(integers, hn::And(bits_of(observed), all_bits(0x7f800000)));
  const auto least = hn::Sub(exponent, hn::Set(integers, 50 << 23));
  const auto size = hn::Max(hn::BitCast(integers, hn::Abs(difference)), least);
  return {hn::Xor(difference, hn::And(observed, all(-0.0F))),
          in_ulp(hn::BitCast(Tag(), size), inverse_binade(observed)), none()};
}

/// The same of observed values from 2^-75 on, where no difference that counts is denormal; of errors up to 2^30 ULP.
HWY_INLINE Apart apart_from_normal(Vector observed, Vector difference) {
  const IntegerVector exponent = hn::And(integers_of(observed), binades(255));
  const IntegerVector from_exponent = hn::Sub(integers_of(hn::Abs(difference)), exponent);
  const IntegerVector ulp = hn::Add(hn::Min(hn::Max(from_exponent, binades(-50)), binades(7)), binades(150));
  return {hn::Xor(difference, hn::And(observed, all(-0.0F))), hn::BitCast(Tag(), ulp), none()};
}

/// By the relative difference.
HWY_INLINE Apart apart_by(Vector relative, Vector observed) {
  return {relative, hn::Mul(hn::Abs(relative), size_in_ulp(observed)), none()};
}

/// Of an error that is the first term of a series in what is its excess: with the next one, of that factor. Errors that
/// are as large as what is observed stay as large, but for half.
HWY_INLINE Apart with_second_order(Apart apart, float factor) {
  apart.ulp = hn::Mul(apart.ulp, hn::Max(hn::MulAdd(apart.excess, all(factor), all(1)), all(0.5F)));
  return apart;
}

/// The same where `difference`, of which nothing is lost, is 0: there is no error.
HWY_INLINE Apart exact_where_none(Apart apart, Vector difference) {
  const Mask is_none = hn::Eq(difference, all(0));
  apart.ulp = hn::IfThenZeroElse(is_none, apart.ulp);
  apart.is_exact = hn::Or(apart.is_exact, is_none);
  apart.is_rounded = hn::Or(apart.is_rounded, is_none);
  return apart;
}

/// A factor that takes small x away from the smallest normal value. Normal values whose product x is, and those by
/// which its quotient is normal, are below 2^64, so that it takes none beyond all values.
HWY_INLINE Vector upscale(Vector x) { return hn::IfThenElse(hn::Lt(hn::Abs(x), all(0x1p-62F)), all(0x1p64F), all(1)); }

/// Operation_::of(x, y), or of(x): a value no more than 1.5 ULP from the exact result. Operation_::apart(observed, x,
/// y): of results of kLeastResult or more in size that are not near the ends of a binade; apart_of_far(), which some
/// have, is as good for larger errors. Operation_::kIsOfSquare tells that apart() leaves out the sign of what is
/// observed, which is to be positive. Of operations of one operand Operation_::kMargin is that of Errors; of others
/// Operation_::kIsScaled tells that of(x, y), the operation, often overflows and underflows, and
/// Operation_::about_binade() where, from the bits of the operands' sizes.
template <class Operation_, std::size_t kArity>
struct Judge {
  static constexpr bool kSaves = kArity == 2;
  static constexpr bool kSavesByUlp = true;
  static constexpr bool kMayBeBySteps = requires { requires Operation_::kMayBeBySteps; };

  Rules rules;
  Limits limits;
  SieveCases cases;

  void leave_failures() { rules.denies = false; }

  HWY_INLINE Mask are_plain(Vector x, [[maybe_unused]] Vector y) const {
    Mask are_operands = is_operand(rules, x);
    if constexpr (kArity == 2) {
      are_operands = hn::And(are_operands, is_normal(y));
      if (rules.leaves_ones) are_operands = hn::And(are_operands, hn::Ne(hn::Abs(y), all(1)));
    }
    return are_operands;
  }

  /// Operands for which results that are far off fail.
  HWY_INLINE Mask are_denying(Vector x, [[maybe_unused]] Vector y) const {
    Mask deny = is_denying(rules, x);
    if constexpr (kArity == 2) deny = hn::And(deny, hn::Lt(hn::Abs(y), all(rules.denies_sizes_below)));
    return deny;
  }
  /// And which that are at least so far off, of quotients.
  HWY_INLINE Mask are_denying(Vector x, Vector y, [[maybe_unused]] Vector least_error) const {
    Mask deny = are_denying(x, y);
    if constexpr (kMayBeBySteps) {
      const Mask is_beyond = hn::Gt(least_error, all(rules.denies_beyond_of_large_divisor));
      deny = hn::And(deny, hn::Or(hn::Lt(hn::Abs(y), all(kLargeDivisor)), is_beyond));
    }
    return deny;
  }

  HWY_INLINE Told judge(std::size_t i) const {
    constexpr bool kIsOfTwo = kArity == 2;
    const Vector x = load(cases.operands[0], i);
    const Vector y = kIsOfTwo ? load(cases.operands[1], i) : x;
    const Vector observed = load(cases.observed, i);
    const Apart apart = Operation_::apart(observed, x, y);
    float margin = 0;
    if constexpr (!kIsOfTwo) margin = Operation_::kMargin;
    const Errors errors(apart, limits.at(i), all(margin));
    const Mask are_operands = are_plain(x, y);
    const Mask are_results = hn::And(hn::And(are_operands, is_result(observed)), errors.is_sure);
    const Mask passes = hn::And(are_results, is_near(observed, errors));
    Told told{passes, passes, none(), none(), errors.bins};
    tell_away(rules, errors.is_rounded, apart.excess, told);
    tell_truncated(rules, are_results, apart.excess, errors, told);
    if (rules.denies) {
      const Mask deny = hn::And(are_results, are_denying(x, y, errors.least()));
      tell_failures(rules, deny, observed, apart.excess, errors, told);
      tell_far(hn::AndNot(told.told, are_operands), x, y, observed, i, told);
    }
    if (rules.saved_steps != 0) {
      const Mask is_beyond = hn::Gt(hn::Sub(errors.most, hn::Add(errors.reach, errors.reach)), all(rules.saved_steps));
      const Mask is_within = hn::Lt(errors.most, all(rules.saved_steps + 0.5F));
      told.by_bit_steps = hn::And(hn::And(are_operands, is_result(observed)), hn::And(is_beyond, is_within));
      told.by_bit_steps = hn::And(told.by_bit_steps, is_well_in_range(observed));
      told.told = hn::Or(told.told, told.by_bit_steps);
    }
    if constexpr (kIsOfTwo) {
      if (rules.saves_truncated) {
        Mask is_next = is_truncated(errors, apart.excess);
        if constexpr (requires { Operation_::next_toward_zero(observed, x, y); }) {
          is_next = hn::Or(is_next, Operation_::next_toward_zero(observed, x, y).is_next);
        }
        told.saved = hn::And(hn::And(are_operands, is_result(observed)), is_next);
        told.saved = hn::And(told.saved, is_well_in_range(observed));
        told.told = hn::Or(told.told, told.saved);
      }
      if constexpr (Operation_::kIsScaled) {
        judge_out_of_range<Operation_>(rules, are_operands, x, y, observed, told);
      }
    } else if (rules.nan_elsewhere || rules.free_elsewhere) {
      const Mask outside = hn::Or(hn::Lt(x, all(rules.least_defined)), hn::Gt(x, all(rules.most_defined)));
      const Mask elsewhere = hn::And(is_normal(x), outside);
      if (rules.nan_elsewhere) told.told = hn::Or(told.told, hn::And(elsewhere, hn::IsNaN(observed)));
      if (rules.free_elsewhere) told.free = elsewhere;
      told.told = hn::Or(told.told, told.free);
    }
    return told;
  }

  /// How the cases' one binade is judged.
  [[nodiscard]] Steadily steadily() const requires(kArity == 1) {
    const OneBinade& binade = limits.binade();
    if (!binade.exists() || rules.counts_away) return Steadily::no;
    if (binade.most() < rules.least_defined || binade.least() > rules.most_defined) {
      if (rules.free_elsewhere) return Steadily::free;
      return rules.nan_elsewhere ? Steadily::nan : Steadily::no;
    }
    const bool are_operands = binade.least_size() >= rules.least && binade.most_size() < rules.most &&
                              binade.least() > rules.above && !(rules.leaves_ones && binade.least_size() == 1);
    return are_operands ? Steadily::by_error : Steadily::no;
  }

  /// The same as judge().
  template <Steadily kHow>
  HWY_INLINE Told judge_steadily(std::size_t i) const requires(kArity == 1) {
    const Vector observed = load(cases.observed, i);
    if constexpr (kHow == Steadily::nan) return {hn::IsNaN(observed), none(), none(), none(), all_bits(0)};
    const Vector x = load(cases.operands[0], i);
    const Apart apart = Operation_::apart(observed, x, x);
    const Vector size = hn::Abs(apart.ulp);
    const Errors errors(size, Errors::reach_of(size, all(Operation_::kMargin)), all(limits.one()));
    const Mask are_results = hn::And(is_result(observed), errors.is_sure);
    const Mask passes = hn::And(are_results, is_near(observed, errors));
    Told told{passes, passes, none(), none(), errors.bins};
    if (rules.denies)
      tell_failures(rules, hn::And(are_results, is_denying(rules, x)), observed, apart.excess, errors, told);
    return told;
  }

 private:
  /// So far from the ends of the range that no policy but that on ULP matters.
  static HWY_INLINE Mask is_well_in_range(Vector observed) {
    const Vector size = hn::Abs(observed);
    return hn::And(hn::Gt(size, all(0x1p-124F)), hn::Lt(size, all(0x1p125F)));
  }
  /// Fails those of the candidates that are far from the value nearest to the exact result, or beside it, by what is
  /// known of that.
  HWY_INLINE void tell_far(Mask candidates, Vector x, Vector y, Vector observed, std::size_t i, Told& told) const {
    constexpr float kLeastExact = 0x1p-125F;
    constexpr float kLeastError = 16;                     // in ULP
    constexpr float kMarginOfNear = 2 * kRelativeMargin;  // of the error of the value near it
    candidates = hn::And(candidates, hn::Gt(hn::Abs(observed), all(std::max(rules.denies_result, 0x1p-126F))));
    if (hn::AllFalse(Tag(), candidates)) return;
    const Vector near = value_near_exact(x, y);
    const Apart of_near = Operation_::apart(near, x, y);
    const Vector inverse = inverse_binade(near);
    const Vector distance = hn::Sub(observed, near);
    const Vector excess = hn::Xor(in_ulp(distance, inverse), hn::And(near, all(-0.0F)));
    const Vector error = hn::Abs(hn::Add(excess, hn::CopySign(of_near.ulp, of_near.excess)));
    const Vector least = hn::MulSub(error, all(1 - 0x1p-22F), all(kMarginOfNear));
    const Vector most = hn::MulAdd(error, all(1 + 0x1p-22F), all(kMarginOfNear));
    candidates = hn::And(candidates, hn::Lt(of_near.ulp, all(2)));  // no more than 1.5, where apart() is sure of it
    candidates = hn::And(candidates, are_denying(x, y, least));
    candidates = hn::And(candidates, hn::And(hn::Gt(error, all(kLeastError)), hn::IsFinite(distance)));
    candidates = hn::And(candidates, hn::And(floats::is_result(near, kLeastExact, rules.most_result),
                                             hn::Gt(least, all(rules.denies_beyond))));
    if (rules.is_relative) {
      candidates = hn::And(candidates, uses_no_more(rules.used_relative, most, hn::Sub(size_in_ulp(near), all(2))));
    }
    if (hn::AllFalse(Tag(), candidates)) return;
    candidates = hn::And(candidates, is_sure_and_no_worse(limits, least, most, hn::Abs(distance), inverse, i));
    told.fails = hn::Or(told.fails, candidates);
    told.told = hn::Or(told.told, candidates);
    told.measured = hn::Or(told.measured, candidates);
    told.bins = hn::IfThenElse(hn::RebindMask(Words(), candidates), bins_of_any(most), told.bins);
  }
  static HWY_INLINE Vector value_near_exact(Vector x, [[maybe_unused]] Vector y) {
    if constexpr (kArity == 2) return Operation_::of(x, y);
    if constexpr (kArity == 1) return Operation_::of(x);
  }

  /// Of a result that errors are told of.
  HWY_INLINE Mask is_result(Vector observed) const {
    return floats::is_result<Operation_::kIsOfSquare>(observed, Operation_::kLeastResult, rules.most_result);
  }
  HWY_INLINE Mask is_near(Vector observed, const Errors& errors) const {
    if (rules.is_relative) {
      return hn::Lt(errors.most, hn::Mul(in_ulp(hn::Abs(observed), inverse_binade(observed)), all(rules.relative)));
    }
    return rules.width > 0.5F ? hn::Lt(errors.most, all(rules.width)) : errors.is_rounded;
  }
};

/// Whether judge.judge(i, steps) goes on from what judge.prepare(i) gives.
template <class Judge>
concept Prepared = requires {
  typename Judge::Steps;
};

/// Takes what is told of one vector of cases after the other.
template <bool kSaves, bool kSavesByUlp = false>
class Taken {
 public:
  Taken(const SieveCases& all_cases, std::uint32_t* others, std::uint32_t* failed)
      : cases_(all_cases), others_(others), failed_(failed) {}

  /// Of the cases from i on.
  HWY_INLINE void take(const Told& told, std::size_t i) {
    if constexpr (kSaves) list(told.saved, i, Saving::other_body);
    if constexpr (kSavesByUlp) list(told.by_bit_steps, i, Saving::bit_steps);
    if (cases_.expects_failures || !hn::AllFalse(Tag(), told.fails)) append(told.fails, i, failed_, failures_);
    to_nearest_ += hn::CountTrue(Tag(), hn::And(told.to_nearest, told.told));
    if (cases_.counts_toward_zero) toward_zero_ += hn::CountTrue(Tag(), told.toward_zero);
    unconstrained_ += hn::CountTrue(Tag(), told.free);
    store_bins(told.measured, told.bins, cases_.bins + i);
    append(hn::Not(told.told), i, others_, count_);
  }
  /// Leaves those from i on, and counts the others; returns how many are left.
  std::size_t end(std::size_t i, Sifted& sifted) {
    for (; i < cases_.count; ++i) others_[count_++] = static_cast<std::uint32_t>(i);
    sifted.to_nearest += to_nearest_;
    sifted.toward_zero += toward_zero_;
    sifted.unconstrained += unconstrained_;
    sifted.failed += failures_;
    for (std::size_t kind = 0; kind < kSavings; ++kind) sifted.saved[kind] += saved_[kind];
    return count_;
  }

 private:
  HWY_INLINE void list(Mask saved, std::size_t i, Saving saving) {
    if (hn::AllFalse(Tag(), saved)) return;
    append(saved, i, cases_.saved_by(saving), saved_[static_cast<std::size_t>(saving)]);
  }

  const SieveCases cases_;
  std::uint32_t* const others_;
  std::uint32_t* const failed_;
  std::size_t count_ = 0;
  std::size_t to_nearest_ = 0;
  std::size_t toward_zero_ = 0;
  std::size_t unconstrained_ = 0;
  std::size_t failures_ = 0;
  std::array<std::size_t, kSavings> saved_{};
};

/// Tells plain cases by judge.judge(i); the numbers of those that fail go to `failed`, those of the others to `others`,
/// how many there are of these is returned.
template <class Judge>
std::size_t sift_mixed(const Judge& judge, std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
  constexpr std::size_t kLanes = hn::MaxLanes(Tag());
  constexpr bool kSaves = requires { requires Judge::kSaves; };
  constexpr bool kSavesByUlp = requires { requires Judge::kSavesByUlp; };
  Taken<kSaves, kSavesByUlp> taken(judge.cases, others, failed);
  std::size_t i = 0;
  const std::size_t end = judge.cases.count / kLanes * kLanes;
  if constexpr (Prepared<Judge>) {
    // The steps of one vector wait for each other, and with what follows are too many for a CPU to look beyond them.
    constexpr std::size_t kAhead = 16;
    typename Judge::Steps steps[kAhead];
    while (i < end) {
      const std::size_t some = std::min(kAhead, (end - i) / kLanes);
      for (std::size_t v = 0; v < some; ++v) steps[v] = judge.prepare(i + v * kLanes);
      for (std::size_t v = 0; v < some; ++v, i += kLanes) taken.take(judge.judge(i, steps[v]), i);
    }
  } else {
    for (; i < end; i += kLanes) taken.take(judge.judge(i), i);
  }
  return taken.end(i, sifted);
}

/// The same for operands of one binade, by judge.judge_steadily<kHow>(i).
template <auto kHow, class Judge>
std::size_t sift_steadily(const Judge& judge, std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
  constexpr std::size_t kLanes = hn::MaxLanes(Tag());
  std::size_t count = 0;
  std::size_t to_nearest = 0;
  std::size_t failures = 0;
  std::size_t i = 0;
  for (; i + kLanes <= judge.cases.count; i += kLanes) {
    const Told told = judge.template judge_steadily<kHow>(i);
    to_nearest += hn::CountTrue(Tag(), hn::And(told.to_nearest, told.told));
    store_bins(told.measured, told.bins, judge.cases.bins + i);
    if (hn::AllTrue(Tag(), hn::AndNot(told.fails, told.told))) continue;
    append(told.fails, i, failed, failures);
    append(hn::Not(told.told), i, others, count);
  }
  for (; i < judge.cases.count; ++i) others[count++] = static_cast<std::uint32_t>(i);
  sifted.to_nearest += to_nearest;
  sifted.failed += failures;
  return count;
}

template <class Judge>
std::size_t sift(const Judge& of_all, std::uint32_t* others, std::uint32_t* failed, Sifted& sifted) {
  const Judge judge = of_all;  // which no store changes
  if constexpr (requires { judge.steadily(); }) {
    switch (judge.steadily()) {
      case Steadily::by_error:
        return sift_steadily<Steadily::by_error>(judge, others, failed, sifted);
      case Steadily::nan:
        return sift_steadily<Steadily::nan>(judge, others, failed, sifted);
      case Steadily::free:
        std::fill_n(judge.cases.bins, judge.cases.count, kNoBin);
        sifted.unconstrained += judge.cases.count;
        return 0;
      case Steadily::no:
        break;
    }
  }
  return sift_mixed(judge, others, failed, sifted);
}

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
