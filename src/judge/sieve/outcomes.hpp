// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: what the steps of sums of products may give, in any order, as
// judge/quick/outcomes.hpp has it of one case; and results beside that.

#if defined(HALFULP_JUDGE_SIEVE_OUTCOMES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_OUTCOMES
#undef HALFULP_JUDGE_SIEVE_OUTCOMES
#else
#define HALFULP_JUDGE_SIEVE_OUTCOMES
#endif

#include <hwy/highway.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "judge/permit/policies.hpp"
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// The next values, of none that is zero.
HWY_INLINE IntegerVector step_of_bits(Vector v) {
  return hn::Or(hn::ShiftRight<31>(integers_of(v)), hn::Set(Integers(), 1));
}
HWY_INLINE Vector next_up(Vector v) { return hn::BitCast(Tag(), hn::Add(integers_of(v), step_of_bits(v))); }
HWY_INLINE Vector next_down(Vector v) { return hn::BitCast(Tag(), hn::Sub(integers_of(v), step_of_bits(v))); }

HWY_INLINE Mask begins_a_binade(Vector v) {
  return hn::RebindMask(Tag(), hn::Eq(hn::And(bits_of(v), all_bits(0x007fffff)), all_bits(0)));
}

/// A number, total + error: `total` is the value nearest to it.
struct Number {
  Vector total;
  Vector error;
};
HWY_INLINE Number negated(Number x) { return {hn::Neg(x.total), hn::Neg(x.error)}; }
HWY_INLINE Number exact_sum(Vector x, Vector y) {
  const Vector total = hn::Add(x, y);
  return {total, rest_of_sum(x, y, total)};
}

/// A number and the values about it.
struct Between {
  HWY_INLINE explicit Between(Number x)
      : number(x),
        is_value(hn::Eq(x.error, all(0))),
        below(hn::IfThenElse(hn::Lt(x.error, all(0)), next_down(x.total), x.total)) {}

  /// The lowest value within 1 ULP of the number or, where the exact results go on to `highest`, of one of them.
  template <Ulp kDefinition>
  [[nodiscard]] HWY_INLINE Vector lowest([[maybe_unused]] Number highest) const {
    if constexpr (kDefinition == Ulp::muller_a) {
      return lowest_by_gap();
    } else if constexpr (kDefinition == Ulp::muller_b) {
      const Vector lowest = hn::IfThenElse(is_value, below_two_gaps(below), lowest_by_gap());
      const Vector above = hn::IfThenElse(hn::Gt(number.error, all(0)), next_up(number.total), number.total);
      const Mask is_above_in =
          hn::Or(hn::Lt(above, highest.total), hn::And(hn::Eq(above, highest.total), hn::Ge(highest.error, all(0))));
      return hn::IfThenElse(is_above_in, hn::Min(lowest, below_two_gaps(above)), lowest);
    } else if constexpr (kDefinition == Ulp::goldberg_of_result) {
      const Vector first = hn::IfThenElse(is_value, next_down(below), below);
      const Vector next = next_down(first);
      const Vector limit = hn::Add(next, hn::Sub(next, next_down(next)));  // exact where `next` begins a binade
      const Mask is_in =
          hn::Or(hn::Lt(number.total, limit), hn::And(hn::Eq(number.total, limit), hn::Le(number.error, all(0))));
      return hn::IfThenElse(hn::And(is_in, hn::And(hn::Lt(next, all(0)), begins_a_binade(next))), next, first);
    } else {
      return hn::IfThenElse(hn::Or(is_value, is_in_lower_half()), next_down(below), below);
    }
  }

 private:
  /// By the distance of the two values that are nearest to the number.
  [[nodiscard]] HWY_INLINE Vector lowest_by_gap() const {
    const Mask begins = begins_a_binade(below);
    const Mask is_positive = hn::Gt(below, all(0));
    const Mask of_value = hn::And(is_value, hn::Or(is_positive, hn::Not(begins)));
    const Mask of_others = hn::AndNot(is_value, hn::And(hn::And(is_positive, begins), is_in_lower_half()));
    return hn::IfThenElse(hn::Or(of_value, of_others), next_down(below), below);
  }

