// SPDX-License-Identifier: Apache-2.0

// A part of sieve_operations.cpp and sieve_functions.cpp, once for each target: what is done to a vector of cases.

#if defined(HALFULP_JUDGE_SIEVE_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_LANES
#undef HALFULP_JUDGE_SIEVE_LANES
#else
#define HALFULP_JUDGE_SIEVE_LANES
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>
#include <type_traits>

#include "exact/certified.hpp"
#include "exact/certified_lanes.hpp"
#include "halfulp/error_profile.hpp"
#include "judge/operand_classes.hpp"
#include "judge/quick.hpp"
#include "judge/sieve.hpp"
#include "judge/sieve_binades.hpp"
#include "judge/sieve_floats.hpp"

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

/// What becomes of a vector of cases.
struct Verdicts {
  DoubleMask passes;
  DoubleMask unconstrained;
  DoubleMask to_nearest;  ///< of those that pass
  DoubleMask fails;
  DoubleMask measured;  ///< which of those that pass or fail have an error
  LongVector bins;      ///< in which bins of the histogram
};

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

/// What follows from a reference whose relative error is at most 2^-48: the very double that Quick computes, so that
/// errors are the same doubles too.
struct Measured {
  HWY_INLINE Measured(DoubleVector observed, DoubleVector reference, bool keeps_side_of_one = false)
      : size(hn::Abs(reference)), distance(hn::Abs(hn::Sub(observed, reference))) {
    // 2^floor(log2(exact)) or, close to a power of two, the smaller one, where exact results are normal.
    DoubleVector least = hn::Mul(size, all(1 - 0x1p-39));
    DoubleVector most = hn::Mul(size, all(1 + 0x1p-39));
    if (keeps_side_of_one) {
      const DoubleMask is_known = is_beside_one(size);
      least = hn::IfThenElse(is_known, size, least);
      most = hn::IfThenElse(is_known, size, most);
    }
    const DoubleVector binade_of_least = binade_of(least);
    in_one_binade = hn::Eq(binade_of_least, binade_of(most));
    is_of_normal = hn::Ge(binade_of_least, all(kLeastNormal));
    binade = hn::Max(binade_of_least, all(kLeastNormal));
    inverse_binade = inverse_of(binade);
    clear = hn::Or(hn::Not(is_power_of_two(reference)), hn::Eq(distance, all(0)));
    const DoubleVector error = in_ulp(distance, inverse_binade);
    bins = bins_of(error);
    has_bin = hn::Or(in_one_binade, hn::Lt(error, all(ErrorProfile::kLeastError)));
  }

  [[nodiscard]] HWY_INLINE DoubleMask within(const SieveRules& rules, const SieveRules::Width& width) const {
    const double most = width.ulp > 0 ? 0x1p127 : 0x1p128;
    DoubleVector reach = hn::Mul(binade, all(width.ulp * 0x1p-23));
    reach = hn::Add(reach, hn::Add(all(width.absolute), hn::Mul(size, all(width.relative))));
    const DoubleVector safe = hn::Sub(hn::Mul(reach, all(1 - 0x1p-39)), hn::Mul(size, all(0x1p-44)));
    DoubleMask here = hn::And(is_between(size, 0x1p-148, most), clear);
    if (width.ulp > 0 && !rules.may_keep_results) here = hn::And(here, is_of_normal);
    return hn::And(here, hn::Le(distance, safe));
  }

  /// Whether what is observed is far from all that a rule permits, as Quick::is_beyond() has it. A NaN is far.
  [[nodiscard]] HWY_INLINE DoubleMask is_denied(const SieveRules& rules, DoubleVector observed) const {
    const DoubleVector off_values = hn::Abs(hn::Sub(size, to_float(size)));
    const DoubleMask is_plain_ulp =
        hn::And(hn::Eq(binade_of(observed), binade), hn::Gt(off_values, hn::Mul(size, all(0x1p-39))));
    const DoubleVector ulp =
        hn::IfThenElse(is_plain_ulp, all(rules.denies_plain_ulp * 0x1p-23), all(rules.denies_beyond.ulp * 0x1p-23));
    DoubleVector reach = hn::Add(all(rules.denies_beyond.absolute), hn::Mul(size, all(rules.denies_beyond.relative)));
    reach = hn::Mul(hn::Max(reach, hn::Mul(binade, ulp)), all(1 + 0x1p-28));
    const DoubleMask in_range = hn::And(is_of_normal, hn::Lt(hn::Add(size, reach), all(kNearOverflow)));
    const DoubleMask may_be_flushed = hn::Le(hn::Abs(observed), all(kLeastNormal));
    const DoubleVector farthest = hn::Add(reach, hn::IfThenElseZero(may_be_flushed, all(kFlushed)));
    return hn::And(hn::AndNot(hn::Le(distance, farthest), in_one_binade), in_range);
  }

  /// Whether |observed - exact| is at most `worst` ULP, and in one bin of the histogram.
  [[nodiscard]] HWY_INLINE DoubleMask is_no_worse_than(DoubleVector worst) const {
    return hn::And(has_bin, hn::Le(in_ulp(distance, inverse_binade), worst));
  }

