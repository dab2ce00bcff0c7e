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

/// Leaves measured cases to others that use more of their bound than those before: their use is to be noted. Of several
/// bounds the first whose condition holds counts; a case is left, too, where that is not certain.
HWY_INLINE void leave_uses(const Plan& plan, const Block& block, std::size_t i, V error, V unit, V exact, M& permitted,
                           M& is_measured) {
  if (plan.bands.size() == 1) {
    const M more = uses_more_of(plan.bands.front().band.kind, error, unit, exact, block.most_used.front());
    permitted = hn::AndNot(hn::And(more, is_measured), permitted);
    return;
  }
  M remaining = permitted;
  permitted = none();
  for (std::size_t k = 0; k < plan.bands.size(); ++k) {
    const BandByDomain& one = plan.bands[k];
    M here = remaining;
    if (one.range) {
      const Truth truth = is_in(*one.range, hn::Load(Tag(), block.operands[one.range->operand].data() + i));
      here = hn::And(remaining, truth.yes);
      remaining = hn::And(remaining, truth.no);
    }
    if (one.band.kind == Band::Kind::unconstrained) {
      is_measured = hn::AndNot(here, is_measured);
    } else {
      const M more = uses_more_of(one.band.kind, error, unit, exact, block.most_used[k]);
      here = hn::AndNot(hn::And(more, is_measured), here);
    }
    permitted = hn::Or(permitted, here);
  }
}