  /// By the distance of the neighbours of a value.
  static HWY_INLINE Vector below_two_gaps(Vector v) {
    const Number low = exact_sum(v, hn::Sub(next_down(v), next_up(v)));
    return hn::IfThenElse(hn::Gt(low.error, all(0)), next_up(low.total), low.total);
  }

  /// Not above the middle of the two values, of a number that is none.
  [[nodiscard]] HWY_INLINE Mask is_in_lower_half() const {
    const Mask is_middle = hn::Eq(hn::Sub(number.total, below), hn::Mul(number.error, all(-2)));
    return hn::Or(hn::Gt(number.error, all(0)), is_middle);
  }

  Number number;
  Mask is_value;
  Vector below;
};

/// What steps may give: values and what is between them. `is_tiny`: of terms next to zero, which values of the signs
/// that they may have stand for, whatever is rounded or flushed: nothing else matters to far larger ones.
struct Hull {
  Vector low;
  Vector high;
  Mask is_tiny;
};

/// For exact results from `low` to `high`, which are not next to zero.
template <Ulp kDefinition>
HWY_INLINE Hull outcomes_of_step(Number low, Number high) {
  return {Between(low).lowest<kDefinition>(high), hn::Neg(Between(negated(high)).lowest<kDefinition>(negated(low))),
          none()};
}

/// Of a value; what is smaller than `near_zero` is next to zero.
HWY_INLINE Hull outcomes_of_value(Vector v, Vector near_zero) {
  const Mask is_tiny = hn::Lt(hn::Abs(v), near_zero);
  const Vector near = hn::IfThenElse(is_tiny, hn::CopySign(hn::Mul(near_zero, all(0.5F)), v), v);
  return {near, near, is_tiny};
}

/// Of a product, exactly `exact`, by one step but for factors 1 and -1 (`by_one`), which leave the other as it is. What
/// is smaller than `near_zero` is next to zero; `either_sign`: what steps may bring to its other side.
template <Ulp kDefinition>
HWY_INLINE Hull outcomes_of_product(Mask by_one, Number exact, Vector near_zero, Mask either_sign) {
  const Hull step = outcomes_of_step<kDefinition>(exact, exact);
  const Mask is_tiny = hn::Lt(hn::Abs(exact.total), near_zero);
  const Vector size = hn::Mul(near_zero, all(0.5F));
  const Vector tiny = hn::CopySign(size, exact.total);
  const auto of = [&](Vector by_step, Vector of_tiny) HWY_ATTR {
    return hn::IfThenElse(is_tiny, of_tiny, hn::IfThenElse(by_one, exact.total, by_step));
  };
  return {of(step.low, hn::IfThenElse(either_sign, hn::Neg(size), tiny)),
          of(step.high, hn::IfThenElse(either_sign, size, tiny)), is_tiny};
}

/// Of the sum of two; takes away from `are_sure` where it comes near zero, and not of tiny terms alone.
template <Ulp kDefinition>
HWY_INLINE Hull outcomes_of_addition(const Hull& a, const Hull& b, Vector near_zero, Mask& are_sure) {
  const Number low = exact_sum(a.low, b.low);
  const Number high = exact_sum(a.high, b.high);
  const Mask are_tiny = hn::And(a.is_tiny, b.is_tiny);
  const Vector nearest_to_zero = hn::Min(hn::Abs(low.total), hn::Abs(high.total));
  are_sure = hn::And(are_sure, hn::Or(are_tiny, hn::Ge(nearest_to_zero, near_zero)));
  const Hull step = outcomes_of_step<kDefinition>(low, high);
  return {hn::IfThenElse(are_tiny, hn::Min(a.low, b.low), step.low),
          hn::IfThenElse(are_tiny, hn::Max(a.high, b.high), step.high), are_tiny};
}