  /// Whether it uses no more of a width than `used`, in that width's unit.
  [[nodiscard]] HWY_INLINE DoubleMask uses_at_most(double used, const SieveRules::Width& width) const {
    if (width.ulp > 0) return hn::Le(in_ulp(distance, inverse_binade), all(used));
    if (width.absolute > 0) return hn::Le(distance, all(used));
    if (width.relative > 0) return hn::Le(hn::Div(distance, size), all(used));  // the very double that Quick computes
    return hn::Eq(size, size);
  }

  DoubleVector size;
  DoubleVector distance;
  DoubleVector binade;  ///< whose ULP counts: that of denormals is the least normal values'
  DoubleVector inverse_binade;
  DoubleMask clear;  ///< not at a power of two, where an ULP differs from side to side
  DoubleMask in_one_binade;
  DoubleMask is_of_normal;
  LongVector bins;     ///< of the histogram of errors
  DoubleMask has_bin;  ///< whatever the error is
};

/// Which bound an operand has.
struct Domain {
  HWY_INLINE Domain(const SieveRules& rules, DoubleVector x) {
    const DoubleVector key = rules.of_magnitude ? hn::Abs(x) : x;
    inside = is_between(key, rules.least, rules.most);
    outside = hn::Or(hn::Lt(key, all(rules.least_outside)), hn::Gt(key, all(rules.most_outside)));
  }
  DoubleMask inside;
  DoubleMask outside;
};

/// Where some bound is stated, so that the correctly rounded result passes.
HWY_INLINE DoubleMask is_bounded(const SieveRules& rules, const Domain& domain) {
  return rules.outside_is == SieveRules::Outside::bounded ? hn::Or(domain.inside, domain.outside) : domain.inside;
}

HWY_INLINE DoubleMask within(const Measured& measured, const SieveRules& rules, const Domain& domain) {
  const DoubleMask passes = hn::And(measured.within(rules, rules.inside), domain.inside);
  if (rules.outside_is != SieveRules::Outside::bounded) return passes;
  return hn::Or(passes, hn::And(measured.within(rules, rules.outside), domain.outside));
}

/// Whether no error is larger than those seen before.
HWY_INLINE DoubleMask is_no_worse(const Measured& measured, const SieveRules& rules, const Domain& domain,
                                  const SieveCases& cases, std::size_t i) {
  const DoubleMask inside = hn::And(domain.inside, measured.uses_at_most(cases.used[0], rules.inside));
  const DoubleMask outside = hn::And(domain.outside, measured.uses_at_most(cases.used[1], rules.outside));
  return hn::And(measured.is_no_worse_than(worst_at(cases, i)), hn::Or(inside, outside));
}

HWY_INLINE DoubleMask none() { return hn::Lt(all(0), all(0)); }

/// A normal operand, for which far results may fail.
HWY_INLINE DoubleMask is_denying(const SieveRules& rules, DoubleVector x) {
  return hn::And(is_normal(x), hn::Lt(hn::Abs(x), all(rules.denies_sizes_below)));
}

/// Which of the candidates are too far from the exact result: those that are `no_worse` than errors before, infinities
/// and NaN, which have none.
HWY_INLINE DoubleMask denied(const SieveRules& rules, const Measured& measured, DoubleVector observed,
                             DoubleMask candidates, DoubleMask no_worse) {
  const DoubleMask is_counted = hn::Or(no_worse, hn::Not(hn::IsFinite(observed)));
  return hn::And(hn::And(candidates, is_counted), measured.is_denied(rules, observed));
}
/// Which cases may fail by their distance: those that do not pass, of first operands x for which a rule denies.
HWY_INLINE DoubleMask may_be_denied(const SieveRules& rules, DoubleVector x, DoubleMask bounded, DoubleMask passes) {
  if (!rules.denies || hn::AllTrue(Doubles(), passes)) return none();
  const DoubleMask here = hn::And(is_denying(rules, x), is_between(x, rules.denies_above, rules.denies_below));
  return hn::And(hn::AndNot(passes, bounded), here);
}
/// Which of those that fail have an error.
HWY_INLINE DoubleMask with_error(DoubleMask fails, DoubleVector observed) {
  return hn::And(fails, hn::IsFinite(observed));
}

/// x < 0, or -0, or a NaN with a sign.
HWY_INLINE DoubleMask has_sign(DoubleVector x) { return hn::Ne(doubles_of(hn::ShiftRight<63>(bits_of(x))), all(0)); }

