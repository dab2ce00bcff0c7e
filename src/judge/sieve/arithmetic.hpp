// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp, once for each target: sums, differences, products, quotients, reciprocals and roots.

#if defined(HALFULP_JUDGE_SIEVE_ARITHMETIC) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_ARITHMETIC
#undef HALFULP_JUDGE_SIEVE_ARITHMETIC
#else
#define HALFULP_JUDGE_SIEVE_ARITHMETIC
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/limits.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/quotients.hpp"
#include "judge/sieve/rests.hpp"
#include "judge/sieve/sieve.hpp"
#include "judge/sieve/skim.hpp"
#include "number/float_environment.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

// Operations of IEEE 754. In double: exact, or so close that rounding again gives what one rounding would [Figueroa
// 1995: 53 >= 2 * 24 + 2]. The error of an observed value in binary32: see floats.hpp.
struct Sum {
  static constexpr bool kIsSum = true;
  static constexpr bool kMayBeBySteps = false;
  static constexpr bool kIsOfSquare = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr bool kIsScaled = false;
};
struct Add : Sum {
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Add(x, y);
  }
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    return rest_of_sum(x, y, sum);
  }
  /// Small results are scaled so that nothing is denormal; operands that are too large then are none of theirs.
  struct Scaled {
    HWY_INLINE Scaled(FloatVector seen, FloatVector x, FloatVector y) {
      const FloatVector scale = floats::upscale(seen);
      observed = hn::Mul(seen, scale);
      const FloatVector first = hn::Mul(x, scale);
      const FloatVector second = hn::Mul(y, scale);
      sum = hn::Add(first, second);
      rest = rest_of_sum(first, second, sum);
    }
    FloatVector observed;
    FloatVector sum;
    FloatVector rest;
  };
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const Scaled scaled(observed, x, y);
    const FloatVector difference = hn::Sub(hn::Sub(scaled.observed, scaled.sum), scaled.rest);
    floats::Apart apart = floats::apart(scaled.observed, difference);
    // Then the smaller operand's last bit is 2^-28 ULP or more; or nothing of it is left in double.
    apart.is_rounded = hn::And(hn::Eq(scaled.observed, scaled.sum), hn::Ge(hn::Abs(apart.ulp), floats::all(0x1p-5F)));
    apart.is_exact = hn::Or(apart.is_rounded, floats::is_negligible(scaled.rest, scaled.observed));
    return floats::exact_where_none(apart, difference);
  }
  /// The error is 1 ULP less what the nearest value leaves out; of what is less than 2^-29 ULP the sum has nothing in
  /// double.
  static HWY_INLINE floats::Next next_toward_zero(FloatVector observed, FloatVector x, FloatVector y) {
    const auto [seen, sum, rest] = Scaled(observed, x, y);
    const auto from_next = hn::Sub(floats::bits_of(sum), floats::bits_of(seen));
    floats::Mask is_next = hn::RebindMask(floats::Tag(), hn::Eq(from_next, floats::all_bits(1)));
    const floats::Mask is_between = hn::And(floats::has_sign(hn::Xor(rest, sum)), hn::Ne(rest, floats::all(0)));
    const FloatVector left_out = floats::in_ulp(hn::Abs(rest), floats::inverse_binade(seen));
    const floats::Mask is_no_tie = hn::Lt(left_out, floats::all(0.5F * (1 - 0x1p-18F)));
    is_next = hn::And(hn::And(is_next, is_between), is_no_tie);
    return {is_next, floats::AlmostOne(left_out)};
  }
};
struct Sub : Sum {
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Sub(x, y);
  }
  static HWY_INLINE DoubleVector rest(DoubleVector x, DoubleVector y, DoubleVector sum) {
    return rest_of_sum(x, hn::Neg(y), sum);
  }
  struct Scaled : Add::Scaled {
    HWY_INLINE Scaled(FloatVector seen, FloatVector x, FloatVector y) : Add::Scaled(seen, x, hn::Neg(y)) {}
  };
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    return Add::apart(observed, x, hn::Neg(y));
  }
  static HWY_INLINE floats::Next next_toward_zero(FloatVector observed, FloatVector x, FloatVector y) {
    return Add::next_toward_zero(observed, x, hn::Neg(y));
  }
};
struct Rounded {
  static constexpr bool kIsSum = false;
  static constexpr bool kMayBeBySteps = false;
  static constexpr bool kIsOfSquare = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr bool kIsScaled = true;
  static HWY_INLINE DoubleVector rest(DoubleVector, DoubleVector, DoubleVector) { return all(0); }
};
struct Mul : Rounded {
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Mul(x, y);
  }
  static HWY_INLINE floats::IntegerVector about_binade(floats::IntegerVector x, floats::IntegerVector y) {
    return hn::Add(hn::Sub(x, floats::binades(127)), hn::Sub(y, floats::binades(127)));
  }
  /// Small results are scaled so that nothing is lost; x that are too large then are none of theirs.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const FloatVector scale = floats::upscale(observed);
    const FloatVector product = hn::Mul(observed, scale);
    const FloatVector difference = hn::NegMulAdd(hn::Mul(x, scale), y, product);
    return floats::exact_where_none(floats::apart_from_normal(product, difference), difference);
  }
};
struct Div : Rounded {
  static constexpr bool kMayBeBySteps = true;
  template <class V>
  static HWY_INLINE V of(V x, V y) {
    return hn::Div(x, y);
  }
  /// Whether o is no further off than a product of x and one of both neighbours of 1 / y, as Quick::divides_by_steps()
  /// has it.
  static HWY_INLINE DoubleMask is_by_steps(DoubleVector observed, DoubleVector x, DoubleVector y, DoubleVector exact) {
    const DoubleVector reciprocal = hn::Div(all(1), hn::Abs(y));
    const DoubleVector nearest = to_float(reciprocal);
    const DoubleVector step = hn::Mul(binade_of(reciprocal), all(0x1p-23));
    const DoubleVector above_nearest = hn::IfThenElseZero(hn::Gt(nearest, reciprocal), step);
    const DoubleVector least = hn::Sub(nearest, above_nearest);
    const DoubleVector quotient = hn::Abs(exact);
    const DoubleVector lower = to_float(hn::Mul(hn::Abs(x), least));
    const DoubleVector upper = to_float(hn::Mul(hn::Abs(x), hn::Add(least, step)));
    const DoubleVector seen = hn::Abs(observed);
    const DoubleVector reach = hn::Max(hn::Abs(hn::Sub(lower, quotient)), hn::Abs(hn::Sub(upper, quotient)));
    const DoubleVector apart = hn::Abs(hn::Sub(seen, quotient));
    const DoubleMask is_product = hn::Or(hn::Eq(seen, lower), hn::Eq(seen, upper));
    const DoubleMask is_near = hn::Or(is_product, hn::Lt(apart, hn::NegMulAdd(quotient, all(0x1p-45), reach)));
    const DoubleVector from_binade = hn::Sub(hn::Mul(nearest, inverse_of(binade_of(reciprocal))), all(1));
    const DoubleMask is_plain =
        hn::And(is_between(from_binade, 0x1p-19, 1 - 0x1p-19), hn::Lt(hn::Abs(y), all(0x1p124)));
    const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, exact)));
    const DoubleMask is_value = hn::Eq(to_float(exact), exact);  // where some policies permit nothing else
    const DoubleMask in_range = hn::AndNot(is_value, is_between(hn::Abs(exact), 0x1p-124, 0x1p125));
    return hn::And(hn::And(is_near, is_plain), hn::And(same_sign, in_range));
  }
  static HWY_INLINE floats::IntegerVector about_binade(floats::IntegerVector x, floats::IntegerVector y) {
    return hn::Sub(x, y);
  }
  /// (o y - x) / x of x / y, for which o stands; small x are scaled, with y, so that nothing is lost; y that are too
  /// large then are none of theirs.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector y) {
    const FloatVector scale = floats::upscale(x);
    const FloatVector dividend = hn::Mul(x, scale);
    const FloatVector difference = hn::MulSub(observed, hn::Mul(y, scale), dividend);
    return floats::exact_where_none(floats::apart_by(hn::Div(difference, dividend), observed), difference);
  }
  /// r / (1 + r), of that r.
  static HWY_INLINE floats::Apart apart_of_far(FloatVector observed, FloatVector x, FloatVector y) {
    return floats::with_second_order(apart(observed, x, y), -1);
  }
};
/// Whose double is as good as exact.
struct OfOne {
  static constexpr bool kMayBeBySteps = false;
  static constexpr bool kIsOfSquare = false;
  static constexpr bool kIsScaled = false;
  static constexpr float kLeastResult = 0x1p-126F;
  static constexpr float kMargin = 0;  ///< of the error in binary32, in ULP, beside that of all
  static HWY_INLINE DoubleMask is_sure(DoubleVector exact, DoubleVector /*rounded*/) { return hn::Eq(exact, exact); }
};
struct Reciprocal : OfOne {
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Div(hn::Set(hn::DFromV<V>(), 1), x);
  }
  /// (o x - 1) / x, where o stands for 1 / x.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    return floats::apart_by(hn::MulSub(observed, x, floats::all(1)), observed);
  }
  /// r / (1 + r), of that r.
  static HWY_INLINE floats::Apart apart_of_far(FloatVector observed, FloatVector x, FloatVector y) {
    return floats::with_second_order(apart(observed, x, y), -1);
  }
};
struct SquareRoot : OfOne {
  static constexpr bool kIsOfSquare = true;
  static constexpr float kLeastResult = 0x1p-63F;
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Sqrt(x);
  }
  /// (o o - x) / (o + sqrt(x)), where o stands for sqrt(x); small x are scaled so that nothing is lost.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    const Squared squared(observed, x);
    const FloatVector apart = hn::Mul(hn::Abs(squared.excess), floats::about_reciprocal(squared.root));
    return {squared.excess, hn::Mul(apart, squared.half_in_ulp()), floats::none()};
  }
  /// o - sqrt(o o - e), of that excess e.
  static HWY_INLINE floats::Apart apart_of_far(FloatVector observed, FloatVector x, FloatVector) {
    const Squared squared(observed, x);
    const FloatVector about = floats::about_reciprocal(squared.root);
    const FloatVector inverse = hn::Mul(about, hn::NegMulAdd(squared.root, about, floats::all(2)));
    const FloatVector apart = hn::Mul(squared.excess, inverse);
    const FloatVector ulp = hn::Mul(hn::Abs(apart), squared.half_in_ulp());
    return floats::with_second_order({hn::Mul(apart, inverse), ulp}, 0.25F);
  }

 private:
  struct Squared {
    HWY_INLINE Squared(FloatVector observed, FloatVector x) {
      const auto is_small = hn::Lt(x, floats::all(0x1p-60F));
      const FloatVector scale = hn::IfThenElse(is_small, floats::all(0x1p32F), floats::all(1));
      root = hn::Mul(observed, scale);
      excess = hn::MulSub(root, root, hn::Mul(hn::Mul(x, scale), scale));
    }
    /// 2^22 / 2^floor(log2(root))
    [[nodiscard]] HWY_INLINE FloatVector half_in_ulp() const {
      const auto exponent = hn::And(floats::bits_of(root), floats::all_bits(0x7f800000));
      return floats::floats_of(hn::Sub(floats::all_bits((254U + 22) << 23), exponent));
    }
    FloatVector root;
    FloatVector excess;
  };
};

