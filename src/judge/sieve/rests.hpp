// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: sums that are rounded once, where the errors of what is observed are
// short numbers, or whole ULP but for next to nothing: at the ends of the histogram's bins and of what is permitted.

#if defined(HALFULP_JUDGE_SIEVE_RESTS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_RESTS
#undef HALFULP_JUDGE_SIEVE_RESTS
#else
#define HALFULP_JUDGE_SIEVE_RESTS
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// What is observed of a sum, in units in which nothing of either is denormal.
struct SeenSum {
  Vector observed;
  Vector sum;     ///< a value next to the exact one
  Vector rest;    ///< what it leaves out, to 2^-22 of itself, of the sign that it has
  Mask is_whole;  ///< where `rest` is all of that
  Mask are_told;  ///< plain operands and results
  Mask deny;      ///< operands for which results that are far off fail
};

/// How far what is observed is from the sum, in ULP: by a short number, or by whole ULP less or more next to nothing.
struct ShortError {
  HWY_INLINE explicit ShortError(const SeenSum& seen)
      : ShortError(seen, hn::Sub(seen.observed, seen.sum), inverse_binade(seen.observed)) {}

  /// Of those that are known.
  [[nodiscard]] HWY_INLINE Mask is_below(float bound) const {
    const Mask is_as_many = hn::And(hn::Eq(whole, all(bound)), is_less);
    const Mask by_whole = hn::Or(hn::Lt(whole, all(bound)), is_as_many);
    return hn::Or(hn::And(is_short, hn::Lt(exact, all(bound))), hn::AndNot(is_short, by_whole));
  }
  [[nodiscard]] HWY_INLINE Mask is(float amount) const { return hn::And(is_short, hn::Eq(exact, all(amount))); }

  Vector whole;       ///< from the rounded sum
  Vector left_out;    ///< by that
  Vector difference;  ///< observed - exact sum, rounded, in the units of both
  Vector exact;       ///< its size
  Mask is_short;      ///< where it is not rounded: the double that is the exact sum, or next to it, is as far
  Mask is_less;       ///< than `whole`
  Mask is_known;
  Vector most;    ///< no less than the error of those that are known
  Vector binned;  ///< in the same bin, and no more

 private:
  HWY_INLINE ShortError(const SeenSum& seen, Vector from_sum, Vector inverse)
      : whole(in_ulp(hn::Abs(from_sum), inverse)),
        left_out(in_ulp(hn::Abs(seen.rest), inverse)),
        difference(hn::Sub(from_sum, seen.rest)),
        exact(in_ulp(hn::Abs(difference), inverse)) {
    const Mask is_rounded = hn::Ne(rest_of_sum(from_sum, hn::Neg(seen.rest), difference), all(0));
    is_short = hn::AndNot(is_rounded, hn::And(seen.is_whole, hn::Ge(exact, all(0x1p-5F))));
    is_less = hn::AndNot(has_sign(hn::Xor(from_sum, seen.rest)), hn::Ne(seen.rest, all(0)));
    const AlmostWhole almost_whole(whole, left_out, is_less);
    is_known = hn::Or(is_short, hn::And(are_whole(whole), almost_whole.is_known));
    most = hn::IfThenElse(is_short, exact, almost_whole.error);
    binned = hn::IfThenElse(is_short, exact, almost_whole.binned);
  }
};

/// Judges what Sums::see(i) gives.
template <class Sums>
struct ByRest : Sums {
  static constexpr bool kSaves = true;
  static constexpr bool kSavesByUlp = true;
  static constexpr bool kGivesUp = true;