/// Where exact results are far beyond the largest value, or below the least normal one: those that are too far from
/// them, as Quick::is_beyond() has it. The former have no error; those of the latter are in steps of denormals.
/// `kIsExact`: references are the exact results, or next to them; others are clamped there.
template <bool kIsExact>
class Extremes {
 public:
  HWY_INLINE Extremes(const SieveRules& rules, const Measured& measured, DoubleVector x, DoubleVector reference,
                      DoubleVector observed)
      : rules_(rules), measured_(measured), x_(x), seen_(hn::Abs(observed)) {
    const SieveRules::Width& reach = rules.denies_beyond;
    constexpr double kWide = 0.25;
    past_ = tiny_ = none();
    if (reach.relative < kWide && reach.ulp < kWide * 0x1p23 && reach.absolute < 0x1p120) {
      const DoubleMask is_past = hn::And(hn::Ge(measured.size, all(0x1p140)), hn::Lt(measured.size, all(kInfinity)));
      const DoubleMask is_other_sign = has_sign(hn::Xor(observed, reference));
      past_ = hn::And(is_past, hn::Or(is_other_sign, hn::Not(hn::Ge(seen_, all(0x1p126)))));
      if (kIsExact) past_ = hn::And(past_, measured.in_one_binade);
    }
    DoubleVector farthest = hn::Set(Doubles(), std::max(reach.absolute, reach.ulp * kLeastDenormal));
    if constexpr (kIsExact) {
      const DoubleMask here = hn::And(is_between(measured.size, 0x1p-400, 0x1p-127), measured.in_one_binade);
      const DoubleMask may_be_flushed = hn::Or(hn::Eq(seen_, all(0)), hn::Eq(seen_, all(kLeastNormal)));
      farthest = hn::Mul(hn::Max(farthest, hn::Mul(measured.size, all(reach.relative))), all(1 + 0x1p-28));
      farthest = hn::Add(farthest, hn::IfThenElseZero(may_be_flushed, all(kFlushed)));
      distance_ = measured.distance;
      tiny_ = hn::AndNot(hn::Le(distance_, farthest), here);
    } else if (rules.halvings > 0 && reach.relative < kWide) {
      // Exact results are below 2^-205: all that is seen is as far from them as from 0.
      const DoubleVector least = hn::Add(hn::Mul(farthest, all(1 + 0x1p-28)), all(0x1p-150));
      distance_ = seen_;
      tiny_ = hn::AndNot(hn::Le(seen_, least), hn::Lt(hn::Mul(x, all(rules.halvings)), all(-205)));
    }
  }

  /// Adds those of the candidates that fail, with no larger errors than those seen before.
  HWY_INLINE void deny(const Domain& domain, const SieveCases& cases, std::size_t i, DoubleMask candidates,
                       Verdicts& verdicts) const {
    const DoubleMask tiny = hn::And(tiny_, candidates);
    const DoubleMask is_finite = hn::Lt(seen_, all(kInfinity));
    verdicts.fails = hn::Or(verdicts.fails, hn::Or(hn::And(past_, candidates), hn::AndNot(is_finite, tiny)));
    if (hn::AllFalse(Doubles(), tiny)) return;
    const DoubleVector error = hn::Mul(distance_, all(0x1p149));
    const auto uses = [&](double used, const SieveRules::Width& width) HWY_ATTR {
      if (width.ulp > 0) return hn::Le(error, all(used));
      if (width.absolute > 0) return hn::Le(distance_, all(used));
      return width.relative > 0 ? is_used(used) : hn::Eq(error, error);
    };
    const DoubleMask inside = hn::And(domain.inside, uses(cases.used[0], rules_.inside));
    const DoubleMask outside = hn::And(domain.outside, uses(cases.used[1], rules_.outside));
    const DoubleMask no_worse = hn::And(hn::Le(error, worst_at(cases, i)), hn::Or(inside, outside));
    const DoubleMask fails = hn::And(hn::And(tiny, is_finite), no_worse);
    verdicts.fails = hn::Or(verdicts.fails, fails);
    verdicts.measured = hn::Or(verdicts.measured, fails);
    verdicts.bins = hn::IfThenElse(hn::RebindMask(Longs(), fails), bins_of(error), verdicts.bins);
  }

 private:
  /// Whether the error is at most so many times the exact result.
  [[nodiscard]] HWY_INLINE DoubleMask is_used(double used) const {
    if constexpr (kIsExact) return hn::Le(hn::Div(distance_, measured_.size), all(used));
    // In powers of two, one more than it is. Below 2^-1088 Quick knows no such multiple, nor anything at 2^-1000.
    const DoubleVector halvings = hn::Mul(x_, all(-rules_.halvings));
    const LongVector exponent = hn::Sub(hn::ShiftRight<52>(bits_of(distance_)), all_bits(1023));
    const DoubleVector binade = hn::ConvertTo(Doubles(), hn::BitCast(Signed(), exponent));
    const DoubleMask is_no_multiple = hn::Gt(halvings, all(1089));
    const DoubleMask is_multiple = hn::Lt(halvings, all(999));
    const double most = used > 0 ? std::floor(std::log2(used)) - 1 : -kInfinity;
    const DoubleMask is_less = hn::Lt(hn::Add(hn::Add(halvings, binade), all(1)), all(most));
    return hn::Or(is_no_multiple, hn::And(is_multiple, is_less));
  }

  const SieveRules& rules_;
  const Measured& measured_;
  DoubleVector x_;
  DoubleVector seen_;
  DoubleVector distance_;
  DoubleMask past_;
  DoubleMask tiny_;
};

/// Adds the candidates that are too far from the exact result, of which `no_worse` says whether errors in its ULP are
/// no larger than those before.
template <bool kIsExact>
HWY_INLINE void deny(const SieveRules& rules, const SieveCases& cases, std::size_t i, const Measured& measured,
                     const Domain& domain, DoubleVector x, DoubleVector reference, DoubleVector observed,
                     DoubleMask candidates, DoubleMask no_worse, Verdicts& verdicts) {
  if (hn::AllFalse(Doubles(), candidates)) return;
  verdicts.fails = denied(rules, measured, observed, candidates, no_worse);
  verdicts.measured = hn::Or(verdicts.measured, with_error(verdicts.fails, observed));
  Extremes<kIsExact>(rules, measured, x, reference, observed).deny(domain, cases, i, candidates, verdicts);
}

