// SPDX-License-Identifier: Apache-2.0

// A part of conversions.cpp, once for each target: conversions from binary32 to floats of five bits of exponent.

#if defined(HALFULP_JUDGE_SIEVE_NARROWING) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_NARROWING
#undef HALFULP_JUDGE_SIEVE_NARROWING
#else
#define HALFULP_JUDGE_SIEVE_NARROWING
#endif

#include <hwy/highway.h>

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Results of normal operands. Errors of rounding are exact.
class Narrowing {
 public:
  static constexpr bool kSaves = true;

  Narrowing(const SieveRules& all_rules, const SieveCases& all_cases)
      : cases(all_cases), limits(all_cases, kInfinity), rules_(all_rules.narrowing) {
    least_binade_ = static_cast<std::uint32_t>(127 + rules_.min_exponent) << 23;
    inverse_of_one_ = static_cast<std::uint32_t>(254 + rules_.fraction_bits) << 23;
    tells_away_ = rules_.rounding != Rounding::either || cases.counts_to_nearest;
  }
  SieveCases cases;
  floats::Limits limits;

  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const floats::Vector x = floats::load(cases.operands[0], i);
    const floats::WordVector observed = floats::bits_of(floats::load(cases.observed, i));
    const floats::Vector limit = limits.at(i);
    floats::Told told = rounded(x, observed, limit);
    tell_alike(x, observed, limit, told);
    if (!tells_away_) {
      const floats::Mask rest = hn::AndNot(told.to_nearest, told.told);
      told.told = rest;
      told.measured = hn::And(told.measured, rest);
    }
    return told;
  }

 private:
  using Rounding = SieveRules::Narrowing::Rounding;
  using Mask = floats::Mask;
  using Vector = floats::Vector;
  using WordVector = floats::WordVector;

  static HWY_INLINE Mask are_equal(WordVector a, WordVector b) { return hn::RebindMask(floats::Tag(), hn::Eq(a, b)); }

  /// Of operands whose results are finite and not zero.
  [[nodiscard]] HWY_INLINE floats::Told rounded(Vector x, WordVector observed, Vector limit) const {
    using floats::all;
    using floats::all_bits;
    using floats::none;
    const Vector size = hn::Abs(x);
    const WordVector binade = hn::Max(hn::And(floats::bits_of(size), all_bits(0x7f800000)), all_bits(least_binade_));
    const Vector inverse_step = floats::floats_of(hn::Sub(all_bits(inverse_of_one_), binade));
    const Vector steps = hn::Mul(size, inverse_step);
    const Vector whole = hn::Trunc(steps);
    const Vector rest = hn::Sub(steps, whole);
    const WordVector below = hn::BitCast(floats::Words(), hn::ConvertTo(floats::Integers(), whole));
    // The first bit of a normal significand adds one to the exponent.
    const WordVector of_binade =
        hn::ShiftRightSame(hn::Sub(binade, all_bits(least_binade_)), 23 - rules_.fraction_bits);
    const WordVector down = hn::Add(of_binade, below);
    const WordVector up = hn::Add(down, all_bits(1));
    const Mask is_negative = floats::has_sign(x);
    const std::uint32_t sign = rules_.has_sign ? 1U << (5 + rules_.fraction_bits) : 0;
    const WordVector seen =
        hn::Xor(observed, floats::bits_of(hn::IfThenElseZero(is_negative, floats::floats_of(all_bits(sign)))));
    const Mask is_value = hn::Eq(rest, all(0));
    const Mask is_down = are_equal(seen, down);
    const Mask is_up = hn::AndNot(is_value, are_equal(seen, up));
    const Mask is_tie = hn::Eq(rest, all(0.5F));
    const Mask is_odd = hn::RebindMask(floats::Tag(), hn::TestBit(below, all_bits(1)));
    const Mask is_away = hn::Or(hn::Gt(rest, all(0.5F)), hn::And(is_tie, is_odd));

    Mask is_taken = hn::And(floats::is_normal(x), hn::Le(size, all(rules_.most)));
    if (rules_.leaves_ones) is_taken = hn::And(is_taken, hn::Ne(size, all(1)));
    if (!rules_.has_sign) is_taken = hn::AndNot(is_negative, is_taken);
    const Mask is_nearest = hn::Or(hn::And(is_away, is_up), hn::AndNot(is_away, is_down));
    const Mask is_rounded = rules_.rounding == Rounding::truncation ? is_down : is_nearest;
    const Mask no_zero = hn::RebindMask(floats::Tag(), hn::Ne(seen, hn::Zero(floats::Words())));
    const Vector rounding_error = hn::IfThenElse(is_up, hn::Sub(all(1), rest), rest);
    Mask passes = hn::And(hn::And(is_taken, is_rounded), hn::And(no_zero, hn::Le(rounding_error, limit)));
    if (rules_.leaves_least_normal) {
      passes = hn::AndNot(hn::And(is_up, are_equal(up, all_bits(1U << rules_.fraction_bits))), passes);
    }
    const Mask to_nearest = rules_.rounding == Rounding::either ? hn::And(passes, is_away) : none();
    floats::Told told{passes, passes, none(), to_nearest, floats::bins_of(rounding_error)};

    const Mask is_tiny = hn::Lt(size, all(least_plain()));
    if (rules_.saves_nearest) {
      const Mask may_be_saved = rules_.saves_denormals ? is_taken : hn::AndNot(is_tiny, is_taken);
      told.saved = hn::And(may_be_saved, hn::And(is_up, hn::Gt(rest, all(0.5F))));
      told.told = hn::Or(told.told, told.saved);
    }
    if (rules_.denies_others) {
      const Mask is_neighbour = hn::Or(is_down, is_up);
      Mask candidates = hn::AndNot(is_tie, hn::AndNot(told.told, is_taken));
      candidates = hn::AndNot(hn::And(is_neighbour, rules_.denies_other ? is_tiny : is_taken), candidates);
      candidates = hn::And(candidates, hn::Lt(size, all(rules_.denies_beyond ? 0x1.ep15F : 0x1p15F)));
      // Of powers of two an ULP is the smaller gap beside them.
      const WordVector fraction = hn::And(floats::bits_of(x), all_bits(0x007fffff));
      candidates = hn::AndNot(are_equal(fraction, hn::Zero(floats::Words())), candidates);
      tell_failures(steps, inverse_step, seen, is_tiny, candidates, limit, told);
    }
    return told;
  }

  /// From here on what is seen and the operand are normal, whatever is flushed.
  [[nodiscard]] HWY_INLINE float least_plain() const { return std::ldexp(2.0F, rules_.min_exponent); }

  /// Of the candidates those that no rounding and no flush gives.
  HWY_INLINE void tell_failures(Vector steps, Vector inverse_step, WordVector seen, Mask is_tiny, Mask candidates,
                                Vector limit, floats::Told& told) const {
    using floats::all;
    if (!cases.expects_failures && hn::AllFalse(floats::Tag(), candidates)) return;
    candidates = hn::And(candidates, hn::Or(hn::AndNot(is_tiny, is_finite(seen)), is_far(seen, true)));
    const Vector value = hn::Mul(value_of(seen), inverse_step);
    const Vector error = hn::Abs(hn::Sub(value, steps));
    // A multiple of their last bit, which a value of 11 bits is, and no larger.
    const Mask is_exact = hn::And(hn::Le(error, steps), hn::Ge(value, hn::Mul(steps, all(0x1p-12F))));
    fail_far(candidates, error, hn::IfThenZeroElse(is_exact, half_step_of(error)), limit, told);
  }

  /// How far a difference of two floats may be from theirs.
  static HWY_INLINE Vector half_step_of(Vector difference) { return hn::Mul(difference, floats::all(0x1p-23F)); }

  /// Fails those of the candidates whose error is sure.
  static HWY_INLINE void fail_far(Mask candidates, Vector error, Vector slack, Vector limit, floats::Told& told) {
    const Vector most = hn::Add(error, slack);
    const WordVector bins = floats::bins_of_any(most);
    const Mask in_one_bin = are_equal(bins, floats::bins_of_any(hn::Sub(error, slack)));
    const Mask fails = hn::And(candidates, hn::And(in_one_bin, hn::Le(most, limit)));
    told.fails = hn::Or(told.fails, fails);
    told.told = hn::Or(told.told, fails);
    told.measured = hn::Or(told.measured, fails);
    told.bins = hn::IfThenElse(hn::RebindMask(floats::Words(), fails), bins, told.bins);
  }

  /// Fails those of the candidates, in steps, that are far from an operand near zero. What that takes away, or adds,
  /// may be lost in binary32, but not in double.
  static HWY_INLINE void fail_beside_tiny(Mask candidates, Vector seen, Vector x, Vector limit, floats::Told& told) {
    const Vector error = hn::Abs(hn::Sub(seen, x));
    const Vector far = hn::Abs(seen);
    const Vector tiny = hn::Abs(x);
    const Mask is_less = hn::Not(floats::has_sign(hn::Xor(seen, x)));
    const Mask is_lost =
        hn::And(hn::Lt(tiny, hn::Mul(far, floats::all(0x1p-26F))), hn::Gt(tiny, hn::Mul(far, floats::all(0x1p-53F))));
    const Vector below = floats::floats_of(hn::Sub(floats::bits_of(far), floats::all_bits(1)));
    const Mask is_just_below = hn::And(is_lost, hn::And(is_less, hn::Le(far, limit)));
    fail_far(hn::And(candidates, is_just_below), below, floats::all(0), limit, told);
    const Vector slack = hn::IfThenZeroElse(floats::is_negligible(x, seen), half_step_of(error));
    fail_far(hn::AndNot(is_just_below, candidates), error, slack, limit, told);
  }

  /// Of what is finite.
  [[nodiscard]] HWY_INLINE Vector value_of(WordVector seen) const {
    using floats::all_bits;
    const std::uint32_t sign = 1U << (5 + rules_.fraction_bits);
    const WordVector size = hn::And(seen, all_bits(sign - 1));
    const WordVector least_normal = all_bits(1U << rules_.fraction_bits);
    const WordVector bits = hn::Add(hn::ShiftLeftSame(size, 23 - rules_.fraction_bits), all_bits((127 - 15) << 23));
    const Vector steps = hn::ConvertTo(floats::Tag(), hn::BitCast(floats::Integers(), size));
    const Vector denormal = hn::Mul(steps, floats::all(std::ldexp(1.0F, rules_.min_exponent - rules_.fraction_bits)));
    const Vector value = hn::IfThenElse(floats::is_below(size, least_normal), denormal, floats::floats_of(bits));
    return hn::IfThenElse(hn::RebindMask(floats::Tag(), hn::TestBit(seen, all_bits(sign))), hn::Neg(value), value);
  }
  /// As Quick has it: none that any rounding gives.
  [[nodiscard]] HWY_INLINE Mask is_far(WordVector seen, bool is_tiny) const {
    using floats::all_bits;
    const std::uint32_t least_normal = 1U << rules_.fraction_bits;
    const WordVector size = hn::And(seen, all_bits((1U << (5 + rules_.fraction_bits)) - 1));
    const std::uint32_t infinity = 31 * least_normal;
    if (!is_tiny)
      return hn::Or(floats::is_below(size, all_bits(infinity - 2)), floats::is_below(all_bits(infinity), size));
    const Mask is_zero_or_next = floats::is_below(size, all_bits(2));
    const Mask is_beside_normal = floats::is_below(hn::Sub(size, all_bits(least_normal - 1)), all_bits(3));
    return hn::AndNot(hn::Or(is_zero_or_next, is_beside_normal), is_finite(seen));
  }
  [[nodiscard]] HWY_INLINE Mask is_finite(WordVector seen) const {
    const std::uint32_t least_normal = 1U << rules_.fraction_bits;
    return floats::is_below(hn::And(seen, floats::all_bits(32 * least_normal - 1)),
                            floats::all_bits(31 * least_normal));
  }

  /// Of operands beyond all values, or nearer to zero.
  HWY_INLINE void tell_alike(Vector x, WordVector observed, Vector limit, floats::Told& told) const {
    using floats::all;
    const Vector size = hn::Abs(x);
    const Mask is_normal = floats::is_normal(x);
    const Mask is_negative = floats::has_sign(x);
    const Vector to_steps = all(std::ldexp(1.0F, rules_.fraction_bits - rules_.min_exponent));
    Mask tiny = floats::none();
    Mask beyond = floats::none();
    for (const SieveRules::Narrowing::Alike& alike : rules_.alike) {
      if (alike.count == 0) break;
      Mask here = hn::And(hn::Gt(size, all(alike.least)), hn::Lt(size, all(alike.most)));
      here = hn::And(hn::And(here, is_normal), alike.negative ? is_negative : hn::Not(is_negative));
      if (hn::AllFalse(floats::Tag(), here)) continue;
      for (std::size_t k = 0; k < alike.count; ++k) {
        const SieveRules::Narrowing::Alike::Result& result = alike.results[k];
        Mask passes = hn::And(here, are_equal(observed, floats::all_bits(result.bits)));
        if (alike.is_measured) {
          const Vector error = hn::Mul(size, to_steps);
          passes = hn::And(passes, hn::Le(error, limit));
          told.measured = hn::Or(told.measured, passes);
          told.bins = hn::IfThenElse(hn::RebindMask(floats::Words(), passes), floats::bins_of(error), told.bins);
        }
        told.told = hn::Or(told.told, passes);
        if (result.to_nearest) told.to_nearest = hn::Or(told.to_nearest, passes);
      }
      const bool is_tiny = alike.most < 1;
      if (rules_.saves_nearest && !is_tiny && (rules_.has_sign || !alike.negative)) {
        const std::uint32_t sign = alike.negative ? 32U << rules_.fraction_bits : 0;
        const Mask is_infinite = are_equal(observed, floats::all_bits(31U << rules_.fraction_bits | sign));
        const Mask saved = hn::AndNot(told.told, hn::And(here, is_infinite));
        told.saved = hn::Or(told.saved, saved);
        told.told = hn::Or(told.told, saved);
      }
      if (alike.negative && !rules_.has_sign) continue;  // that has a rule of its own
      (is_tiny ? tiny : beyond) = hn::Or(is_tiny ? tiny : beyond, here);
    }
    if (!rules_.denies_others) return;
    tiny = hn::AndNot(told.told, tiny);
    beyond = rules_.denies_beyond ? hn::AndNot(told.told, beyond) : floats::none();
    if (!cases.expects_failures && hn::AllFalse(floats::Tag(), hn::Or(tiny, beyond))) return;
    const Mask far = hn::And(beyond, is_far(observed, false));
    told.fails = hn::Or(told.fails, far);
    told.told = hn::Or(told.told, far);
    fail_beside_tiny(hn::And(tiny, is_far(observed, true)), hn::Mul(value_of(observed), to_steps), hn::Mul(x, to_steps),
                     limit, told);
  }

  SieveRules::Narrowing rules_;
  std::uint32_t least_binade_;
  std::uint32_t inverse_of_one_;
  bool tells_away_;
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
