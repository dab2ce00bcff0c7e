// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: quotients x / y that may be x times a value within 1 ULP of 1 / y.

#if defined(HALFULP_JUDGE_SIEVE_QUOTIENTS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_QUOTIENTS
#undef HALFULP_JUDGE_SIEVE_QUOTIENTS
#else
#define HALFULP_JUDGE_SIEVE_QUOTIENTS
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE::floats {

/// What is no further from the quotient than the further one of two products passes, what is further fails: where many
/// results are some ULP off. Operation_: division, as Judge has it.
template <class Operation_>
struct ByReciprocal {
  static constexpr bool kSavesByUlp = true;
  static constexpr bool kGivesUp = true;

  Rules rules;
  Limits limits;
  SieveCases cases;
  bool saves;  ///< SieveRules::saves_by_ulp

  [[nodiscard]] HWY_INLINE Told judge(std::size_t i) const {
    const Vector x = load(cases.operands[0], i);
    const Vector y = load(cases.operands[1], i);
    const Vector observed = load(cases.observed, i);
    const Mask same_sign = hn::Not(has_sign(hn::Xor(observed, hn::Xor(x, y))));
    Mask candidates = hn::And(hn::And(is_operand(rules, x), is_normal(y)), same_sign);
    // So that 1 / y, and what is beside the quotient, are normal.
    candidates =
        hn::And(candidates, hn::And(is_result(observed, 0x1p-124F, 0x1p125F), hn::Lt(hn::Abs(y), all(0x1p124F))));
    if (rules.leaves_ones) candidates = hn::And(candidates, hn::Ne(hn::Abs(y), all(1)));

    // Brought to where both operands are from 1 to 2: nothing is lost there.
    const Vector dividend = significand(x);
    const Vector divisor = significand(y);
    const Vector seen = brought(observed, x, y);
    const Errors errors(Operation_::apart(seen, dividend, divisor), limits.at(i));
    const Quotient quotient(dividend, divisor);
    const Reciprocals reciprocals(divisor);
    const auto times = [&](Vector k) HWY_ATTR { return Product(dividend, k); };
    candidates = hn::And(candidates, quotient.is_no_value);
    candidates = hn::And(candidates, reciprocals.are_plain);
    const Compared by_neighbours = quotient.compare(seen, times(reciprocals.below), times(reciprocals.above));
    const Mask passes = hn::And(hn::And(candidates, errors.is_sure), by_neighbours.is_as_near);
    Told told{passes, passes, none(), none(), errors.bins};
    candidates = hn::And(candidates, by_neighbours.is_further);
    if ((!saves && !rules.denies) || hn::AllFalse(Tag(), candidates)) return told;
    // Steps of bits are counted from the nearest value.
    const Compared by_steps = quotient.compare(seen, times(reciprocals.last), times(reciprocals.next));
    if (saves) told.by_bit_steps = hn::And(candidates, by_steps.is_as_near);
    if (rules.denies) told.fails = hn::And(hn::And(candidates, errors.is_sure), by_steps.is_further);
    told.measured = hn::Or(passes, told.fails);
    told.told = hn::Or(told.measured, told.by_bit_steps);
    return told;
  }

 private:
  static HWY_INLINE Vector significand(Vector v) { return with_exponent(hn::Abs(v), all_bits(127U << 23)); }
  /// The size of what stands for x / y, times what x / y is divided by where significands stand for x and y.
  static HWY_INLINE Vector brought(Vector quotient, Vector x, Vector y) {
    const WordVector binades = hn::Sub(exponent(y), exponent(x));
    return floats_of(hn::Add(hn::And(bits_of(quotient), all_bits(0x7fffffff)), binades));
  }

  /// The values beside 1 / y, of a positive y, and those beside the nearest of them.
  struct Reciprocals {
    HWY_INLINE explicit Reciprocals(Vector y) {
      const Vector nearest = hn::Div(all(1), y);
      const Vector left = hn::NegMulAdd(nearest, y, all(1));  // its sign is that of 1 / y - nearest
      last = floats_of(hn::Sub(bits_of(nearest), all_bits(1)));
      next = floats_of(hn::Add(bits_of(nearest), all_bits(1)));
      below = hn::IfThenElse(hn::Lt(left, all(0)), last, nearest);
      above = hn::IfThenElse(hn::Gt(left, all(0)), next, nearest);
      // In the middle of a binade, and no value.
      are_plain = hn::And(is_result(nearest, 0.25F, 2), hn::Ne(left, all(0)));
    }
    Vector last;
    Vector below;
    Vector above;
    Vector next;
    Mask are_plain;
  };

  struct Product {
    HWY_INLINE Product(Vector x, Vector k) : value(hn::Mul(x, k)) {
      const Vector other_from_value = hn::Mul(hn::MulSub(x, k, value), all(2));  // of two that are as near
      const Vector apart = hn::Sub(hn::Add(value, other_from_value), value);
      is_tie = hn::And(hn::Eq(apart, other_from_value), hn::Ne(other_from_value, all(0)));
    }
    Vector value;
    Mask is_tie;
  };

  struct Compared {
    Mask is_as_near;
    Mask is_further;
  };
  struct Quotient {
    HWY_INLINE Quotient(Vector x, Vector y) : dividend(x), divisor(y) {
      // Where it is a value some policies permit nothing else.
      is_no_value = hn::Ne(beyond(hn::Div(dividend, divisor)), all(0));
    }
    /// `seen` beside the products.
    [[nodiscard]] HWY_INLINE Compared compare(Vector seen, const Product& least, const Product& most) const {
      const Vector furthest = hn::Max(hn::Abs(beyond(least.value)), hn::Abs(beyond(most.value)));
      const Vector of_seen = hn::Abs(beyond(seen));
      const Vector slack = hn::Mul(hn::Max(of_seen, furthest), all(0x1p-19F));
      const Mask is_product = hn::Or(hn::Eq(seen, least.value), hn::Eq(seen, most.value));
      const Mask may_be_product = hn::Or(is_product, hn::Or(least.is_tie, most.is_tie));
      return {hn::Or(is_product, hn::Lt(hn::Add(of_seen, slack), furthest)),
              hn::AndNot(may_be_product, hn::Gt(hn::Sub(of_seen, slack), furthest))};
    }
    /// How far a value is beyond it, times the divisor.
    [[nodiscard]] HWY_INLINE Vector beyond(Vector value) const { return hn::MulSub(value, divisor, dividend); }
    Vector dividend;
    Vector divisor;
    Mask is_no_value;
  };
};

}  // namespace halfulp::judge::HWY_NAMESPACE::floats
HWY_AFTER_NAMESPACE();

#endif