HWY_INLINE DoubleMask is_one(DoubleVector x) { return hn::Eq(hn::Abs(x), all(1)); }

/// No denormal where a flush may matter, and no 1 where that is left.
HWY_INLINE DoubleMask is_operand(const SieveRules& rules, DoubleVector x) {
  return rules.leaves_ones ? hn::AndNot(is_one(x), is_taken(rules, x)) : is_taken(rules, x);
}

/// Where a function has real values.
HWY_INLINE DoubleMask is_defined(const SieveRules& rules, DoubleVector x) {
  return hn::And(hn::Ge(x, all(rules.least_defined)), hn::Le(x, all(rules.most_defined)));
}

/// A normal result, in the range where that is what is asked.
HWY_INLINE DoubleMask is_result(const SieveRules& rules, DoubleVector observed) {
  return hn::And(is_plain(observed), hn::Le(hn::Abs(observed), all(rules.largest_observed)));
}

/// Normal, where an operation of one operand has no value.
HWY_INLINE DoubleMask is_elsewhere(const SieveRules& rules, DoubleVector x) {
  const DoubleMask elsewhere = hn::Or(hn::Lt(x, all(rules.least_defined)), hn::Gt(x, all(rules.most_defined)));
  return hn::And(is_normal(x), elsewhere);
}

/// Where an operation has no value, NaN passes or nothing is asked.
HWY_INLINE void judge_elsewhere(const SieveRules& rules, DoubleMask elsewhere, DoubleVector observed,
                                DoubleMask& passes, DoubleMask& unconstrained) {
  if (rules.nan_elsewhere) passes = hn::Or(passes, hn::And(elsewhere, hn::IsNaN(observed)));
  if (rules.free_elsewhere) unconstrained = hn::Or(unconstrained, elsewhere);
}

/// An infinity far beyond the largest value, a zero far below the least normal one, with the sign of the exact result.
HWY_INLINE DoubleMask is_saturated(DoubleVector reference, DoubleVector observed) {
  const DoubleVector size = hn::Abs(reference);
  const DoubleVector seen = hn::Abs(observed);
  const DoubleMask over = hn::And(hn::Ge(size, all(0x1p129)), hn::Eq(seen, all(kInfinity)));
  const DoubleMask under = hn::And(hn::Le(size, all(0x1p-128)), hn::Eq(seen, all(0)));
  const DoubleMask is_pole_or_zero = hn::Or(hn::Eq(size, all(kInfinity)), hn::Eq(size, all(0)));
  const DoubleMask is_other_sign = has_sign(hn::Xor(observed, reference));
  return hn::AndNot(hn::Or(is_pole_or_zero, is_other_sign), hn::Or(over, under));
}

/// What few comparisons tell.
struct Plainly {
  DoubleMask told;      ///< those that pass or are unconstrained
  DoubleMask measured;  ///< those that pass with an error
  DoubleMask unconstrained;
  LongVector bins;
};

/// The largest errors that were seen before, or less. `of_binades`: those of binades, not of groups of them.
class Limits {
 public:
  Limits(const SieveCases& cases, bool of_binades) : cases_(cases), least_(cases), of_binades_(of_binades) {}

  [[nodiscard]] const floats::OneBinade& binade() const { return least_.binade(); }
  [[nodiscard]] const floats::LeastWorst& least() const { return least_; }
  /// Of other cases among them.
  void bring(const std::byte* keys) { cases_.keys = keys; }
  HWY_INLINE DoubleVector at(std::size_t i) const {
    if (least_.is_one()) return all(least_.one());
    if (of_binades_) return worst_at(cases_, i);
#if HWY_TARGET == HWY_AVX3_DL
    const hn::Half<floats::Words> half;
    const auto keys = hn::LoadU(half, reinterpret_cast<const std::uint32_t*>(cases_.keys) + i);
    const auto least = least_.of(hn::ZeroExtendVector(floats::Words(), keys));
    return hn::PromoteTo(Doubles(), hn::LowerHalf(least));
#else
    return worst_at(cases_, i);
#endif
  }

 private:
  SieveCases cases_;
  floats::LeastWorst least_;
  bool of_binades_;
};

/// Results beside references, where these have normal values that are not at the end of a binade.
struct Compared {
  HWY_INLINE Compared(DoubleVector observed_result, DoubleVector reference)
      : observed(observed_result),
        exact(reference),
        size(hn::Abs(exact)),
        distance(hn::Abs(hn::Sub(observed, exact))),
        error(in_ulp(distance, inverse_of(binade_of(exact)))) {}