/// Of the sum of terms, in all orders.
template <Ulp kDefinition, std::size_t n>
HWY_INLINE Hull outcomes_of_sum(const std::array<Hull, n>& terms, Vector near_zero, Mask& are_sure) {
  constexpr unsigned kAll = (1U << n) - 1;
  std::array<Hull, kAll + 1> of_subset;
  for (unsigned subset = 1; subset <= kAll; ++subset) {
    if (std::has_single_bit(subset)) {
      of_subset[subset] = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      continue;
    }
    bool is_first = true;
    for (unsigned left = (subset - 1) & subset; left > (subset ^ left); left = (left - 1) & subset) {
      const Hull sum =
          outcomes_of_addition<kDefinition>(of_subset[left], of_subset[subset ^ left], near_zero, are_sure);
      Hull& all_sums = of_subset[subset];
      all_sums =
          is_first ? sum : Hull{hn::Min(all_sums.low, sum.low), hn::Max(all_sums.high, sum.high), all_sums.is_tiny};
      is_first = false;
    }
  }
  return of_subset[kAll];
}

}  // namespace halfulp::judge::HWY_NAMESPACE::floats

namespace halfulp::judge::HWY_NAMESPACE {

/// What the steps give in any order, and what is further from the exact sum: where many results are some ULP off.
template <std::size_t kTerms, std::size_t kArity>
struct ByOutcomes {
  static constexpr bool kSavesByUlp = true;
  static constexpr bool kGivesUp = true;

  floats::Rules rules;
  floats::Limits limits;
  SieveCases cases;
  bool denies;  ///< SieveRules::denies_beyond_outcomes

  [[nodiscard]] HWY_INLINE floats::Told judge(std::size_t i) const {
    const FloatVector seen = floats::load(cases.observed, i);
    const Units units(seen);
    const FloatVector observed = hn::Mul(seen, units.scale);
    const Terms terms = load_terms(i, hn::Abs(seen), units);
    const FloatVector rest = hn::Add(terms.rest, terms.tiny);
    const FloatVector most_rest = hn::Add(terms.most_rest, terms.most_tiny);
    const floats::FromSum from(observed, terms.sum, rest, most_rest);
    floats::Errors errors(from.error, from.reach, limits.at(i));
    const FloatVector whole = hn::Mul(hn::Abs(from.from_sum), from.inverse_ulp);
    const floats::Mask is_less = hn::Not(floats::has_sign(hn::Xor(from.from_sum, rest)));
    const floats::AlmostWhole almost_whole(whole, hn::Mul(hn::Abs(rest), from.inverse_ulp), is_less);
    const floats::Mask has_side = hn::Gt(hn::Abs(rest), hn::Mul(most_rest, floats::all(0x1p-18F)));
    errors.take(almost_whole, hn::And(floats::are_whole(whole), has_side), limits.at(i));
    floats::Mask candidates = hn::And(terms.are_plain, hn::Lt(errors.most, floats::all(floats::kMostError)));
    candidates = hn::And(candidates, floats::is_result(seen, kLeastResult, rules.most_sum()));

    const bool any_either_sign = !hn::AllFalse(floats::Tag(), terms.any_either_sign);
    const auto by = [&]<Ulp kDefinition>() HWY_ATTR {
      Permitted outcomes = permitted<kDefinition, false>(terms, observed);
      if (any_either_sign) {
        outcomes.forbids = hn::And(outcomes.forbids, permitted<kDefinition, true>(terms, observed).forbids);
      }
      return outcomes;
    };
    const Permitted by_muller_a = by.template operator()<Ulp::muller_a>();
    const floats::Mask is_permitted = hn::AndNot(terms.any_denormal, by_muller_a.permits);
    const floats::Mask passes = hn::And(hn::And(candidates, errors.is_sure), is_permitted);
    floats::Told told{passes, passes, floats::none(), floats::none(), errors.bins};
    if (!denies) return told;
    // The nearest value passes though no order gives it.
    candidates = hn::And(candidates, hn::And(by_muller_a.forbids, errors.is_not_nearest));
    if (hn::AllFalse(floats::Tag(), candidates)) return told;
    const Permitted by_muller_b = by.template operator()<Ulp::muller_b>();
    told.by_muller_b = hn::AndNot(terms.any_denormal, hn::And(candidates, by_muller_b.permits));
    candidates = hn::And(candidates, by_muller_b.forbids);
    if (!hn::AllFalse(floats::Tag(), candidates)) {
      const Permitted by_goldberg = by.template operator()<Ulp::goldberg_of_result>();
      told.by_goldberg = hn::AndNot(terms.any_denormal, hn::And(candidates, by_goldberg.permits));
      candidates = hn::And(candidates, by_goldberg.forbids);
      const Permitted by_bit_steps = by.template operator()<Ulp::bit_steps>();
      told.by_bit_steps = hn::AndNot(terms.any_denormal, hn::And(candidates, by_bit_steps.permits));
      candidates = hn::And(candidates, by_bit_steps.forbids);
    }
    told.fails = hn::And(candidates, errors.is_sure);
    told.measured = hn::Or(passes, told.fails);
    told.told = hn::Or(hn::Or(told.measured, told.by_muller_b), hn::Or(told.by_goldberg, told.by_bit_steps));
    return told;
  }

