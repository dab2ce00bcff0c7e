// SPDX-License-Identifier: Apache-2.0

// Results that bounds certainly permit, and results that they certainly do not. A part of judge_block.cpp, compiled
// once for each SIMD target.

#if defined(HALFULP_JUDGE_FILTER_BANDS) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_BANDS
#undef HALFULP_JUDGE_FILTER_BANDS
#else
#define HALFULP_JUDGE_FILTER_BANDS
#endif

#include <hwy/highway.h>

#include "judge/filter/conditions.hpp"
#include "judge/filter/plan.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// The observed and the exact result, in ULP of the reference's binade; codes in steps.
struct Distances {
  V exact;         ///< the reference
  V of_reference;  ///< the slack of the reference
  V uncertainty;   ///< the same, but 0 for references rounded to odd: they are on the exact side of every tie
  V slack;         ///< bounds how far `error` is off
  V observed;
  V error;         ///< |observed - exact|
  V nearest;       ///< the reference rounded to the nearest value, ties to even
  V rest;          ///< |exact - nearest|
  V unit;          ///< one ULP, or one
  M may_be_value;  ///< the exact result may be a value of the format
  M in_binade;     ///< the exact result and the observed one certainly are in one binade: values in it are integers
};

/// Whether results are in the range to which a table confines them.
HWY_INLINE M is_in_range(TableCell::Range range, V r) {
  if (range == TableCell::Range::sine) return hn::Le(hn::Abs(r), all(1));
  return hn::And(hn::Not(is_negative(r)), hn::Lt(r, all(1)));
}

/// The verdict of one bound.
struct Held {
  M inside;   ///< certainly permitted
  M outside;  ///< certainly not permitted under any definition of the ULP and any rule for ties
};

HWY_INLINE Distances distances(const Plan& plan, V d, V slack, V r) {
  Distances x;
  V scale = all(1);
  x.unit = all(1);
  if (plan.result_is_float) {
    // Exponents as doubles have them, of |d| and of the units 2^(exponent - fraction_bits) and their inverses.
    const hn::RebindToSigned<Tag> integers;
    const auto exponent = hn::Max(hn::ShiftRight<52>(hn::BitCast(integers, hn::Abs(d))),
                                  hn::Set(integers, plan.result_row->min_exponent() + 1023));
    const auto of_unit = hn::Sub(exponent, hn::Set(integers, plan.result_row->fraction_bits));
    x.unit = hn::BitCast(Tag(), hn::ShiftLeft<52>(of_unit));
    scale = hn::BitCast(Tag(), hn::ShiftLeft<52>(hn::Sub(hn::Set(integers, 2046), of_unit)));
  }
  x.exact = hn::Mul(d, scale);
  x.observed = hn::Mul(r, scale);
  x.error = hn::Abs(hn::Sub(x.observed, x.exact));
  x.of_reference = hn::Mul(slack, scale);
  x.uncertainty = plan.is_rounded_to_odd ? hn::Zero(Tag()) : x.of_reference;
  x.slack = hn::Add(x.of_reference, hn::Mul(x.error, all(0x1p-51)));
  x.nearest = hn::Round(x.exact);
  x.rest = hn::Abs(hn::Sub(x.exact, x.nearest));
  x.may_be_value = hn::Le(x.rest, x.uncertainty);
  if (plan.result_is_float) {
    const double first = plan.limits.first;
    const V size = hn::Abs(x.exact);
    const V margin = all(first * 0x1p-37);
    const V observed = hn::Abs(x.observed);
    x.in_binade =
        hn::And(hn::And(hn::Ge(size, hn::Add(all(first), margin)), hn::Lt(size, hn::Sub(all(2 * first), margin))),
                hn::And(hn::Ge(observed, all(first)), hn::Lt(observed, all(2 * first))));
    // Less than lemma 2 allows a reference to be off.
    x.in_binade = hn::And(x.in_binade, hn::Lt(x.of_reference, margin));
  } else {
    x.in_binade = every();
  }
  return x;
}

HWY_INLINE M is_nearest_certain(const Distances& x) {
  return hn::Or(hn::Lt(hn::Add(x.rest, x.uncertainty), all(0.5)), hn::Eq(x.uncertainty, hn::Zero(Tag())));
}

/// Lemmas 2 and 3 for n ULP, `most` of all definitions where both results are in one binade.
HWY_INLINE M is_beyond_ulp(const Distances& x, V n, V most) {
  const V twice = hn::Add(n, n);
  const V in_binade = hn::IfThenElse(x.may_be_value, hn::Max(twice, most), most);
  const V elsewhere = hn::Add(hn::Add(twice, twice), all(2));
  return hn::Gt(hn::Sub(x.error, x.slack), hn::IfThenElse(x.in_binade, in_binade, elsewhere));
}

HWY_INLINE Held rounding(const Distances& x, M inside) { return {inside, is_beyond_ulp(x, all(1), all(1))}; }