  /// Whether the error is at most `limit` ULP.
  [[nodiscard]] HWY_INLINE DoubleMask is_told(const SieveRules& rules, DoubleVector limit) const {
    constexpr double kLeastResult = 0x1p-124;  // what is some ULP beside it is normal
    DoubleMask told = hn::Le(error, limit);
    told = hn::And(told, hn::And(hn::Ge(size, all(kLeastResult)), hn::Lt(size, all(rules.plain.most_result))));
    // 2^-38 from a power of two, or nearer.
    const LongVector mantissa =
        hn::And(hn::Add(bits_of(exact), all_bits(std::uint64_t{1} << 14)), all_bits(0x000fffffffff8000));
    DoubleMask at_end = hn::Eq(doubles_of(mantissa), all(0));
    if (rules.keeps_side_of_one) at_end = hn::AndNot(is_beside_one(size), at_end);
    return hn::AndNot(at_end, told);
  }
  /// Whether it is within a width, and uses no more of it than `used`.
  [[nodiscard]] HWY_INLINE DoubleMask is_within(const SieveRules& rules, const SieveRules::Width& width,
                                                double used) const {
    if (width.ulp > 0) return hn::Le(error, all(std::min(width.ulp, used)));
    if (width.absolute > 0) {
      return hn::And(is_result(rules, observed), hn::Le(distance, all(std::min(width.absolute, used))));
    }
    const DoubleMask is_less = hn::Le(distance, hn::Mul(size, all(std::min(width.relative, used * (1 - 0x1p-39)))));
    if (hn::AllTrue(Doubles(), is_less)) return is_less;
    const DoubleMask is_inside = hn::Le(distance, hn::Mul(size, all(width.relative)));
    return hn::And(is_inside, hn::Le(hn::Div(distance, size), all(used)));  // the very double that Quick computes
  }

  DoubleVector observed;
  DoubleVector exact;
  DoubleVector size;
  DoubleVector distance;
  DoubleVector error;
};

HWY_INLINE DoubleMask is_plain_operand(const SieveRules& rules, DoubleVector x) {
  const DoubleVector size = hn::Abs(x);
  DoubleMask is_plain = hn::And(hn::Ge(size, all(rules.plain.least)), hn::Lt(size, all(rules.plain.most)));
  if (rules.plain.above != -kInfinity) is_plain = hn::And(is_plain, hn::Gt(x, all(rules.plain.above)));
  return rules.leaves_ones ? hn::AndNot(is_one(x), is_plain) : is_plain;
}

/// Whether results are within the width that is stated for x.
HWY_INLINE DoubleMask is_plainly_within(const SieveRules& rules, const Compared& compared, DoubleVector x,
                                        const SieveCases& cases) {
  const DoubleMask is_inside = compared.is_within(rules, rules.plain.inside, cases.used[0]);
  if (rules.outside_is != SieveRules::Outside::bounded) return is_inside;
  const Domain domain(rules, x);
  const DoubleMask is_outside = compared.is_within(rules, rules.plain.outside, cases.used[1]);
  return hn::Or(hn::And(domain.inside, is_inside), hn::And(domain.outside, is_outside));
}

/// Plain are normal operands with normal results, not at the end of a binade, and no larger an error than others;
/// operands and results of which the rules ask nothing but NaN or saturation, or nothing at all.
template <class Judge>
HWY_INLINE Plainly judge_plainly(const SieveRules& rules, const Limits& limits, const SieveCases& cases, std::size_t i,
                                 DoubleVector exact) {
  const DoubleVector x = load(cases.operands[0], i);
  const DoubleVector y = Judge::kArity == 2 ? load(cases.operands[1], i) : x;
  const DoubleVector observed = load(cases.observed, i);
  const Compared compared(observed, exact);

  DoubleMask passes = hn::And(compared.is_told(rules, limits.at(i)), is_plain_operand(rules, x));
  if constexpr (Judge::kArity == 2) passes = hn::And(passes, is_normal(y));
  passes = hn::And(passes, is_plainly_within(rules, compared, x, cases));
  const DoubleMask measured = passes;
  DoubleMask free = none();
  if (rules.nan_elsewhere || rules.free_elsewhere) {
    DoubleMask elsewhere = is_elsewhere(rules, x);
    if constexpr (Judge::kArity == 2) {
      const DoubleMask are_operands = hn::And(is_operand(rules, x), hn::And(is_normal(x), is_normal(y)));
      elsewhere = hn::Or(elsewhere, hn::And(hn::And(are_operands, is_defined(rules, x)), hn::IsNaN(exact)));
    }
    judge_elsewhere(rules, elsewhere, observed, passes, free);
  }
  if (rules.saturates && !rules.leaves_ones) {
    DoubleMask defined = hn::And(is_defined(rules, x), is_normal(x));
    if constexpr (Judge::kArity == 2) defined = hn::And(defined, is_normal(y));
    passes = hn::Or(passes, hn::And(defined, is_saturated(exact, observed)));
  }
  if constexpr (Judge::kArity == 1) {
    using enum SieveRules::Outside;
    if ((rules.outside_is == unconstrained || rules.outside_is == in_range) && !rules.leaves_ones) {
      const DoubleMask outside = hn::And(Domain(rules, x).outside, is_normal(x));
      DoubleMask& become = rules.outside_is == in_range ? passes : free;
      become = hn::Or(become, hn::And(outside, is_result(rules, observed)));
    }
  }
  return {hn::Or(passes, free), measured, free, bins_of(compared.error)};
}

HWY_INLINE void store_bins(DoubleMask has_bin, LongVector bins, std::uint8_t* to) {
  const hn::Rebind<std::uint8_t, Doubles> bytes;
  const LongVector given = hn::IfThenElse(hn::RebindMask(Longs(), has_bin), bins, all_bits(kNoBin));
  hn::StoreU(hn::TruncateTo(bytes, given), bytes, to);
}

