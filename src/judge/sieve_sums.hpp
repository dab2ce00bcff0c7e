// SPDX-License-Identifier: Apache-2.0

// A part of sieve_operations.cpp, once for each target: mad, fma and dot products.

#if defined(HALFULP_JUDGE_SIEVE_SUMS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_SUMS
#undef HALFULP_JUDGE_SIEVE_SUMS
#else
#define HALFULP_JUDGE_SIEVE_SUMS
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "judge/sieve.hpp"
#include "judge/sieve_floats.hpp"
#include "judge/sieve_lanes.hpp"
#include "judge/sieve_limits.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// mad, fma and dot products: a sum of kTerms products, of which a third operand is one; rounded once or, where it is
/// not fused, after each step in the order of the terms. Products are exact in double; the sum is s + c.
template <std::size_t kTerms, std::size_t kArity_, bool kFused>
struct SumOfProducts {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = false;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    return floats::sift(InFloats{.rules = {rules, cases}, .limits = floats::Limits(cases), .cases = cases}, others,
                        failed, sifted);
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    const DoubleVector observed = load(cases.observed, i);
    const DoubleVector first = load(cases.operands[0], i);
    DoubleMask normal = is_normal(first);
    DoubleMask are_taken = hn::Not(none());
    const auto operand = [&](std::size_t k) HWY_ATTR {
      const DoubleVector x = k == 0 ? first : load(cases.operands[k], i);
      normal = hn::And(normal, is_normal(x));
      const bool must_flush = !kFused && rules.flushes;
      are_taken = hn::And(are_taken, must_flush ? is_finite_from(x, 0) : is_taken(rules, x));
      return must_flush ? flushed(x) : x;
    };
    DoubleVector s = all(0);
    DoubleVector c = all(0);
    DoubleVector terms = all(0);
    DoubleVector stepwise = all(0);
    for (std::size_t k = 0; k < kTerms; ++k) {
      const bool is_product = k == 0 || kArity != 3;
      DoubleVector term = operand(k == 0 || kArity != 3 ? k : 2);
      if (is_product) term = hn::Mul(term, operand(kArity == 3 ? 1 : k + kTerms));
      const DoubleVector sum = hn::Add(s, term);
      c = hn::Add(c, rest_of_sum(s, term, sum));
      s = sum;
      terms = hn::Add(terms, hn::Abs(term));
      if (kFused) continue;
      const DoubleVector rounded = to_float(term);
      stepwise = k == 0 ? rounded : to_float(hn::Add(stepwise, rounded));
    }
    const DoubleVector total = hn::Add(s, c);
    c = hn::Sub(c, hn::Sub(total, s));
    s = total;

    const DoubleVector beyond = hn::Sub(hn::Sub(observed, s), c);
    const DoubleVector off = hn::Abs(beyond);
    const DoubleMask is_once = hn::Lt(off, hn::Mul(binade_of(observed), all(0x1p-24 * (1 - 0x1p-19))));
    const DoubleMask is_permitted = kFused ? is_once : hn::Or(is_once, hn::Eq(observed, stepwise));