struct ReciprocalSquareRoot : OfOne {
  static constexpr bool kIsOfSquare = true;
  static constexpr float kMargin = 0x1p-22F;
  template <class V>
  static HWY_INLINE V of(V x) {
    return hn::Div(hn::Set(hn::DFromV<V>(), 1), hn::Sqrt(x));
  }
  /// The double is some roundings off: apart from ties and, as only powers of 4 have such roots, from values.
  static HWY_INLINE DoubleMask is_sure(DoubleVector exact, DoubleVector rounded) {
    const DoubleVector least = hn::Mul(exact, all(0x1p-46));
    const DoubleMask is_no_tie = hn::Eq(to_float(hn::Add(exact, least)), to_float(hn::Sub(exact, least)));
    const DoubleMask is_apart = hn::Gt(hn::Abs(hn::Sub(rounded, exact)), least);
    return hn::And(is_no_tie, hn::Or(is_apart, is_power_of_two(exact)));
  }
  /// (x o o - 1) / 2, where o stands for 1 / sqrt(x); large x are scaled so that nothing is lost. On which side of it o
  /// is, is told from 2^-43 on, which is more than what is rounded.
  static HWY_INLINE floats::Apart apart(FloatVector observed, FloatVector x, FloatVector) {
    const auto is_large = hn::Gt(x, floats::all(0x1p60F));
    const FloatVector root = hn::Mul(observed, hn::IfThenElse(is_large, floats::all(0x1p32F), floats::all(1)));
    const FloatVector operand = hn::Mul(x, hn::IfThenElse(is_large, floats::all(0x1p-64F), floats::all(1)));
    const FloatVector square = hn::Mul(root, root);
    const FloatVector lost = hn::MulSub(root, root, square);
    const FloatVector excess = hn::MulAdd(lost, operand, hn::MulSub(square, operand, floats::all(1)));
    const auto is_unsure = hn::Lt(hn::Abs(excess), floats::all(0x1p-43F));
    const FloatVector relative = hn::Mul(excess, floats::all(0.5F));
    return floats::apart_by(hn::IfThenElse(is_unsure, floats::all(1), relative), observed);
  }
  /// 1 - 1 / sqrt(1 + 2 r), of that r.
  static HWY_INLINE floats::Apart apart_of_far(FloatVector observed, FloatVector x, FloatVector y) {
    return floats::with_second_order(apart(observed, x, y), -1.5F);
  }
};