/// The numbers of the lanes in the mask, or what stands for them, at the end of a list.
template <class NumberOf>
HWY_INLINE void list(DoubleMask mask, NumberOf number_of, std::uint32_t* numbers, std::size_t& count) {
  if (hn::AllFalse(Doubles(), mask)) return;
  static_assert(hn::MaxLanes(Doubles()) <= 8);
  std::uint8_t bytes[8];
  hn::StoreMaskBits(Doubles(), mask, bytes);
  for (unsigned bits = bytes[0]; bits != 0; bits &= bits - 1) {
    numbers[count++] = number_of(static_cast<std::size_t>(std::countr_zero(bits)));
  }
}

/// The numbers of the lanes in the mask, of cases from `first` on, at the end of a list that has room for all lanes.
HWY_INLINE void append(DoubleMask mask, std::size_t first, std::uint32_t* numbers, std::size_t& count) {
#if HWY_TARGET == HWY_AVX3_DL
  const __m256i all_numbers =
      _mm256_add_epi32(_mm256_set1_epi32(static_cast<int>(first)), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(numbers + count), _mm256_maskz_compress_epi32(mask.raw, all_numbers));
  count += hn::CountTrue(Doubles(), mask);
#else
  list(
      mask, [=](std::size_t lane) { return static_cast<std::uint32_t>(first + lane); }, numbers, count);
#endif
}

/// The numbers of the lanes in the mask, of those given, at the end of a list.
HWY_INLINE void append_of(DoubleMask mask, const std::uint32_t* of_lanes, std::uint32_t* numbers, std::size_t& count) {
#if HWY_TARGET == HWY_AVX3_DL
  const std::size_t some = hn::CountTrue(Doubles(), mask);
  const __m256i given = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(of_lanes));
  const auto compressed = _mm256_maskz_compress_epi32(mask.raw, given);
  _mm256_mask_storeu_epi32(numbers + count, static_cast<__mmask8>((1U << some) - 1), compressed);
  count += some;
#else
  list(
      mask, [=](std::size_t lane) { return of_lanes[lane]; }, numbers, count);
#endif
}

/// All numbers of the cases.
inline std::size_t leave_all(const SieveCases& cases, std::uint32_t* left) {
  std::iota(left, left + cases.count, 0);
  return cases.count;
}

/// Whether the classes of its operands decide a case, and nothing is to be noted of it; then its bin, which may be
/// none.
inline bool is_told_by_classes(const SieveRules& rules, const SieveCases& cases, std::size_t arity, std::size_t i,
                               std::uint8_t& bin, Sifted& sifted) {
  std::uint32_t operands[kMaxArity] = {};
  bool any_special = false;
  for (std::size_t k = 0; k < arity; ++k) {
    operands[k] = floats::word_at(cases.operands[k], i);
    const std::uint32_t exponent = operands[k] << 1 >> 24;
    any_special |= exponent == 0 || exponent == 255;
  }
  if (!any_special) return false;
  Distance distance;
  const Quick::Answer answer = rules.classes->answer(operands, floats::word_at(cases.observed, i), distance);
  bin = kNoBin;
  if (answer == Quick::Answer::unconstrained) {
    ++sifted.unconstrained;
    return true;
  }
  if (answer != Quick::Answer::pass || distance.ulp > 0) return false;
  if (distance.ulp < 0) return true;
  bin = 0;
  const bool uses_known =
      (!rules.inside.is_some() || cases.used[0] >= 0) && (!rules.outside.is_some() || cases.used[1] >= 0);
  return uses_known && cases.worst[floats::word_at(cases.keys, i) >> 23] >= 0;
}

/// The sieving of some cases: `sift_plainly` tells those that are plain and lists the others, which are brought
/// together for all rules. `references`: what a judge that has kIsCompared is given to compare with.
template <class Judge>
class Run {
 public:
  Run(const SieveRules& rules, const SieveCases& cases, std::uint32_t* left, std::uint32_t* failed,
      References references = nullptr)
      : rules_(rules), cases_(cases), left_(left), failed_(failed), references_(references) {}

  /// All cases, or the first `some` of those whose numbers are in the list of those left.
  Sifted sift(std::size_t some) {
    sift_others(some == 0 ? sift_plainly() : some);
    return sifted_;
  }

 private:
  static constexpr std::size_t kLanes = hn::MaxLanes(Doubles());
  static constexpr std::size_t kTogether = 128;

  /// Puts the numbers of those that are not plain where those left will be; returns how many there are.
  std::size_t sift_plainly() {
    const bool has_two = rules_.outside_is == SieveRules::Outside::bounded;
    if constexpr (Judge::kIsCompared) {
      if (rules_.plain.inside.is_some() && (!has_two || rules_.plain.outside.is_some())) return compare_plainly();
    } else {
      if (rules_.inside.absolute == 0 && !has_two) return Judge::sift_plainly(rules_, cases_, left_, failed_, sifted_);
    }
    return leave_all(cases_, left_);
  }