 private:
  static constexpr float kLeastResult = 0x1p-86F;  ///< so far from near_zero, as Units has it

  /// Whether a term is no operand.
  static constexpr bool is_product(std::size_t term) { return kArity != 3 || term == 0; }

  /// Small and large results, and what they are of, are scaled. No nearer to zero than `near_zero` sums of values, and
  /// what products leave out, are exact, even where denormals are flushed, and values before scaling are normal.
  /// Results are so far from it that what is nearer changes nothing but by its sign. Terms that come to less than
  /// `most` overflow in no order.
  struct Units {
    HWY_INLINE explicit Units(FloatVector seen) {
      const floats::Mask is_small = hn::Lt(hn::Abs(seen), floats::all(0x1p-40F));
      const floats::Mask is_large = hn::Gt(hn::Abs(seen), floats::all(0x1p100F));
      const auto choose = [&](float small, float other, float large) HWY_ATTR {
        const FloatVector not_small = hn::IfThenElse(is_large, floats::all(large), floats::all(other));
        return hn::IfThenElse(is_small, floats::all(small), not_small);
      };
      constexpr float kSmallUnit = 0x1p-60F;
      constexpr float kLargeUnit = 0x1p60F;
      scale = choose(1 / kSmallUnit, 1, 1 / kLargeUnit);
      near_zero = choose(0x1p-118F / kSmallUnit, 0x1p-78F, 0x1p70F / kLargeUnit);
      most = choose(0x1p126F, 0x1p126F, 0x1.fffep127F / kLargeUnit);
    }
    FloatVector scale;
    FloatVector near_zero;
    FloatVector most;
  };

