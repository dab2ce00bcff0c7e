// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: errors of results, which bounds hold for them, and
// results that are too far off.

#if defined(HALFULP_JUDGE_SIEVE_MEASURED) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_MEASURED
#undef HALFULP_JUDGE_SIEVE_MEASURED
#else
#define HALFULP_JUDGE_SIEVE_MEASURED
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "halfulp/error_profile.hpp"
#include "judge/quick/quick.hpp"
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// What becomes of a vector of cases.
struct Verdicts {
  DoubleMask passes;
  DoubleMask unconstrained;
  DoubleMask to_nearest;  ///< of those that pass
  DoubleMask fails;
  DoubleMask measured;        ///< which of those that pass or fail have an error
  LongVector bins;            ///< in which bins of the histogram
  DoubleMask saved = none();  ///< those that pass under another reading, the same for all
};

/// How far from an exact result what is observed may be by some reading; `is_no_value`: where the result is known to be
/// none of the format.
HWY_INLINE DoubleVector farthest_permitted(const SieveRules& rules, DoubleVector size, DoubleVector binade,
                                           DoubleVector observed, DoubleMask is_no_value) {
  const DoubleVector off_values = hn::Abs(hn::Sub(size, to_float(size)));
  is_no_value = hn::Or(is_no_value, hn::Gt(off_values, hn::Mul(size, all(0x1p-39))));
  const DoubleMask is_plain_ulp = hn::And(hn::Eq(binade_of(observed), binade), is_no_value);
  const DoubleVector ulp =
      hn::IfThenElse(is_plain_ulp, all(rules.denies_plain_ulp * 0x1p-23), all(rules.denies_beyond.ulp * 0x1p-23));
  const DoubleVector reach =
      hn::Add(all(rules.denies_beyond.absolute), hn::Mul(size, all(rules.denies_beyond.relative)));
  const DoubleVector farthest = hn::Mul(hn::Max(reach, hn::Mul(binade, ulp)), all(1 + 0x1p-28));
  return hn::MulAdd(size, all(0x1p-46), farthest);  // references are 2^-48 of it off at most
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
    const DoubleVector reach = farthest_permitted(rules, size, binade, observed, none());
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

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