  std::size_t compare_plainly() {
    // Copies, which no store changes: what they hold stays in registers.
    const SieveRules rules = rules_;
    const SieveCases cases = cases_;
    // Of two operands many have one result, whose error is the very largest: an angle of pi, or a half of it.
    const Limits limits(cases, Judge::kArity == 2);
    std::uint32_t* const numbers = left_;
    if constexpr (Judge::kArity == 1) {
      const OfOneBinade of_binade(rules, limits.binade(), references_);
      if (of_binade.asks != OfOneBinade::Asks::mixed) return compare_in_one_binade(rules, of_binade, limits);
      const SkimOfStretches skim(rules, cases, limits.least());
      if (skim.tells_any()) return compare_skimmed(rules, skim, limits);
    }
    std::size_t others = 0;
    std::size_t unconstrained = 0;
    const bool may_be_free = rules.free_elsewhere || rules.outside_is == SieveRules::Outside::unconstrained;
    const std::size_t i = with_references([&](std::size_t at, const double* exact) HWY_ATTR {
      const Plainly plainly = judge_plainly<Judge>(rules, limits, cases, at, hn::Load(Doubles(), exact));
      if (may_be_free) unconstrained += hn::CountTrue(Doubles(), plainly.unconstrained);
      store_bins(plainly.measured, plainly.bins, cases.bins + at);
      append(hn::Not(plainly.told), at, numbers, others);
    });
    for (std::size_t at = i; at < cases.count; ++at) numbers[others++] = static_cast<std::uint32_t>(at);
    sifted_.unconstrained += unconstrained;
    return others;
  }