  /// Those that are tiny are not in the sum.
  struct Terms {
    floats::Mask by_one[kTerms];  ///< whether a factor is 1 or -1
    floats::Number exact[kTerms];
    FloatVector near_zero;
    FloatVector sum;
    FloatVector rest;       ///< what the sum leaves out
    FloatVector most_rest;  ///< and how much it could be
    FloatVector tiny;
    FloatVector most_tiny;
    floats::Mask are_plain;  ///< far from overflow, of normal operands, or of a denormal if tiny
    floats::Mask any_tiny;
    floats::Mask any_positive;  ///< of the tiny ones
    floats::Mask any_negative;
    floats::Mask any_denormal;         ///< of the operands of such, which may be flushed: less passes then
    floats::Mask either_sign[kTerms];  ///< products, tiny ones, of which steps may make zero and what is beyond
    floats::Mask any_either_sign;
  };
  /// Denormals, which compare as zeros do where they are flushed, times normal values that leave them tiny.
  static HWY_INLINE floats::Mask is_tiny_denormal(FloatVector x, FloatVector y, FloatVector far_below) {
    const floats::WordVector size = hn::And(floats::bits_of(x), floats::all_bits(0x7fffffff));
    const auto is_denormal = hn::Lt(hn::Sub(size, floats::all_bits(1)), floats::all_bits(0x007fffff));
    const floats::Mask is_small = hn::And(floats::is_normal(y), hn::Lt(hn::Abs(y), far_below));
    return hn::And(hn::RebindMask(floats::Tag(), is_denormal), is_small);
  }
  [[nodiscard]] HWY_INLINE Terms load_terms(std::size_t i, FloatVector seen, const Units& units) const {
    Terms terms;
    // Which times a denormal are lost in double beside what is seen.
    const FloatVector far_below = hn::Mul(seen, floats::all(0x1p70F));
    terms.near_zero = units.near_zero;
    terms.sum = terms.rest = terms.most_rest = terms.tiny = terms.most_tiny = floats::all(0);
    terms.are_plain = hn::Not(floats::none());
    terms.any_tiny = terms.any_positive = terms.any_negative = floats::none();
    terms.any_denormal = terms.any_either_sign = floats::none();
    FloatVector sizes = floats::all(0);
    for (std::size_t k = 0; k < kTerms; ++k) {
      const FloatVector x = floats::load(cases.operands[is_product(k) ? k : 2], i);
      const FloatVector y =
          is_product(k) ? floats::load(cases.operands[kArity == 3 ? 1 : k + kTerms], i) : floats::all(1);
      const floats::Mask are_normal = hn::And(floats::is_normal(x), floats::is_normal(y));
      const floats::Mask are_denormal = hn::Or(is_tiny_denormal(x, y, far_below), is_tiny_denormal(y, x, far_below));
      terms.are_plain = hn::And(terms.are_plain, hn::Or(are_normal, are_denormal));
      terms.any_denormal = hn::Or(terms.any_denormal, are_denormal);
      terms.by_one[k] = hn::Or(hn::Eq(hn::Abs(x), floats::all(1)), hn::Eq(hn::Abs(y), floats::all(1)));
      const FloatVector scaled = hn::Mul(x, units.scale);
      const FloatVector product = hn::Mul(scaled, y);
      terms.exact[k] = {product, hn::MulSub(scaled, y, product)};
      const FloatVector size = hn::Abs(product);
      sizes = hn::Add(sizes, size);
      const floats::Mask is_tiny = hn::Lt(size, units.near_zero);
      constexpr float kAboveDenormals = 0x1p-125F;
      terms.either_sign[k] = floats::none();
      if (is_product(k)) terms.either_sign[k] = hn::Lt(hn::Abs(hn::Mul(x, y)), floats::all(kAboveDenormals));
      terms.any_either_sign = hn::Or(terms.any_either_sign, terms.either_sign[k]);
      const floats::Mask is_negative = floats::has_sign(product);
      terms.any_tiny = hn::Or(terms.any_tiny, is_tiny);
      terms.any_positive = hn::Or(terms.any_positive, hn::AndNot(is_negative, is_tiny));
      terms.any_negative = hn::Or(terms.any_negative, hn::And(is_negative, is_tiny));
      terms.tiny = hn::Add(terms.tiny, hn::IfThenElseZero(is_tiny, product));
      terms.most_tiny = hn::Add(terms.most_tiny, hn::IfThenElseZero(is_tiny, size));
      const FloatVector term = hn::IfThenZeroElse(is_tiny, product);
      const auto leave = [&](FloatVector some) HWY_ATTR {
        terms.rest = hn::Add(terms.rest, some);
        terms.most_rest = hn::Add(terms.most_rest, hn::Abs(some));
      };
      leave(hn::IfThenZeroElse(is_tiny, terms.exact[k].error));
      const floats::Number sum = floats::exact_sum(terms.sum, term);
      leave(sum.error);
      terms.sum = sum.total;
    }
    terms.are_plain = hn::And(terms.are_plain, hn::Lt(sizes, units.most));
    return terms;
  }

