// SPDX-License-Identifier: Apache-2.0

// Results that are roundings of the exact one, or of the steps to it. A part of judge_block.cpp, once for each SIMD
// target.

#if defined(HALFULP_JUDGE_FILTER_ROUNDINGS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_ROUNDINGS
#undef HALFULP_JUDGE_FILTER_ROUNDINGS
#else
#define HALFULP_JUDGE_FILTER_ROUNDINGS
#endif

#include <hwy/highway.h>

#include "judge/filter/bands.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// The results that rounding the exact one gives, to nearest and toward zero: flushed, infinite on overflow, its NaN
/// and infinities.
struct RoundedResults {
  V nearest;
  V truncated;
  M nearest_is_certain;
  M truncated_is_certain;
  M may_keep;  ///< a denormal `nearest` that may be flushed or kept
};

HWY_INLINE RoundedResults rounded_results(const Plan& plan, const Distances& x, V d) {
  const double infinity = HUGE_VAL;
  const double first = plan.limits.first;
  RoundedResults results;
  const M is_special = hn::Or(hn::Eq(d, hn::Zero(Tag())), hn::Not(is_finite(d)));
  const V truncated = hn::Trunc(x.exact);
  results.nearest_is_certain = hn::Or(is_special, is_nearest_certain(x));
  results.truncated_is_certain =
      hn::Or(is_special, hn::Or(hn::Not(x.may_be_value), hn::Eq(x.uncertainty, hn::Zero(Tag()))));
  const auto value = [&](V units, V on_overflow) HWY_ATTR {
    V result = hn::Mul(units, x.unit);
    if (plan.policies.results == Denormals::flush) {
      result = hn::IfThenElse(hn::Lt(hn::Abs(units), all(first)), hn::Zero(Tag()), result);
    }
    const M overflows = hn::Ge(hn::Abs(result), all(plan.limits.overflow));
    result = hn::CopySign(hn::IfThenElse(overflows, on_overflow, result), d);
    return hn::IfThenElse(is_special, d, result);
  };
  results.nearest = value(x.nearest, all(infinity));
  results.truncated = value(truncated, all(plan.limits.largest));
  // Below the smallest normal value, but rounded to it: whether it is flushed is a question of its own.
  const M becomes_normal = hn::And(hn::Ge(hn::Abs(x.nearest), all(first)), hn::Lt(hn::Abs(x.exact), all(first)));
  if (plan.policies.results != Denormals::keep) {
    results.nearest_is_certain = hn::Or(is_special, hn::AndNot(becomes_normal, results.nearest_is_certain));
  }
  results.may_keep = plan.policies.results == Denormals::may_flush
                         ? hn::AndNot(is_special, hn::Lt(hn::Abs(x.nearest), all(first)))
                         : none();
  if (!plan.result_row->has_sign) {
    // Below zero a format without a sign has zero, by policy.
    const M below = is_negative(d);
    results.nearest = hn::IfThenZeroElse(below, results.nearest);
    results.truncated = hn::IfThenZeroElse(below, results.truncated);
    if (!plan.policies.clamp_below_zero) {
      const M is_below = hn::Lt(d, hn::Zero(Tag()));
      results.nearest_is_certain = hn::AndNot(is_below, results.nearest_is_certain);
      results.truncated_is_certain = hn::AndNot(is_below, results.truncated_is_certain);
    }
  } else if (plan.policies.clamp_below_zero) {
    const M is_positive = hn::Gt(d, hn::Zero(Tag()));
    results.nearest_is_certain = hn::And(results.nearest_is_certain, is_positive);
    results.truncated_is_certain = hn::And(results.truncated_is_certain, is_positive);
  }
  return results;
}

/// The same value, zeros of one sign; or both NaN.
HWY_INLINE M is_same(V a, V b) {
  const M same_sign = hn::Not(hn::Xor(is_negative(a), is_negative(b)));
  return hn::Or(hn::And(hn::Eq(a, b), same_sign), hn::And(is_nan(a), is_nan(b)));
}

/// The sum of the rounded product and z, or of the rounded products in order, each step rounded to nearest: what a
/// device gives that does not fuse; a fused device of dot products rounds each product and sum at once.
struct StepResults {
  V unfused;
  V fused;
  M is_regular;  ///< no step underflows or overflows
};

HWY_INLINE V to_float(V x) {
  const hn::Rebind<float, Tag> floats;
  return hn::PromoteTo(Tag(), hn::DemoteTo(floats, x));
}

HWY_INLINE M is_normal_or_zero(V x) {
  return hn::Or(hn::And(hn::Ge(hn::Abs(x), all(0x1p-125)), hn::Lt(hn::Abs(x), all(0x1p127))),
                hn::Eq(x, hn::Zero(Tag())));
}

HWY_INLINE StepResults steps(const Plan& plan, const V* v) {
  const std::size_t products = plan.arity == 3 ? 1 : plan.arity / 2;
  StepResults result;
  const V first = to_float(hn::Mul(v[0], v[products]));
  result.is_regular = is_normal_or_zero(first);
  result.unfused = first;
  result.fused = first;
  const auto add = [&](V product) HWY_ATTR {
    const V term = to_float(product);
    result.unfused = to_float(hn::Add(result.unfused, term));
    // Rounded twice, to double and to float: within the hull of the steps it may be either neighbour.
    result.fused = to_float(hn::Add(result.fused, product));
    result.is_regular = hn::And(hn::And(result.is_regular, is_normal_or_zero(term)),
                                hn::And(is_normal_or_zero(result.unfused), is_normal_or_zero(result.fused)));
  };
  if (plan.arity == 3) {
    add(v[2]);
  } else {
    for (std::size_t k = 1; k < products; ++k) add(hn::Mul(v[k], v[products + k]));
  }
  return result;
}

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