  /// The same for operands of many binades, of which those in stretches are skimmed off first.
  std::size_t compare_skimmed(const SieveRules& rules, const SkimOfStretches& skim, const Limits& of_all) {
    Limits limits = of_all;
    constexpr std::size_t kSkimmed = 1024;
    std::uint32_t* const numbers = left_;
    std::size_t others = 0;
    const std::size_t whole = cases_.count / hn::MaxLanes(floats::Tag()) * hn::MaxLanes(floats::Tag());
    for (std::size_t first = 0; first < whole; first += kSkimmed) {
      floats::Listed<Judge::kArity, kSkimmed> listed(cases_);
      skim.skim(first, std::min(first + kSkimmed, whole), listed, sifted_);
      if (listed.cases.count == 0) continue;
      listed.pad();
      limits.bring(listed.cases.keys);
      alignas(64) double exact[kSkimmed];
      references_(listed.cases.operands, exact, listed.padded);
      for (std::size_t j = 0; j < listed.cases.count; j += kLanes) {
        const DoubleVector x = load(listed.cases.operands[0], j);
        const Compared compared(load(listed.cases.observed, j), hn::Load(Doubles(), exact + j));
        DoubleMask measured = hn::And(compared.is_told(rules, limits.at(j)), is_plain_operand(rules, x));
        measured = hn::And(measured, is_plainly_within(rules, compared, x, listed.cases));
        store_bins(measured, bins_of(compared.error), listed.cases.bins + j);
        append_of(hn::AndNot(measured, hn::FirstN(Doubles(), listed.cases.count - j)), listed.numbers + j, numbers,
                  others);
      }
      listed.give_back_bins();
    }
    for (std::size_t i = whole; i < cases_.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
    return others;
  }

  /// Calls `judge` for each whole vector of cases and its references; returns how many cases these are.
  template <class JudgeOne>
  HWY_INLINE std::size_t with_references(JudgeOne judge_one) const {
    // The steps of one reference wait for each other, so that several are to be under way.
    alignas(64) double exact[kTogether];
    std::size_t i = 0;
    while (i + kLanes <= cases_.count) {
      const std::size_t first = i;
      const std::size_t end = i + std::min(kTogether, (cases_.count - i) / kLanes * kLanes);
      const std::byte* const operands[] = {cases_.operands[0] + first * 4,
                                           Judge::kArity == 2 ? cases_.operands[1] + first * 4 : nullptr};
      references_(operands, exact, end - first);
      for (; i < end; i += kLanes) judge_one(i, exact + (i - first));
    }
    return i;
  }

  /// The same for operands of one binade.
  std::size_t compare_in_one_binade(const SieveRules& rules, const OfOneBinade& of_binade, const Limits& limits) {
    const SieveCases cases = cases_;
    const OfOneBinade::Asked& asked = of_binade.asked;
    std::uint32_t* const numbers = left_;
    std::size_t others = 0;
    const double used = cases.used[asked.place];
    const bool is_known =
        asked.error < 0 || (used >= asked.amount && cases.worst[of_binade.binade.number()] >= asked.error);
    if (of_binade.asks == OfOneBinade::Asks::comparison || !is_known) {
      const DoubleVector limit = limits.at(0);
      const SieveRules::Width width = of_binade.width;
      const bool may_saturate = rules.saturates && !rules.leaves_ones;
      const std::size_t end = with_references([&](std::size_t i, const double* exact) HWY_ATTR {
        const Compared compared(load(cases.observed, i), hn::Load(Doubles(), exact));
        const DoubleMask measured = hn::And(compared.is_told(rules, limit), compared.is_within(rules, width, used));
        store_bins(measured, bins_of(compared.error), cases.bins + i);
        if (hn::AllTrue(Doubles(), measured)) return;
        DoubleMask passes = measured;
        if (may_saturate) passes = hn::Or(passes, is_saturated(compared.exact, compared.observed));
        append(hn::Not(passes), i, numbers, others);
      });
      for (std::size_t i = end; i < cases.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
      return others;
    }
    std::fill_n(cases.bins, cases.count, asked.bin);
    std::size_t i = 0;
    for (; i + hn::MaxLanes(floats::Tag()) <= cases.count; i += hn::MaxLanes(floats::Tag())) {
      const floats::Mask told = are_asked(asked, floats::bits_of(floats::load(cases.operands[0], i)),
                                          floats::bits_of(floats::load(cases.observed, i)));
      if (!hn::AllTrue(floats::Tag(), told)) floats::append(hn::Not(told), i, numbers, others);
    }
    for (; i < cases.count; ++i) numbers[others++] = static_cast<std::uint32_t>(i);
    if (asked.free) sifted_.unconstrained += cases.count - others;
    return others;
  }

  HWY_INLINE Verdicts judge(const SieveCases& cases, std::size_t i, [[maybe_unused]] const double* exact) const {
    if constexpr (Judge::kIsCompared) {
      return Judge::judge(rules_, cases, i, hn::Load(Doubles(), exact));
    } else {
      return Judge::judge(rules_, cases, i);
    }
  }

  /// Those whose numbers are the first of left_, brought together.
  void sift_others(std::size_t count) {
    floats::Listed<Judge::kArity, kTogether> listed(cases_);
    const SieveCases& some = listed.cases;
    const std::uint32_t* const numbers = listed.numbers;
    for (std::size_t first = 0; first < count; first += kTogether) {
      const std::size_t now = std::min(kTogether, count - first);
      listed.bring(left_ + first, now);
      alignas(64) double exact[kTogether];
      if constexpr (Judge::kIsCompared) references_(some.operands, exact, listed.padded);
      for (std::size_t j = 0; j < now; j += kLanes) {
        const Verdicts verdicts = judge(some, j, exact + j);
        const DoubleMask lanes = hn::FirstN(Doubles(), now - j);
        const ByClasses by_classes = take_by_classes(some, j, lanes);
        const DoubleMask others = hn::AndNot(by_classes.told, lanes);
        const DoubleMask has_bin = take(verdicts, others, [&](std::size_t lane) { return numbers[j + lane]; });
        const LongMask is_exact = hn::RebindMask(Longs(), by_classes.exact);
        const LongVector bins = hn::IfThenZeroElse(is_exact, verdicts.bins);
        store_bins(hn::Or(has_bin, by_classes.exact), bins, listed.cases.bins + j);
      }
      listed.give_back_bins();
    }
  }

  /// Those that the classes of special operands decide, and which of them have an error, of 0.
  struct ByClasses {
    DoubleMask told;
    DoubleMask exact;
  };
  HWY_INLINE ByClasses take_by_classes(const SieveCases& cases, std::size_t i, DoubleMask lanes) {
    DoubleMask normal = is_normal(load(cases.operands[0], i));
    for (std::size_t k = 1; k < Judge::kArity; ++k) normal = hn::And(normal, is_normal(load(cases.operands[k], i)));
    const DoubleMask special = hn::AndNot(normal, lanes);
    if (hn::AllFalse(Doubles(), special)) return {none(), none()};
    std::uint8_t of_special[8] = {};
    hn::StoreMaskBits(Doubles(), special, of_special);
    std::uint8_t told[8] = {};
    std::uint8_t exact[8] = {};
    for (unsigned bits = of_special[0]; bits != 0; bits &= bits - 1) {
      const auto bit = static_cast<std::uint8_t>(bits & -bits);
      const auto lane = static_cast<std::size_t>(std::countr_zero(bits));
      std::uint8_t bin = kNoBin;
      if (!is_told_by_classes(rules_, cases, Judge::kArity, i + lane, bin, sifted_)) continue;
      told[0] |= bit;
      if (bin != kNoBin) exact[0] |= bit;
    }
    return {hn::LoadMaskBits(Doubles(), told), hn::LoadMaskBits(Doubles(), exact)};
  }

  /// Counts and lists what became of the lanes of a mask; which of them have an error.
  template <class NumberOf>
  HWY_INLINE DoubleMask take(const Verdicts& verdicts, DoubleMask lanes, NumberOf number_of) {
    const DoubleMask passes = hn::And(verdicts.passes, lanes);
    const DoubleMask unconstrained = hn::And(verdicts.unconstrained, lanes);
    const DoubleMask fails = hn::And(verdicts.fails, lanes);
    if (rules_.rounds_either_way) {
      sifted_.to_nearest += hn::CountTrue(Doubles(), hn::And(verdicts.to_nearest, passes));
    }
    sifted_.unconstrained += hn::CountTrue(Doubles(), unconstrained);
    const DoubleMask told = hn::Or(hn::Or(passes, unconstrained), fails);
    list(hn::AndNot(told, lanes), number_of, left_, sifted_.left);
    list(fails, number_of, failed_, sifted_.failed);
    // A measured case may be one that does not pass: of a rounding to nearest that was to be left.
    return hn::And(verdicts.measured, hn::Or(passes, fails));
  }

  const SieveRules rules_;
  const SieveCases cases_;
  std::uint32_t* const left_;
  std::uint32_t* const failed_;
  const References references_;
  Sifted sifted_;
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
