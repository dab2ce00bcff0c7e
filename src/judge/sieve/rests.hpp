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
#include "judge/sieve/skim.hpp"

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

/// Judges what Sums::see(i) gives.
template <class Sums>
struct ByRest : Sums {
  static constexpr bool kSaves = true;
  static constexpr bool kSavesByUlp = true;
  static constexpr bool kGivesUp = true;

  [[nodiscard]] HWY_INLINE Told judge(std::size_t i) const {
    const Rules& rules = this->rules;
    const SeenSum seen = this->see(i);
    const Vector observed = load(this->cases.observed, i);
    const Vector inverse = inverse_binade(seen.observed);
    const Vector from_sum = hn::Sub(seen.observed, seen.sum);
    const Vector difference = hn::Sub(from_sum, seen.rest);
    const Vector far = in_ulp(hn::Abs(difference), inverse);
    // The double that is the exact sum, or next to it, has this, too.
    const Mask is_exact =
        hn::And(hn::Eq(rest_of_sum(from_sum, hn::Neg(seen.rest), difference), all(0)), hn::Ge(far, all(0x1p-5F)));
    const Mask is_short = hn::And(seen.is_whole, is_exact);
    const Vector whole = in_ulp(hn::Abs(from_sum), inverse);
    const Mask is_beside_whole = hn::And(hn::Ge(whole, all(1)), hn::Eq(hn::Round(whole), whole));
    const Mask is_less = hn::And(hn::Not(has_sign(hn::Xor(from_sum, seen.rest))), hn::Ne(seen.rest, all(0)));
    const Vector left_out = in_ulp(hn::Abs(seen.rest), inverse);
    const AlmostWhole almost_whole(whole, left_out, is_less);
    const Mask is_known = hn::Or(is_short, hn::And(is_beside_whole, almost_whole.is_known));
    const Vector error = hn::IfThenElse(is_short, far, almost_whole.error);
    const Vector binned = hn::IfThenElse(is_short, far, almost_whole.binned);

    const Mask candidates = hn::And(seen.are_told, hn::And(is_known, hn::Lt(whole, all(kMostError))));
    const Mask is_measured = hn::And(candidates, hn::Le(error, this->limits.at(i)));
    const Vector excess = hn::Xor(difference, hn::And(observed, all(-0.0F)));
    const auto is_below = [&](float bound) HWY_ATTR {
      const Mask by_whole = hn::Or(hn::Lt(whole, all(bound)), hn::And(hn::Eq(whole, all(bound)), is_less));
      return hn::Or(hn::And(is_short, hn::Lt(far, all(bound))), hn::AndNot(is_short, by_whole));
    };
    const Mask is_tie = hn::And(is_short, hn::Eq(far, all(0.5F)));
    const Mask is_odd = hn::RebindMask(Tag(), hn::TestBit(bits_of(observed), all_bits(1)));
    const Mask is_below_half = hn::And(is_short, hn::Lt(far, all(0.5F)));
    const Mask may_be_nearest = rules.permits_any_tie ? is_tie : hn::AndNot(is_odd, is_tie);
    const Mask is_nearest = hn::Or(is_below_half, may_be_nearest);
    const float steps = rules.saved_steps;
    const bool is_of_roundings = steps == 0;
    Mask is_within = is_of_roundings ? is_nearest : is_below(steps);
    const Mask is_no_value = hn::Ne(seen.rest, all(0));
    if (rules.tolerates && !is_of_roundings) {
      is_within = hn::Or(is_within, hn::AndNot(is_no_value, hn::Le(whole, all(steps))));
    }
    const bool asks_less = rules.width > 0.5F && is_of_roundings;
    const Mask passes = asks_less ? none() : hn::And(is_measured, is_within);
    Told told{passes, passes, none(), none(), bins_of(binned)};
    tell_away(rules, is_nearest, excess, told);

    const Mask is_truncated = hn::And(is_below(1), hn::Lt(excess, all(0)));
    const Mask is_odd_tie = rules.fails_odd_ties ? hn::And(is_tie, is_odd) : none();
    const Mask is_other = hn::Or(hn::Gt(error, all(0.5F)), is_odd_tie);  // than the nearest
    if (rules.tells_truncated) {
      told.toward_zero = hn::And(is_measured, hn::And(is_truncated, is_other));
      told.told = hn::Or(told.told, told.toward_zero);
      told.measured = hn::Or(told.measured, told.toward_zero);
    }
    const Mask is_saved_here = hn::And(candidates, hn::Gt(hn::Abs(observed), all(0x1p-124F)));
    if (rules.saves_truncated) {
      told.saved = hn::And(is_saved_here, hn::And(is_truncated, is_other));
      told.told = hn::Or(told.told, told.saved);
    }
    Mask is_beyond_definitions = none();
    if (!is_of_roundings) {
      // By steps of bits, which are counted from the nearest value: the sum, where that is no tie.
      const Mask is_near_sum = hn::And(is_no_value, hn::Lt(left_out, all(0.5F * (1 - 0x1p-18F))));
      const Mask is_as_many = hn::And(is_short, hn::Eq(far, all(steps)));
      const Mask is_beyond = hn::And(is_near_sum, hn::Not(hn::Or(is_below(steps), is_as_many)));
      const Mask is_within_steps = hn::Le(whole, all(steps));
      // At a tie it is the even one of both, or either.
      Mask of_tie = hn::And(is_short, hn::Eq(far, all(steps + 0.5F)));
      if (!rules.ties_either_way) of_tie = hn::And(of_tie, is_within_steps);
      told.by_bit_steps = hn::And(is_saved_here, hn::Or(hn::And(is_beyond, is_within_steps), of_tie));
      // By Muller's second definition, to which a value's ULP is the distance of its neighbours.
      const Mask is_within_two = hn::Le(whole, all(2 * steps));
      const Mask is_of_value = hn::AndNot(hn::Or(is_no_value, is_within_steps), is_saved_here);
      if (rules.tolerates) told.by_muller_b = hn::And(is_of_value, is_within_two);
      told.told = hn::Or(told.told, hn::Or(told.by_muller_b, told.by_bit_steps));
      if (rules.denies_beyond <= (2 * steps + 1) * (1 + 0x1p-18F)) {
        is_beyond_definitions =
            hn::Or(hn::AndNot(is_within_steps, is_beyond), hn::AndNot(hn::Or(is_no_value, is_within_two), is_short));
      }
    }
    if (!rules.denies) return told;
    const Vector least = hn::Mul(binned, all(1 - 0x1p-16F));
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
};

/// Tells by it, where a device leaves so many, cases whose numbers are the first `count` of `others`.
template <std::size_t kArity, class Sums>
std::size_t sift_by_rest(const Sums& sums, std::size_t count, std::uint32_t* others, std::uint32_t* failed,
                         Sifted& sifted) {
  constexpr std::size_t kMostLeft = 32;  // of a device that is right one of so many, and more
  if (count <= sums.cases.count / kMostLeft) return count;
  return sift_listed<kArity>(ByRest<Sums>{sums}, count, others, failed, sifted);
}

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