/// Sums of two, as floats::Judge and floats::ByRest have them.
template <class Operation_>
struct SumOfTwo : floats::Judge<Operation_, 2> {
  [[nodiscard]] HWY_INLINE floats::SeenSum see(std::size_t i) const {
    const FloatVector x = floats::load(this->cases.operands[0], i);
    const FloatVector y = floats::load(this->cases.operands[1], i);
    const FloatVector observed = floats::load(this->cases.observed, i);
    // Large sums are scaled, where nothing of them is lost.
    const floats::Mask is_large = hn::Gt(hn::Abs(observed), floats::all(0x1p126F));
    const floats::Mask is_kept = hn::Gt(hn::Min(hn::Abs(x), hn::Abs(y)), floats::all(0x1p-120F));
    const FloatVector unit = hn::IfThenElse(is_large, floats::all(0x1p-4F), floats::all(1));
    const typename Operation_::Scaled scaled(hn::Mul(observed, unit), hn::Mul(x, unit), hn::Mul(y, unit));
    const floats::Mask is_result = floats::is_result(observed, Operation_::kLeastResult, this->rules.most_sum());
    return {scaled.observed,
            scaled.sum,
            scaled.rest,
            hn::Not(floats::none()),
            hn::And(hn::And(this->are_plain(x, y), is_result), hn::Or(hn::Not(is_large), is_kept)),
            this->are_denying(x, y)};
  }
};