  struct Permitted {
    floats::Mask permits;
    floats::Mask forbids;
  };
  /// What is no further from the exact sum than the furthest outcome. `kEitherSign`: steps bring products to both sides
  /// of zero that they may bring there; else to none but their own.
  template <Ulp kDefinition, bool kEitherSign>
  [[nodiscard]] HWY_INLINE Permitted permitted(const Terms& terms, FloatVector observed) const {
    std::array<floats::Hull, kTerms> hulls;
    for (std::size_t k = 0; k < kTerms; ++k) {
      const floats::Number& exact = terms.exact[k];
      if (is_product(k)) {
        const floats::Mask either_sign = kEitherSign ? terms.either_sign[k] : floats::none();
        hulls[k] = floats::outcomes_of_product<kDefinition>(terms.by_one[k], exact, terms.near_zero, either_sign);
      } else {
        hulls[k] = floats::outcomes_of_value(exact.total, terms.near_zero);
      }
    }
    floats::Mask are_sure = hn::Not(floats::none());
    const floats::Hull all = floats::outcomes_of_sum<kDefinition>(hulls, terms.near_zero, are_sure);
    const FloatVector seen = hn::Sub(observed, terms.sum);
    const FloatVector twice_rest = hn::Add(terms.rest, terms.rest);
    const FloatVector of_tiny = hn::IfThenElseZero(terms.any_tiny, hn::Mul(terms.near_zero, floats::all(4 * kTerms)));
    const FloatVector slack = hn::MulAdd(terms.most_rest, floats::all(0x1p-19F), of_tiny);
    const floats::Mask is_value = hn::Eq(terms.most_rest, floats::all(0));
    const floats::Mask have_one_sign = hn::AndNot(terms.any_denormal, hn::Xor(terms.any_positive, terms.any_negative));
    floats::Mask permits = hn::Or(hn::Eq(observed, all.low), hn::Eq(observed, all.high));
    floats::Mask forbids = hn::Not(permits);
    // |seen - rest| < |end - rest| where (seen - end) * (seen + end - 2 * rest) < 0, of differences that are exact.
    for (const FloatVector end : {hn::Sub(all.low, terms.sum), hn::Sub(all.high, terms.sum)}) {
      const FloatVector apart = hn::Sub(seen, end);
      const FloatVector middle = hn::Add(seen, end);
      const FloatVector size = hn::Max(hn::Abs(seen), hn::Abs(end));
      const floats::Mask are_exact = hn::Le(size, hn::Mul(hn::Abs(terms.sum), floats::all(0.5F)));
      const FloatVector rounded = hn::IfThenZeroElse(are_exact, hn::Mul(size, floats::all(0x1p-19F)));
      const FloatVector beyond = hn::Sub(middle, twice_rest);
      // Where nothing else is beside the middle the sign of tiny terms tells the side.
      const floats::Mask is_middle = hn::And(hn::And(is_value, are_exact), hn::Eq(middle, floats::all(0)));
      const floats::Mask is_beyond = hn::Gt(hn::Abs(beyond), hn::Add(slack, rounded));
      const floats::Mask is_known =
          hn::And(hn::Or(is_beyond, hn::And(is_middle, have_one_sign)), hn::Gt(hn::Abs(apart), rounded));
      const floats::Mask is_above =
          hn::Or(hn::And(is_middle, terms.any_negative), hn::Not(hn::Or(is_middle, floats::has_sign(beyond))));
      const floats::Mask is_nearer = hn::Xor(is_above, hn::Not(floats::has_sign(apart)));
      permits = hn::Or(permits, hn::And(is_known, is_nearer));
      forbids = hn::And(forbids, hn::AndNot(is_nearer, is_known));
    }
    // Zeros, where tiny terms become such, leave the sum of the others as it is.
    const FloatVector least_end = hn::Min(hn::Abs(all.low), hn::Abs(all.high));
    are_sure = hn::And(are_sure, hn::Gt(least_end, hn::Mul(terms.near_zero, floats::all(0x1p10F))));
    return {hn::And(are_sure, permits), hn::And(are_sure, forbids)};
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