  [[nodiscard]] HWY_INLINE Told judge(std::size_t i) const {
    const Rules& rules = this->rules;
    const SeenSum seen = this->see(i);
    const ShortError error(seen);
    const Vector observed = load(this->cases.observed, i);
    const Mask candidates = hn::And(seen.are_told, hn::And(error.is_known, hn::Lt(error.whole, all(kMostError))));
    const Mask is_measured = hn::And(candidates, hn::Le(error.most, this->limits.at(i)));
    const Vector excess = hn::Xor(error.difference, hn::And(observed, all(-0.0F)));
    const Mask is_odd = hn::RebindMask(Tag(), hn::TestBit(bits_of(observed), all_bits(1)));
    const Mask is_tie = error.is(0.5F);
    const Mask may_be_nearest = rules.permits_any_tie ? is_tie : hn::AndNot(is_odd, is_tie);
    const Mask is_nearest = hn::Or(hn::And(error.is_short, error.is_below(0.5F)), may_be_nearest);
    const Mask passes = hn::And(is_measured, is_within(seen, error, is_nearest));
    Told told{passes, passes, none(), none(), bins_of(error.binned)};
    tell_away(rules, is_nearest, excess, told);

    Mask is_other = hn::Gt(error.most, all(0.5F));  // than the nearest
    if (rules.fails_odd_ties) is_other = hn::Or(is_other, hn::And(is_tie, is_odd));
    const Mask is_truncated = hn::And(is_other, hn::And(error.is_below(1), hn::Lt(excess, all(0))));
    if (rules.tells_truncated) {
      told.toward_zero = hn::And(is_measured, is_truncated);
      told.told = hn::Or(told.told, told.toward_zero);
      told.measured = hn::Or(told.measured, told.toward_zero);
    }
    const Mask may_be_saved = hn::And(candidates, hn::Gt(hn::Abs(observed), all(0x1p-124F)));
    if (rules.saves_truncated) {
      told.saved = hn::And(may_be_saved, is_truncated);
      told.told = hn::Or(told.told, told.saved);
    }
    const Mask is_beyond_definitions = tell_by_ulp(seen, error, may_be_saved, told);
    if (!rules.denies) return told;
    const Vector least = hn::Mul(error.binned, all(1 - 0x1p-16F));
    const Mask is_no_value = hn::Ne(seen.rest, all(0));
    Mask fails =
        hn::Or(hn::Gt(least, all(rules.denies_beyond)), hn::And(is_no_value, hn::Gt(least, all(rules.denies_plain))));
    fails = hn::Or(fails, is_beyond_definitions);
    if (rules.permits_roundings_alone) {
      fails = hn::Or(fails, rules.permits_nearest_alone ? is_other : hn::AndNot(is_truncated, is_other));
    }
    const Mask deny = hn::And(seen.deny, hn::Ge(hn::Abs(observed), all(rules.denies_result)));
    told.fails = hn::And(fails, hn::And(is_measured, deny));
    told.told = hn::Or(told.told, told.fails);
    told.measured = hn::Or(told.measured, told.fails);
    return told;
  }

 private:
  [[nodiscard]] HWY_INLINE Mask is_within(const SeenSum& seen, const ShortError& error, Mask is_nearest) const {
    const float steps = this->rules.saved_steps;
    if (steps == 0) return this->rules.width > 0.5F ? none() : is_nearest;
    const Mask is_below = error.is_below(steps);
    if (!this->rules.tolerates) return is_below;
    return hn::Or(is_below, hn::And(hn::Eq(seen.rest, all(0)), hn::Le(error.whole, all(steps))));
  }

  /// Tells those that other definitions of an ULP permit, where the rule permits so many steps; which of the cases none
  /// permits.
  HWY_INLINE Mask tell_by_ulp(const SeenSum& seen, const ShortError& error, Mask may_be_saved, Told& told) const {
    const Rules& rules = this->rules;
    const float steps = rules.saved_steps;
    if (steps == 0) return none();
    const Mask is_value = hn::Eq(seen.rest, all(0));
    const Mask is_within_steps = hn::Le(error.whole, all(steps));
    // By steps of bits, which are counted from the nearest value: the sum, where that is no tie ...
    const Mask is_near_sum = hn::AndNot(is_value, hn::Lt(error.left_out, all(0.5F * (1 - 0x1p-18F))));
    const Mask is_beyond = hn::AndNot(hn::Or(error.is_below(steps), error.is(steps)), is_near_sum);
    // ... or else either of both, to whichever a tie is rounded.
    const Mask of_tie = error.is(steps + 0.5F);
    told.by_bit_steps = hn::And(may_be_saved, hn::Or(hn::And(is_beyond, is_within_steps), of_tie));
    // By Muller's second definition, to which a value's ULP is the distance of its neighbours.
    const Mask is_within_two = hn::Le(error.whole, all(2 * steps));
    const Mask is_of_value = hn::AndNot(is_within_steps, hn::And(is_value, may_be_saved));
    if (rules.tolerates) told.by_muller_b = hn::And(is_of_value, is_within_two);
    told.told = hn::Or(told.told, hn::Or(told.by_muller_b, told.by_bit_steps));
    const bool no_body_permits_more = rules.denies_beyond <= (2 * steps + 1) * (1 + 0x1p-18F);
    if (!no_body_permits_more) return none();
    const Mask is_far_from_value = hn::AndNot(is_within_two, hn::And(is_value, error.is_short));
    return hn::Or(hn::AndNot(is_within_steps, is_beyond), is_far_from_value);
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
