// SPDX-License-Identifier: Apache-2.0

// A part of operations.cpp and functions.cpp, once for each target: functions' plain cases, beside references in
// double.

#if defined(HALFULP_JUDGE_SIEVE_PLAINLY) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_SIEVE_PLAINLY
#undef HALFULP_JUDGE_SIEVE_PLAINLY
#else
#define HALFULP_JUDGE_SIEVE_PLAINLY
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "judge/sieve/doubles.hpp"
#include "judge/sieve/floats.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/sieve.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

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

/// The largest errors that were seen before.
class Limits {
 public:
  explicit Limits(const SieveCases& cases) : cases_(cases), least_(cases) {}

  [[nodiscard]] const floats::OneBinade& binade() const { return least_.binade(); }
  [[nodiscard]] const floats::LeastWorst& least() const { return least_; }
  /// Of the cases from i on.
  HWY_INLINE DoubleVector at(std::size_t i) const { return least_.is_one() ? all(least_.one()) : worst_at(cases_, i); }

 private:
  SieveCases cases_;
  floats::LeastWorst least_;
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
    return hn::And(hn::Le(error, limit), is_known(rules));
  }
  /// Whether it is known to be the error.
  [[nodiscard]] HWY_INLINE DoubleMask is_known(const SieveRules& rules) const {
    constexpr double kLeastResult = 0x1p-124;  // what is some ULP beside it is normal
    const DoubleMask in_range = hn::And(hn::Ge(size, all(kLeastResult)), hn::Lt(size, all(rules.plain.most_result)));
    // 2^-38 from a power of two, or nearer.
    const LongVector mantissa =
        hn::And(hn::Add(bits_of(exact), all_bits(std::uint64_t{1} << 14)), all_bits(0x000fffffffff8000));
    DoubleMask at_end = hn::Eq(doubles_of(mantissa), all(0));
    if (rules.keeps_side_of_one) at_end = hn::AndNot(is_beside_one(size), at_end);
    return hn::AndNot(at_end, in_range);
  }
  /// Whether it is within a width, and uses no more of it than `used`.
  [[nodiscard]] HWY_INLINE DoubleMask is_within(const SieveRules& rules, const SieveRules::Width& width,
                                                double used) const {
    if (width.ulp > 0) return hn::Le(error, all(std::min(width.ulp, used)));
    if (width.absolute > 0) {
      return hn::And(is_result(rules, observed), hn::Le(distance, all(std::min(width.absolute, used))));
    }
    const DoubleMask is_less = hn::Le(distance, hn::Mul(size, all(std::min(width.relative, used * (1 - 0x1p-39)))));
    const DoubleMask is_inside = hn::Le(distance, hn::Mul(size, all(width.relative)));
    if (hn::AllFalse(Doubles(), hn::AndNot(is_less, is_inside))) return is_less;
    return hn::And(is_inside, hn::Le(hn::Div(distance, size), all(used)));  // the very double that Quick computes
  }

  /// Whether it uses no more than `used` of a width, of which it may be outside.
  [[nodiscard]] HWY_INLINE DoubleMask uses_at_most(const SieveRules::Width& width, double used) const {
    if (width.ulp > 0) return hn::Le(error, all(used));
    if (width.absolute > 0) return hn::Le(distance, all(used));
    return hn::Le(distance, hn::Mul(size, all(used * (1 - 0x1p-39))));
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

/// Whether results are further from exact ones than any reading permits, and use no more of the width that is stated
/// for x than others; where failures are few, none is told here.
HWY_INLINE DoubleMask is_plainly_denied(const SieveRules& rules, const Compared& compared, DoubleVector x,
                                        const SieveCases& cases) {
  if (!rules.denies || !cases.expects_failures) return none();
  const DoubleMask is_irrational = hn::Lt(hn::Abs(x), all(rules.irrational_below));
  const DoubleVector reach =
      farthest_permitted(rules, compared.size, binade_of(compared.exact), compared.observed, is_irrational);
  const DoubleVector seen = hn::Abs(compared.observed);
  DoubleMask denied = hn::And(hn::Gt(compared.distance, reach), is_between(seen, kLeastNormal, kInfinity));
  denied = hn::And(denied, hn::Lt(hn::Add(compared.size, reach), all(kNearOverflow)));
  denied = hn::And(denied, hn::And(is_denying(rules, x), is_between(x, rules.denies_above, rules.denies_below)));
  const Domain domain(rules, x);
  const DoubleMask uses_inside = hn::And(domain.inside, compared.uses_at_most(rules.inside, cases.used[0]));
  if (rules.outside_is != SieveRules::Outside::bounded) return hn::And(denied, uses_inside);
  const DoubleMask uses_outside = hn::And(domain.outside, compared.uses_at_most(rules.outside, cases.used[1]));
  return hn::And(denied, hn::Or(uses_inside, uses_outside));
}

/// Which results other definitions of an ULP permit alone, as SieveRules::saved_ulp says.
struct SavedByUlp {
  HWY_INLINE SavedByUlp(const SieveRules& rules, const Compared& compared, DoubleVector x) {
    constexpr double kMargin = 0x1p-20;  // in ULP: references are 2^-24 of them off at most
    const double width = rules.saved_ulp;
    const DoubleVector seen = hn::Abs(compared.observed);
    const DoubleVector binade = binade_of(compared.observed);
    DoubleMask is_beyond = hn::And(compared.is_known(rules), is_plain_operand(rules, x));
    is_beyond = hn::And(is_beyond, hn::Lt(hn::Abs(x), all(rules.irrational_below)));
    is_beyond = hn::And(is_beyond, is_between(seen, 0x1p-124, 0x1p126));
    is_beyond = hn::And(is_beyond, hn::Gt(compared.error, all(width + kMargin)));
    const DoubleVector in_ulp_of_seen = in_ulp(compared.distance, inverse_of(binade));
    by_goldberg = hn::And(is_beyond, hn::Lt(in_ulp_of_seen, all(width - kMargin)));
    by_bit_steps = none();
    if (width != std::trunc(width)) return;
    const DoubleMask in_one_binade = hn::Eq(binade, binade_of(compared.exact));
    const DoubleMask is_within = hn::Lt(compared.error, all(width + 0.5 - kMargin));
    by_bit_steps = hn::And(hn::And(is_beyond, in_one_binade), is_within);
  }
  DoubleMask by_goldberg;
  DoubleMask by_bit_steps;
};

/// Of one operand. Plain are normal operands with normal results, not at the end of a binade, and no larger an error
/// than others; operands and results of which the rules ask nothing but NaN or saturation, or nothing at all.
HWY_INLINE Plainly judge_plainly(const SieveRules& rules, const Limits& limits, const SieveCases& cases, std::size_t i,
                                 DoubleVector exact) {
  const DoubleVector x = load(cases.operands[0], i);
  const DoubleVector observed = load(cases.observed, i);
  const Compared compared(observed, exact);

  DoubleMask passes = hn::And(compared.is_told(rules, limits.at(i)), is_plain_operand(rules, x));
  passes = hn::And(passes, is_plainly_within(rules, compared, x, cases));
  const DoubleMask measured = passes;
  DoubleMask free = none();
  if (rules.nan_elsewhere || rules.free_elsewhere) {
    judge_elsewhere(rules, is_elsewhere(rules, x), observed, passes, free);
  }
  if (rules.saturates && !rules.leaves_ones) {
    const DoubleMask defined = hn::And(is_defined(rules, x), is_normal(x));
    passes = hn::Or(passes, hn::And(defined, is_saturated(exact, observed)));
  }
  using enum SieveRules::Outside;
  if ((rules.outside_is == unconstrained || rules.outside_is == in_range) && !rules.leaves_ones) {
    const DoubleMask outside = hn::And(Domain(rules, x).outside, is_normal(x));
    DoubleMask& become = rules.outside_is == in_range ? passes : free;
    become = hn::Or(become, hn::And(outside, is_result(rules, observed)));
  }
  return {hn::Or(passes, free), measured, free, bins_of(compared.error)};
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