    const Measured measured(observed, s);
    const DoubleMask cancels_little = hn::Le(terms, hn::Mul(measured.size, all(0x1p40)));
    DoubleMask defined = hn::And(hn::And(are_taken, cancels_little), is_plain(observed));
    defined = hn::And(defined, is_between(measured.size, kLeastNormal, std::min(kBeyondAll, rules.below)));
    defined = hn::And(defined, hn::Not(hn::Or(is_power_of_two(observed), is_power_of_two(s))));
    // The very doubles that Quick computes.
    const DoubleVector error = in_ulp(hn::Abs(hn::Sub(hn::Sub(observed, c), s)), measured.inverse_binade);
    LongVector bins = bins_of(error);
    const DoubleMask no_worse = hn::And(measured.in_one_binade, hn::Le(error, worst_at(cases, i)));
    DoubleMask passes = hn::And(hn::And(is_permitted, defined), no_worse);
    DoubleMask to_nearest = none();
    if (kFused && rules.rounds_either_way) {
      to_nearest = hn::And(passes, hn::Gt(hn::Mul(observed, beyond), all(0)));
      // A flushed operand may explain it: a factor leaves the third one.
      const DoubleVector third = load(cases.operands[kArity - 1], i);
      const DoubleMask is_third = hn::And(hn::AndNot(normal, is_normal(third)), hn::Eq(observed, third));
      if (rules.may_flush_operands) to_nearest = hn::AndNot(is_third, to_nearest);
      passes = hn::AndNot(hn::AndNot(normal, to_nearest), passes);
      if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    }
    DoubleMask has_error = passes;
    DoubleMask fails = none();
    // Far enough that no rounding comes back.
    const DoubleMask infinite = hn::Eq(observed, hn::CopySign(all(kInfinity), s));
    const DoubleMask is_past = hn::AndNot(is_power_of_two(s), is_between(measured.size, kBeyondAll, rules.below));
    const DoubleMask overflows = hn::And(hn::And(normal, infinite), is_past);
    if constexpr (kFused) {
      if (!rules.rounds_either_way || cases.counts_to_nearest) passes = hn::Or(passes, overflows);
      if (rules.rounds_either_way) to_nearest = hn::Or(to_nearest, overflows);
      const DoubleMask candidates = may_be_denied(rules, first, hn::And(defined, normal), passes);
      fails = denied(rules, measured, observed, candidates, measured.is_no_worse_than(worst_at(cases, i)));
      bins = hn::IfThenElse(hn::RebindMask(Longs(), fails), measured.bins, bins);
      has_error = hn::Or(has_error, fails);
    } else {
      const DoubleMask infinite_by_steps = hn::And(hn::IsInf(observed), hn::Eq(observed, stepwise));
      const DoubleMask special = hn::Or(infinite_by_steps, hn::And(hn::IsNaN(observed), hn::IsNaN(stepwise)));
      passes = hn::Or(passes, hn::And(hn::AndNot(is_power_of_two(s), special), normal));
      passes = hn::Or(passes, hn::And(overflows, cancels_little));
    }
    return {passes, none(), to_nearest, fails, has_error, bins};
  }

  /// The same in binary32: products and sums with what each leaves out, which is little where no terms cancel.
  struct InFloats {
    /// The last bit of a product below 2^-102 may be lost. Where results have these sizes, the sum with it leaves a
    /// rest, which has the sign of all that is left.
    static constexpr float kLeastSum = 0x1p-75F;

    floats::Rules rules;
    floats::Limits limits;
    SieveCases cases;

    HWY_INLINE floats::Told judge(std::size_t i) const {
      const FloatVector observed = floats::load(cases.observed, i);
      floats::Mask are_taken = hn::Not(floats::none());
      const auto operand = [&](std::size_t k) HWY_ATTR {
        const FloatVector x = floats::load(cases.operands[k], i);
        if constexpr (kFused) {
          are_taken = hn::And(are_taken, floats::is_normal(x));
        } else if (rules.must_flush) {
          return floats::flushed(x);
        }
        return x;
      };
      FloatVector stepwise = floats::all(0);
      FloatVector rest = floats::all(0);
      FloatVector most_rest = floats::all(0);
      const auto leave = [&](FloatVector some) HWY_ATTR {
        rest = hn::Add(rest, some);
        most_rest = hn::Add(most_rest, hn::Abs(some));
      };
      for (std::size_t k = 0; k < kTerms; ++k) {
        const bool is_product = k == 0 || kArity != 3;
        FloatVector term = operand(k == 0 || kArity != 3 ? k : 2);
        if (is_product) {
          const FloatVector x = term;
          const FloatVector y = operand(kArity == 3 ? 1 : k + kTerms);
          term = hn::Mul(x, y);
          FloatVector lost = hn::MulSub(x, y, term);
          if constexpr (kFused) {
            const FloatVector tiny = hn::CopySign(floats::all(0x1p-149F), term);  // more than what became zero
            lost = hn::IfThenElse(hn::Eq(term, floats::all(0)), tiny, lost);
          }
          leave(lost);
        }
        if (k == 0) {
          stepwise = term;
          continue;
        }
        const FloatVector sum = hn::Add(stepwise, term);
        leave(rest_of_sum(stepwise, term, sum));
        stepwise = sum;
      }
      const FloatVector from_steps = hn::Sub(observed, stepwise);
      const floats::Apart apart = floats::apart(observed, hn::Sub(from_steps, rest));
      const FloatVector inverse_binade = floats::inverse_binade(observed);
      const FloatVector most_apart = floats::in_ulp(hn::Max(hn::Abs(from_steps), most_rest), inverse_binade);
      // A sum of up to seven small terms.
      const FloatVector margin = hn::Mul(most_apart, floats::all(0x1p-20F));
      const floats::Errors errors(apart, limits.at(i), margin);
      floats::Mask passes = hn::And(are_taken, floats::is_result(observed, kLeastSum, floats::kMostResult));
      passes = hn::And(hn::And(passes, errors.is_sure), hn::Lt(most_apart, floats::all(64)));
      floats::Mask permitted = errors.is_rounded;
      if (!kFused) permitted = hn::Or(permitted, hn::Eq(observed, stepwise));
      passes = hn::And(passes, permitted);
      floats::Told told{passes, passes, floats::none(), floats::none(), errors.bins};
      if constexpr (kFused) {
        floats::tell_away(rules, errors.is_rounded, apart.excess, told);
        // Far enough beyond 2^128 that no rounding comes back.
        const auto half_of = [&](std::size_t k)
                                 HWY_ATTR { return hn::Mul(floats::load(cases.operands[k], i), floats::all(0.5F)); };
        const FloatVector half = hn::MulAdd(half_of(0), floats::load(cases.operands[1], i), half_of(2));
        const floats::Mask is_beyond = hn::Gt(hn::Abs(half), floats::all(0x1p127F));
        const floats::Mask infinite = hn::Eq(observed, hn::CopySign(floats::all(HUGE_VALF), half));
        if (rules.overflows && rules.tells_away) {
          floats::tell_overflow(rules, hn::And(are_taken, hn::And(is_beyond, infinite)), told);
        }
      } else {
        const floats::Mask infinite = hn::And(hn::IsInf(observed), hn::Eq(observed, stepwise));
        const floats::Mask special = hn::Or(infinite, hn::And(hn::IsNaN(observed), hn::IsNaN(stepwise)));
        told.told = hn::Or(told.told, special);
      }
      return told;
    }
  };
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