inline Held held(const Band& band, const Distances& x, const V* operands, const Plan& plan) {
  using Kind = Bound::Kind;
  if (band.bound == nullptr) return {none(), none()};
  V least = all(band.amount.low);
  V most = all(band.amount.high);
  if (!band.bound->is_constant()) {
    const Interval amount = evaluate(band.bound->varying, operands);
    const double limit = plan.limits.most_ulp;
    // Lemma 3 holds for positive amounts up to the limit; nothing is certain for others.
    M is_known = hn::And(hn::Gt(amount.low, hn::Zero(Tag())), hn::Lt(amount.high, all(limit)));
    // Where an operand is not finite, the exact result alone is permitted.
    for (std::size_t k = 0; k < plan.arity; ++k) is_known = hn::And(is_known, is_finite(operands[k]));
    least = hn::IfThenElse(is_known, amount.low, all(-1));
    most = hn::IfThenElse(is_known, amount.high, all(HUGE_VAL));
  }
  const V farthest = hn::Add(x.error, x.slack);
  const V closest = hn::Sub(x.error, x.slack);
  switch (band.bound->kind) {
    case Kind::exact:
    case Kind::nearest:
    case Kind::nearest_even: {
      const M is_tie = hn::Eq(x.rest, all(0.5));
      M inside = hn::And(hn::Eq(x.observed, x.nearest), is_nearest_certain(x));
      if (band.bound->kind != Kind::nearest_even && !plan.policies.tie_to_even)
        inside = hn::Or(inside, hn::And(is_tie, hn::And(is_nearest_certain(x), hn::Eq(x.error, all(0.5)))));
      return {inside, is_beyond_ulp(x, all(0.5), all(0.5))};
    }
    case Kind::nearest_away: {
      const V away = hn::CopySign(hn::Floor(hn::Add(hn::Abs(x.exact), all(0.5))), x.exact);
      const M is_certain = hn::And(is_nearest_certain(x), hn::Ne(x.rest, all(0.5)));
      const M is_exact_tie = hn::And(is_nearest_certain(x), hn::Eq(x.rest, all(0.5)));
      return {
          hn::Or(hn::And(hn::Eq(x.observed, x.nearest), is_certain), hn::And(hn::Eq(x.observed, away), is_exact_tie)),
          hn::Gt(closest, all(0.5))};
    }
    case Kind::toward_zero: {
      const M is_certain = hn::Or(hn::Not(x.may_be_value), hn::Eq(x.uncertainty, hn::Zero(Tag())));
      return rounding(x, hn::And(hn::Eq(x.observed, hn::Trunc(x.exact)), is_certain));
    }
    case Kind::either: {
      const M neighbour = hn::And(hn::Not(x.may_be_value), hn::And(x.in_binade, hn::Lt(farthest, all(1))));
      return rounding(x, hn::Or(neighbour, hn::And(hn::Eq(x.observed, x.nearest), is_nearest_certain(x))));
    }
    case Kind::ulp: {
      const V end = hn::IfThenElse(x.in_binade, least, hn::Mul(least, all(0.5)));
      M inside = hn::Le(farthest, end);
      if (plan.policies.ulp == Ulp::bit_steps) {
        inside = hn::And(x.in_binade, hn::Lt(farthest, hn::Add(hn::Floor(least), all(0.5))));
      }
      return {inside, is_beyond_ulp(x, most, hn::Max(most, hn::Add(hn::Floor(most), all(0.5))))};
    }
    case Kind::absolute:
    case Kind::absolute_below:  // the margin of `farthest` excludes equality
    case Kind::steps: {
      const V widest = hn::Max(most, hn::Add(x.unit, x.unit));  // the nearest value where the bound holds none
      if (!plan.result_is_float) return {hn::Le(farthest, least), hn::Gt(closest, most)};
      return {hn::Le(hn::Mul(farthest, x.unit), least), hn::Gt(hn::Mul(closest, x.unit), widest)};
    }
    case Kind::relative: {
      const V size = hn::Abs(x.exact);
      const V width = hn::Mul(size, all(1 - 0x1p-45));
      const V widest = hn::Max(hn::Mul(hn::Mul(size, all(1 + 0x1p-45)), most), all(2));
      return {hn::Le(farthest, hn::Mul(width, least)), hn::Gt(closest, widest)};
    }
    case Kind::steps_below:
      return {hn::Lt(farthest, least), hn::Ge(closest, most)};
    case Kind::any_of: {
      Held all_parts{none(), every()};
      for (const Band& part : band.parts) {
        const Held one = held(part, x, operands, plan);
        all_parts = {hn::Or(all_parts.inside, one.inside), hn::And(all_parts.outside, one.outside)};
      }
      return all_parts;
    }
    case Kind::all_of: {
      Held all_parts{every(), none()};
      for (const Band& part : band.parts) {
        const Held one = held(part, x, operands, plan);
        all_parts = {hn::And(all_parts.inside, one.inside), hn::Or(all_parts.outside, one.outside)};
      }
      return all_parts;
    }
    default:
      return {none(), none()};
  }
}

// ---- Results that are roundings of the exact one, or of the steps to it

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
  results.nearest = value(x.nearest, all(HUGE_VAL));
  results.truncated = value(truncated, all(plan.limits.largest));
  // `flush_test` decides whether a value below the smallest normal one that rounds to it is flushed.
  const M becomes_normal =
      hn::And(hn::Ge(hn::Abs(x.nearest), all(first)), hn::Lt(hn::Sub(hn::Abs(x.exact), x.of_reference), all(first)));
  if (plan.policies.results != Denormals::keep) {
    results.nearest_is_certain = hn::Or(is_special, hn::AndNot(becomes_normal, results.nearest_is_certain));
  }
  results.may_keep = plan.policies.results == Denormals::may_flush
                         ? hn::AndNot(is_special, hn::Lt(hn::Abs(x.nearest), all(first)))
                         : none();
  if (!plan.result_row->has_sign) {
    // Below zero a format without a sign has zero.
    const M below = hn::AndNot(is_nan(d), is_negative(d));
    results.nearest = hn::IfThenZeroElse(below, results.nearest);
    results.truncated = hn::IfThenZeroElse(below, results.truncated);
  }
  return results;
}

/// Cases in which two values are the same, zeros with their signs, or are both NaN.
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
