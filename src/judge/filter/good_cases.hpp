// SPDX-License-Identifier: Apache-2.0

// Cases of right and nearly right results, which few comparisons pass. A part of judge_block.cpp, once for each SIMD
// target.

#if defined(HALFULP_JUDGE_FILTER_GOOD_CASES) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_GOOD_CASES
#undef HALFULP_JUDGE_FILTER_GOOD_CASES
#else
#define HALFULP_JUDGE_FILTER_GOOD_CASES
#endif

#include <hwy/highway.h>

#include "judge/filter/any_case.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Passes results that are the exact one's rounding to nearest, whatever the operands are, and those of regular cases
/// that are within the narrowest bound; adds them to `done`, and those that NaN leaves open.
void pass_good_cases(const Plan& plan, const GoodCases& good, const Block& block, Answers& answers, CaseSet& done) {
  const FormatLimits& limits = plan.limits;
  const hn::RebindToSigned<Tag> integers;
  const hn::Rebind<float, Tag> floats;
  const auto least_exponent = hn::Set(integers, plan.min_exponent + 1023);
  const auto fraction_bits = hn::Set(integers, plan.fraction_bits);
  const V first = all(limits.first);
  const V least = all(limits.least_normal);
  const V overflow = all(limits.overflow);
  const V least_regular = all(4 * limits.least_normal);
  const V most_regular = all(limits.overflow / 4);
  const V sure_ulp = all(good.sure_ulp);
  const V sure_absolute = all(good.sure_absolute);
  const V least_operand = all(good.least_operand);
  const bool flushes = plan.policies.results == Denormals::flush;
  const bool keeps = plan.policies.results == Denormals::keep;
  for (std::size_t i = 0; i < block.count; i += hn::Lanes(Tag())) {
    const V d = hn::Load(Tag(), block.exact.data() + i);
    const V slack = hn::Load(Tag(), block.slack.data() + i);
    const V r = hn::Load(Tag(), block.observed.data() + i);
    const V size = hn::Abs(d);
    const auto exponent = hn::Max(hn::ShiftRight<52>(hn::BitCast(integers, size)), least_exponent);
    const auto of_unit = hn::Sub(exponent, fraction_bits);
    const V unit = hn::BitCast(Tag(), hn::ShiftLeft<52>(of_unit));
    const V scale = hn::BitCast(Tag(), hn::ShiftLeft<52>(hn::Sub(hn::Set(integers, 2046), of_unit)));
    const V t = hn::Mul(size, scale);
    const V error = hn::Mul(hn::Abs(hn::Sub(r, d)), scale);  // r - d is off by 2^-53 of it
    const V uncertainty = hn::Mul(slack, scale);
    const V nearest = hn::Round(t);
    const V rest = hn::Abs(hn::Sub(t, nearest));
    V rounded = hn::Mul(nearest, unit);
    if (flushes) rounded = hn::IfThenElseZero(hn::Ge(nearest, first), rounded);
    rounded = hn::IfThenElse(hn::Ge(rounded, overflow), all(HUGE_VAL), rounded);
    // A finite one; of infinity it is infinity, too, and so is the rounded.
    const M is_rounded =
        hn::RebindMask(Tag(), hn::Eq(hn::BitCast(integers, hn::CopySign(rounded, d)), hn::BitCast(integers, r)));
    M certain = hn::Lt(hn::Add(rest, uncertainty), all(0.5));
    certain = hn::Or(certain, hn::Eq(slack, hn::Zero(Tag())));
    if (!keeps) certain = hn::AndNot(hn::And(hn::Ge(nearest, first), hn::Lt(t, first)), certain);
    const M is_regular = hn::And(hn::Ge(size, least_regular), hn::Le(size, most_regular));
    const V farthest = hn::Add(hn::Add(error, hn::Mul(error, all(0x1p-50))), uncertainty);
    const M is_within = hn::Le(farthest, hn::Min(sure_ulp, hn::Mul(sure_absolute, scale)));
    M passes = hn::Or(hn::And(is_rounded, certain), hn::And(is_regular, is_within));
    passes = hn::And(passes, hn::Lt(size, all(HUGE_VAL)));
    if (!plan.permits_exact_specials) passes = hn::And(passes, hn::Gt(size, hn::Zero(Tag())));
    if (plan.policies.infinity_undefined) passes = hn::And(passes, hn::Le(size, most_regular));
    if (plan.range == Range::minus_one_to_one) {
      passes = hn::And(passes, hn::Le(hn::Abs(r), all(1)));
    } else if (plan.range == Range::zero_to_below_one) {
      passes = hn::And(passes, hn::And(hn::Not(is_negative(r)), hn::Lt(r, all(1))));
    }
    for (std::size_t k = 0; k < plan.arity; ++k) {
      if (plan.operand_rows[k]->kind != FormatKind::floating) continue;
      const V operand = hn::Abs(hn::Load(Tag(), block.operands[k].data() + i));
      passes = hn::And(passes, hn::And(hn::Ge(operand, least_operand), hn::Lt(operand, all(HUGE_VAL))));
      if (plan.names_ones) passes = hn::And(passes, hn::Ne(operand, all(1)));
    }
    M is_measured = passes;
    M uses_more = none();
    for (const Identity& identity : plan.identities) {
      if (identity.kind != Identity::Kind::operand) continue;
      const IntervalCondition::Range& range = *identity.where.range;
      passes = hn::And(passes, is_in(range, hn::Load(Tag(), block.operands[range.operand].data() + i)).no);
    }
    if (plan.bands.size() > 1) {
      M remaining = passes;
      passes = none();
      is_measured = none();
      for (std::size_t k = 0; k < plan.bands.size(); ++k) {
        const BandByDomain& one = plan.bands[k];
        M here = remaining;
        if (one.where) {
          const IntervalCondition::Range& range = *one.where->range;
          const Truth truth = is_in(range, hn::Load(Tag(), block.operands[range.operand].data() + i));
          here = hn::And(remaining, truth.yes);
          remaining = hn::And(remaining, truth.no);
        }
        passes = hn::Or(passes, here);
        if (one.band.kind == Band::Kind::unconstrained) continue;
        is_measured = hn::Or(is_measured, here);
        const V used = one.band.kind == Band::Kind::absolute   ? hn::Mul(error, unit)
                       : one.band.kind == Band::Kind::relative ? hn::Div(error, t)
                                                               : error;
        uses_more = hn::Or(uses_more, hn::And(here, hn::Gt(used, all(block.most_used[k]))));
      }
    } else {
      const Band::Kind kind = plan.bands.front().band.kind;
      const V used = kind == Band::Kind::absolute   ? hn::Mul(error, unit)
                     : kind == Band::Kind::relative ? hn::Div(error, t)
                                                    : error;
      uses_more = hn::And(passes, hn::Gt(used, all(block.most_used.front())));
    }
    // As BlockJudge::measured() and store_errors().
    is_measured = hn::And(hn::And(is_measured, passes), hn::And(hn::Lt(size, overflow), is_finite(r)));
    if (!keeps) {
      const M is_flushed = hn::And(hn::Eq(r, hn::Zero(Tag())), hn::Lt(size, hn::Add(least, least)));
      is_measured = hn::AndNot(hn::And(is_flushed, hn::Ne(d, hn::Zero(Tag()))), is_measured);
    }
    const M is_power = hn::And(hn::Eq(t, first), hn::Gt(size, least));
    if (!hn::AllFalse(Tag(), is_power)) {
      put(answers.unmeasured, i, hn::And(hn::And(is_measured, is_power), hn::Gt(slack, hn::Zero(Tag()))));
    }
    const V of_value = hn::IfThenElse(is_power, hn::Add(error, error), error);
    const V stored = hn::IfThenElse(is_measured, truncated_to_float(of_value), all(-1));
    hn::StoreU(hn::DemoteTo(floats, stored), floats, answers.errors.data() + i);
    put(answers.permitted, i, passes);
    if (!hn::AllFalse(Tag(), uses_more)) put(answers.uses_more, i, hn::And(uses_more, is_measured));
    M is_done = passes;
    if (good.nan_is_open) {
      // Of a finite operand the exact result is NaN.
      const M is_open = hn::And(is_nan(d), is_finite(hn::Load(Tag(), block.operands[0].data() + i)));
      put(answers.unconstrained, i, is_open);
      put(answers.open, i, is_open);
      is_done = hn::Or(is_done, is_open);
    } else if (plan.negative_is_nan) {
      const V operand = hn::Load(Tag(), block.operands[0].data() + i);
      const M is_below = hn::And(hn::And(hn::Lt(operand, hn::Zero(Tag())), is_finite(operand)), is_nan(r));
      const M is_certain = plan.names_ones ? hn::And(is_below, hn::Ne(operand, all(-1))) : is_below;
      put(answers.permitted, i, is_certain);
      is_done = hn::Or(is_done, is_certain);
    }
    put(done, i, is_done);
  }
  answers.for_each_set([&](CaseSet& set) { keep_first(set, block.count); });
  keep_first(done, block.count);
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