/// Decides the cases of devices that are right or nearly so, in few comparisons: results of regular cases that are
/// within every bound, or are the nearest value where that is the bound; infinity and zero for exact results that are
/// beyond the format; NaN for NaN. What it decides it adds to `done`. `kByBound`: by distance, not by rounding.
template <bool kIsFloat, bool kByBound>
void judge_good_cases(const Plan& plan, const Block& block, Answers& answers, CaseSet& done) {
  const hn::RebindToSigned<Tag> integers;
  const hn::Rebind<float, Tag> floats;
  const GoodCases& good = *plan.good;
  // Everything of the plan is looked up once: stores below might change it, for all that the compiler knows.
  const std::size_t arity = plan.arity;
  const bool is_odd = plan.is_rounded_to_odd;
  const bool truncates = good.truncates;
  const bool has_two_roundings = plan.has_two_roundings;
  const bool passes_far = good.passes_far;
  const bool keeps = plan.policies.results == Denormals::keep;
  const bool names_ones = plan.names_ones;
  const bool nan_is_open = good.nan_is_open;
  const bool negative_is_nan = plan.negative_is_nan;
  const TableCell::Range result_range = plan.range;
  const bool has_unit_bound =
      std::ranges::any_of(plan.bands, [](const auto& one) { return one.band.kind == Band::Kind::absolute; });
  const bool is_simple =
      plan.bands.size() == 1 && !has_unit_bound && plan.bands.front().band.kind != Band::Kind::relative;
  const bool is_measured_at_all = plan.is_measured;
  const bool has_absolute = good.sure_absolute < HUGE_VAL;
  const auto* const identities = plan.identities.data();
  const std::size_t identity_count = good.ignores_identities ? 0 : plan.identities.size();
  const auto least_exponent = hn::Set(integers, plan.min_exponent + 1023);
  const auto to_scale = hn::Set(integers, 2046 + plan.fraction_bits);
  const V first = all(plan.limits.first);
  const V least_regular = all(4 * plan.limits.least_normal);
  const V most_regular = all(plan.limits.overflow / 4);
  const V overflow = all(plan.limits.overflow);
  const V twice_least = all(2 * plan.limits.least_normal);
  const V largest = all(plan.limits.largest);
  const V beyond = all(truncates ? plan.limits.largest : HUGE_VAL);
  const V most_tiny = all(good.most_tiny);
  const V sure_ulp = all(good.sure_ulp);
  const V sure_absolute = all(good.sure_absolute);
  const V least_operand = all(good.least_operand);
  const V most_operand = all(std::numeric_limits<double>::max());
  const V most_used = all(block.most_used.front());
  const number::CodeRange range = number::value_codes(*plan.result_row);
  const V least_code = all(static_cast<double>(range.least));
  const V most_code = all(static_cast<double>(range.most));
  const V zero = hn::Zero(Tag());
  const std::size_t lanes = hn::Lanes(Tag());
  for (std::size_t begin = 0; begin < block.count; begin += 64) {
    const std::size_t end = std::min(begin + 64, block.count);
    std::uint64_t all_permitted = 0;
    std::uint64_t all_open = 0;
    for (std::size_t i = begin; i < end; i += lanes) {
      const V d = hn::Load(Tag(), block.exact.data() + i);
      const V slack = hn::Load(Tag(), block.slack.data() + i);
      const V r = hn::Load(Tag(), block.observed.data() + i);
      const V operand = hn::Load(Tag(), block.operands[0].data() + i);
      M are_regular = hn::And(hn::Ge(hn::Abs(operand), least_operand), hn::Le(hn::Abs(operand), most_operand));
      if (names_ones) are_regular = hn::And(are_regular, hn::Ne(hn::Abs(operand), all(1)));
      for (std::size_t k = 1; k < arity; ++k) {
        const V size = hn::Abs(hn::Load(Tag(), block.operands[k].data() + i));
        are_regular = hn::And(are_regular, hn::And(hn::Ge(size, least_operand), hn::Le(size, most_operand)));
        if (names_ones) are_regular = hn::And(are_regular, hn::Ne(size, all(1)));
      }
      for (std::size_t k = 0; k < identity_count; ++k) {
        if (identities[k].kind != Identity::Kind::operand) continue;
        const OperandRange& where = *identities[k].range;
        are_regular = hn::And(are_regular, is_in(where, hn::Load(Tag(), block.operands[where.operand].data() + i)).no);
      }
      const V size = hn::Abs(d);
      V error = hn::Abs(hn::Sub(r, d));  // off by 2^-53 of it
      V exact = size;
      M permitted;
      M is_measured;
      if constexpr (kIsFloat) {
        const auto exponent = hn::Max(hn::ShiftRight<52>(hn::BitCast(integers, size)), least_exponent);
        const V scale = hn::BitCast(Tag(), hn::ShiftLeft<52>(hn::Sub(to_scale, exponent)));
        error = hn::Mul(error, scale);
        exact = hn::Mul(size, scale);
        const M is_regular = hn::And(hn::Ge(size, least_regular), hn::Le(size, most_regular));
        if constexpr (kByBound) {
          V width = sure_ulp;
          if (has_absolute) width = hn::Min(width, hn::Mul(sure_absolute, scale));
          // The error is off by 2^-52 of it.
          const V farthest = hn::Add(hn::Add(error, hn::Mul(error, all(0x1p-50))), hn::Mul(slack, scale));
          permitted = hn::And(is_regular, hn::Le(farthest, width));
          permitted = hn::And(permitted, hn::And(hn::Ge(hn::Abs(r), twice_least), hn::Lt(hn::Abs(r), largest)));
        } else {
          const V units = truncates ? hn::Trunc(exact) : hn::Round(exact);
          const V rest = hn::Abs(hn::Sub(exact, units));
          const V uncertainty = hn::Mul(slack, scale);
          M certain = hn::Lt(hn::Add(rest, uncertainty), all(truncates ? 1 : 0.5));
          if (truncates) certain = hn::And(certain, hn::Gt(rest, uncertainty));
          certain = is_odd ? hn::Eq(exact, exact) : hn::Or(certain, hn::Eq(uncertainty, zero));
          permitted = hn::And(hn::And(is_regular, certain), hn::Eq(hn::Mul(hn::Abs(r), scale), units));
          permitted = hn::And(permitted, hn::Not(hn::Xor(is_negative(d), is_negative(r))));
          if (has_two_roundings) {
            put(answers.by_nearest_only, i, hn::And(hn::And(permitted, are_regular), hn::Ne(units, hn::Trunc(exact))));
          }
        }
        is_measured = permitted;
        if (passes_far) {
          // What rounds to infinity, and to zero or below the normal values.
          const M is_beyond = hn::And(hn::Ge(size, overflow), hn::Lt(size, all(HUGE_VAL)));
          const M is_tiny = hn::And(hn::Lt(exact, most_tiny), hn::Gt(size, zero));
          const V expected = hn::CopySign(hn::IfThenElseZero(is_beyond, beyond), d);
          const auto same = hn::Eq(hn::BitCast(integers, expected), hn::BitCast(integers, r));
          const M is_far = hn::And(hn::Or(is_beyond, is_tiny), hn::RebindMask(Tag(), same));
          permitted = hn::Or(permitted, is_far);
          if (keeps) is_measured = hn::Or(is_measured, hn::And(is_far, is_tiny));
        }
        if (negative_is_nan) {
          const M is_below = hn::Lt(operand, zero);
          permitted = hn::Or(hn::AndNot(is_below, permitted), hn::And(is_below, is_nan(r)));
          is_measured = hn::AndNot(is_below, is_measured);
        }
        // Of a power of two the ULP is another.
        permitted = hn::AndNot(hn::And(is_measured, hn::Eq(exact, first)), permitted);
      } else {
        const V farthest = hn::Add(hn::Add(error, hn::Mul(error, all(0x1p-50))), slack);
        const M is_code = hn::And(hn::Ge(r, least_code), hn::Le(r, most_code));
        permitted = hn::And(hn::Lt(farthest, sure_absolute), is_code);
        is_measured = permitted;
      }
      permitted = hn::And(permitted, are_regular);
      if (result_range != TableCell::Range::none) permitted = hn::And(permitted, is_in_range(result_range, r));
      is_measured = hn::And(is_measured, permitted);
      if (is_simple) {
        permitted = hn::AndNot(hn::And(is_measured, hn::Gt(error, most_used)), permitted);
      } else {
        const V unit = has_unit_bound && kIsFloat ? hn::Div(size, exact) : all(1);
        leave_uses(plan, block, i, error, unit, exact, permitted, is_measured);
      }
      if (!is_measured_at_all) is_measured = none();
      const V stored = hn::IfThenElse(is_measured, truncated_to_float(error), all(-1));
      hn::StoreU(hn::DemoteTo(floats, stored), floats, answers.errors.data() + i);
      all_permitted |= bits_of(permitted) << (i - begin);
      if (nan_is_open) all_open |= bits_of(hn::And(is_nan(d), is_finite(operand))) << (i - begin);
    }
    answers.permitted[begin / 64] = all_permitted;
    answers.unconstrained[begin / 64] = all_open;
    answers.open[begin / 64] = all_open;
    done[begin / 64] = all_permitted | all_open;
  }
  for (CaseSet* set : {&answers.permitted, &answers.by_nearest_only, &answers.unconstrained, &answers.open, &done}) {
    keep_first(*set, block.count);
  }
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
