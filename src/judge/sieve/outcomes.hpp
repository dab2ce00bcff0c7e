// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: what the steps of sums of products may give, in any order, as
// judge/quick/outcomes.hpp has it of one case.

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

/// No nearer to zero sums of values, and what products leave out, are exact.
constexpr float kNearZero = 0x1p-100F;

/// What steps may give: values and what is between them. `is_tiny`: of terms next to zero, which values of the same
/// signs stand for, whatever is rounded or flushed: nothing else matters to far larger ones.
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

/// Of a product, exactly `exact`, by one step but for factors 1 and -1, which leave the other as it is.
template <Ulp kDefinition>
HWY_INLINE Hull outcomes_of_product(Vector x, Vector y, Number exact) {
  const Hull step = outcomes_of_step<kDefinition>(exact, exact);
  const Mask by_one = hn::Or(hn::Eq(hn::Abs(x), all(1)), hn::Eq(hn::Abs(y), all(1)));
  const Mask is_tiny = hn::Lt(hn::Abs(exact.total), all(kNearZero));
  const Vector tiny = hn::CopySign(all(kNearZero / 2), exact.total);
  const auto of = [&](Vector by_step)
                      HWY_ATTR { return hn::IfThenElse(is_tiny, tiny, hn::IfThenElse(by_one, exact.total, by_step)); };
  return {of(step.low), of(step.high), is_tiny};
}

/// Of the sum of two; takes away from `are_sure` where it comes near zero, and not of tiny terms alone.
template <Ulp kDefinition>
HWY_INLINE Hull outcomes_of_addition(const Hull& a, const Hull& b, Mask& are_sure) {
  const Number low = exact_sum(a.low, b.low);
  const Number high = exact_sum(a.high, b.high);
  const Mask are_tiny = hn::And(a.is_tiny, b.is_tiny);
  const Vector nearest_to_zero = hn::Min(hn::Abs(low.total), hn::Abs(high.total));
  are_sure = hn::And(are_sure, hn::Or(are_tiny, hn::Ge(nearest_to_zero, all(kNearZero))));
  const Hull step = outcomes_of_step<kDefinition>(low, high);
  return {hn::IfThenElse(are_tiny, hn::Min(a.low, b.low), step.low),
          hn::IfThenElse(are_tiny, hn::Max(a.high, b.high), step.high), are_tiny};
}

/// Of the sum of terms, in all orders.
template <Ulp kDefinition, std::size_t n>
HWY_INLINE Hull outcomes_of_sum(const std::array<Hull, n>& terms, Mask& are_sure) {
  constexpr unsigned kAll = (1U << n) - 1;
  std::array<Hull, kAll + 1> of_subset;
  for (unsigned subset = 1; subset <= kAll; ++subset) {
    if (std::has_single_bit(subset)) {
      of_subset[subset] = terms[static_cast<std::size_t>(std::countr_zero(subset))];
      continue;
    }
    bool is_first = true;
    for (unsigned left = (subset - 1) & subset; left > (subset ^ left); left = (left - 1) & subset) {
      const Hull sum = outcomes_of_addition<kDefinition>(of_subset[left], of_subset[subset ^ left], are_sure);
      Hull& all_sums = of_subset[subset];
      all_sums =
          is_first ? sum : Hull{hn::Min(all_sums.low, sum.low), hn::Max(all_sums.high, sum.high), all_sums.is_tiny};
      is_first = false;
    }
  }
  return of_subset[kAll];
}

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
