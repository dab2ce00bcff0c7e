// SPDX-License-Identifier: Apache-2.0
#include "judge/sieve/sieve.hpp"
#include "number/vector_targets.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "judge/sieve/functions.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "judge/sieve/doubles.hpp"
#include "judge/sieve/measured.hpp"
#include "judge/sieve/run.hpp"
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// Quick's function is as fast.
Sieve::Function sieve_of_function(Operation /*operation*/, SieveRules& /*rules*/) { return nullptr; }

#else

/// Functions that have a reference of relative error at most 2^-48, and the distance that is permitted.
template <std::size_t kArity_, bool kIsPower_>
struct Function {
  static constexpr std::size_t kArity = kArity_;
  static constexpr bool kIsCompared = true;
  static constexpr bool kIsPower = kIsPower_;

  static HWY_INLINE Verdicts judge(const SieveRules& rules, const SieveCases& cases, std::size_t i,
                                   DoubleVector reference) {
    const DoubleVector x = load(cases.operands[0], i);
    const DoubleVector observed = load(cases.observed, i);
    DoubleMask defined = hn::And(is_defined(rules, x), is_operand(rules, x));
    DoubleMask elsewhere = is_elsewhere(rules, x);
    DoubleMask denying = defined;
    if constexpr (kArity == 2) {
      const DoubleVector y = load(cases.operands[1], i);
      denying = hn::And(defined, hn::And(is_normal(x), is_normal(y)));
      elsewhere = hn::Or(elsewhere, hn::And(denying, hn::IsNaN(reference)));
      // What negative values to a denormal power are is left.
      defined = hn::Or(denying, hn::And(hn::And(defined, hn::Gt(x, all(0))), is_taken(rules, y)));
    }
    const DoubleMask plain = is_result(rules, observed);
    const DoubleMask same_sign = hn::Not(has_sign(hn::Xor(observed, reference)));

    const Measured measured(observed, reference, rules.keeps_side_of_one);
    const Domain domain(rules, x);
    const DoubleMask no_worse = is_no_worse(measured, rules, domain, cases, i);
    DoubleMask passes = hn::And(within(measured, rules, domain), no_worse);
    DoubleMask has_value = plain;
    if (rules.may_keep_results) {
      has_value = hn::Or(has_value, hn::And(same_sign, is_between(hn::Abs(observed), 0, kLeastNormal)));
    }
    passes = hn::And(hn::And(passes, has_value), hn::And(defined, hn::Lt(measured.size, all(rules.below))));
    const DoubleMask has_error = passes;
    if (rules.may_flush_results) {
      const DoubleMask is_zero = hn::And(same_sign, hn::Eq(observed, all(0)));
      const DoubleMask is_tiny = is_between(measured.size, 0x1p-149, kLeastNormal * (1 - 0x1p-22));
      passes = hn::Or(passes, hn::And(hn::And(is_zero, is_tiny), hn::And(defined, is_bounded(rules, domain))));
    }
    if (rules.saturates) passes = hn::Or(passes, hn::And(defined, is_saturated(reference, observed)));
    DoubleMask unconstrained = none();
    judge_elsewhere(rules, elsewhere, observed, passes, unconstrained);
    const DoubleMask free = hn::And(hn::And(defined, plain), domain.outside);
    if (rules.outside_is == SieveRules::Outside::in_range) passes = hn::Or(passes, free);
    if (rules.outside_is == SieveRules::Outside::unconstrained) unconstrained = hn::Or(unconstrained, free);
    Verdicts verdicts{passes, unconstrained, none(), none(), has_error, measured.bins};
    const DoubleMask candidates = may_be_denied(rules, x, hn::And(denying, is_bounded(rules, domain)), passes);
    deny<false>(rules, cases, i, measured, domain, x, reference, observed, candidates, no_worse, verdicts);
    if (rules.saves_beyond_range) {
      const DoubleMask is_beyond = hn::Gt(hn::Abs(observed), all(rules.largest_observed));
      DoubleMask is_saved = hn::And(hn::Le(measured.distance, all(rules.plain.inside.absolute)), domain.inside);
      if (rules.outside_is == SieveRules::Outside::in_range) is_saved = hn::Or(is_saved, domain.outside);
      verdicts.saved = hn::And(hn::And(is_beyond, is_saved), hn::And(defined, is_normal(x)));
    }
    return verdicts;
  }
};

template <Operation kOperation, auto kReference>
Sifted sift_function(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                     std::uint32_t* failed) {
  constexpr References kReferences = references<kReference, of_reduced<kOperation, Packed>()>;
  if constexpr (kIsReferenceOfTwo<kReference>) {
    constexpr bool kIsAngle = kOperation == Operation::atan2;
    constexpr auto kQuick = kIsAngle ? reference_atan2<QuickPacked> : reference_pow<QuickPacked>;
    return Run<Function<2, !kIsAngle>>(rules, cases, left, failed, kReferences, references<kQuick, nullptr>).sift(some);
  } else {
    return Run<Function<1, false>>(rules, cases, left, failed, kReferences).sift(some);
  }
}

Sieve::Function sieve_of_function(Operation operation, SieveRules& rules) {
  return with_reference<Packed>(
      operation, Sieve::Function(), [&]<Operation kOperation, auto kReference>() {
        if constexpr (!kIsReferenceOfTwo<kReference>) {
          find_stretches(rules, references<kReference, of_reduced<kOperation, Packed>()>);
        }
        return Sieve::Function(sift_function<kOperation, kReference>);
      });
}

#endif

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::judge {

HWY_EXPORT(sieve_of_function);

Sieve::Function sieve_of_function(Operation operation, SieveRules& rules) {
  return HWY_DYNAMIC_DISPATCH(sieve_of_function)(operation, rules);
}

}  // namespace halfulp::judge
#endif