template <class Operation_, std::size_t kArity_>
struct Arithmetic {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = false;

  using InFloats = floats::Judge<Operation_, kArity>;

  static std::size_t sift_plainly(const SieveRules& rules, const SieveCases& cases, std::uint32_t* others,
                                  std::uint32_t* failed, Sifted& sifted) {
    const floats::Limits limits(cases, floats::most_told(rules, cases));
    const InFloats judge{.rules = {rules, cases}, .limits = limits, .cases = cases};
    return sift_flushed(judge, floats::Skim<Operation_, kArity>(judge), rules, others, failed, sifted);
  }

  /// Cases whose operands or results are denormal are left. Nothing that is computed of the others is denormal, or no
  /// more of it counts than that it is small.
  static HWY_NOINLINE std::size_t sift_flushed(const InFloats& judge, const floats::Skim<Operation_, kArity>& skim,
                                               const SieveRules& rules, std::uint32_t* others, std::uint32_t* failed,
                                               Sifted& sifted) {
    [[maybe_unused]] const number::MachineFlush machine_flush;
    std::size_t count = 0;
    if (!skim.tells_any() || judge.limits.binade().exists()) {
      count = floats::sift_in_two_steps<kArity>(judge, others, failed, sifted);
    } else {
      count = floats::sift_listed<kArity>(judge, skim.skim(others, failed, sifted), others, failed, sifted);
    }
    if constexpr (requires { requires Operation_::kIsSum; }) {
      const floats::ByRest<SumOfTwo<Operation_>> by_rest{{judge}};
      count = floats::sift_many_listed<kArity>(by_rest, count, others, failed, sifted);
    }
    if constexpr (Operation_::kMayBeBySteps) {
      const floats::ByReciprocal<Operation_> by_reciprocal{judge.rules, judge.limits, judge.cases, rules.saves_by_ulp};
      if (rules.may_be_by_reciprocals) {
        count = floats::sift_many_listed<kArity>(by_reciprocal, count, others, failed, sifted);
      }
    }
    return count;
  }

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i) {
    DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleVector exact;
    DoubleMask defined = is_operand(rules, x);
    DoubleMask denying = defined;
    DoubleMask all_normal = is_normal(x);
    DoubleVector rest = all(0);  // of exact, where it is a sum
    DoubleMask by_steps = none();
    if constexpr (kArity == 1) {
      exact = Operation_::of(x);
    } else {
      DoubleVector y = load(cases.operands[1], i);
      defined = hn::And(defined, is_operand(rules, y));
      all_normal = hn::And(all_normal, is_normal(y));
      denying = hn::And(defined, is_denying(rules, y));
      if (Operation_::kMayBeBySteps && rules.denies_beyond_of_large_divisor > 0) {
        denying = hn::And(denying, hn::Lt(hn::Abs(y), all(floats::kLargeDivisor)));
      }
      if (Operation_::kIsSum && rules.adds_flushed) {
        defined = hn::And(is_finite_from(x, 0), is_finite_from(y, 0));
        if (rules.leaves_ones) defined = hn::AndNot(hn::Or(is_one(x), is_one(y)), defined);
        x = flushed(x);
        y = flushed(y);
      }
      exact = Operation_::of(x, y);
      if (rules.rounds_either_way) rest = Operation_::rest(x, y, exact);
      if constexpr (Operation_::kMayBeBySteps) {
        if (rules.divides_by_steps) by_steps = hn::And(all_normal, Operation_::is_by_steps(observed, x, y, exact));
      }
    }
    const DoubleVector rounded = to_float(exact);
    const Measured measured(observed, exact);
    const Domain domain(rules, x);
    DoubleMask is_rounded = hn::And(hn::Eq(observed, rounded), is_bounded(rules, domain));
    if constexpr (kArity == 1) is_rounded = hn::And(is_rounded, Operation_::is_sure(exact, rounded));
    by_steps = hn::And(by_steps, measured.in_one_binade);
    DoubleMask passes = hn::Or(hn::Or(is_rounded, by_steps), within(measured, rules, domain));
    passes = hn::And(passes, hn::And(is_plain(rounded), is_plain(observed)));
    if (rules.may_keep_results) {
      const DoubleMask is_denormal = is_between(hn::Abs(rounded), 0, kLeastNormal);
      passes = hn::Or(passes, hn::And(is_rounded, is_denormal));
    }
    const DoubleMask no_worse = is_no_worse(measured, rules, domain, cases, i);
    passes = hn::And(passes, no_worse);
    const DoubleMask has_error = passes;
    // Overflow; a NaN, of a square root, is unequal to everything.
    passes = hn::Or(passes, hn::And(is_rounded, hn::Eq(hn::Abs(rounded), all(kInfinity))));
    passes = hn::And(passes, hn::Lt(measured.size, all(rules.below)));
    if (rules.flushes || rules.may_flush_results) {
      const DoubleMask must = hn::And(hn::Lt(hn::Abs(rounded), all(kLeastNormal)), hn::Gt(measured.size, all(0)));
      const DoubleMask is_tiny = is_between(measured.size, 0, kLeastNormal * (1 - 0x1p-22));
      const DoubleMask may = hn::And(is_tiny, is_bounded(rules, domain));
      const DoubleMask tiny = rules.flushes ? must : may;
      const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, exact)));
      const DoubleMask may_be_either = hn::And(may, hn::Ge(measured.size, all(rules.either_zero_from)));
      const DoubleMask may_be_zero = hn::Or(hn::And(tiny, same_sign), may_be_either);
      passes = hn::Or(passes, hn::And(may_be_zero, hn::Eq(observed, all(0))));
    }
    passes = hn::And(passes, defined);
    DoubleMask to_nearest = none();
    if (rules.rounds_either_way) {
      // Quotients and roots that are no values of the format are 2^-50 or more away from all: 0 means exact.
      const DoubleVector beyond = hn::Sub(hn::Sub(rounded, exact), rest);
      const DoubleMask away = hn::Gt(hn::Mul(rounded, beyond), all(0));
      to_nearest = hn::And(passes, hn::And(is_rounded, hn::Or(away, hn::Eq(hn::Abs(rounded), all(kInfinity)))));
      if (rules.takes_denormals)
        passes = hn::AndNot(hn::AndNot(all_normal, to_nearest), passes);  // a flush may explain
      if (!cases.counts_to_nearest) passes = hn::AndNot(to_nearest, passes);
    }
    DoubleMask unconstrained = none();
    if constexpr (kArity == 1) judge_elsewhere(rules, is_elsewhere(rules, x), observed, passes, unconstrained);
    Verdicts verdicts{passes, unconstrained, to_nearest, none(), has_error, measured.bins};
    const DoubleMask candidates = may_be_denied(rules, x, hn::And(denying, is_bounded(rules, domain)), passes);
    deny<true>(rules, cases, i, measured, domain, x, exact, observed, candidates, no_worse, verdicts);
    return verdicts;
  }
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
