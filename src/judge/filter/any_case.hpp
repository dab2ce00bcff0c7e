// SPDX-License-Identifier: Apache-2.0

// The second test: it judges the cases that rounded_cases.hpp leaves by distance, rounding, policy and reading. A part
// of judge_block.cpp, compiled once for each SIMD target.

#if defined(HALFULP_JUDGE_FILTER_ANY_CASE) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_JUDGE_FILTER_ANY_CASE
#undef HALFULP_JUDGE_FILTER_ANY_CASE
#else
#define HALFULP_JUDGE_FILTER_ANY_CASE
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "judge/filter/bands.hpp"
#include "judge/filter/filter.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::judge::HWY_NAMESPACE {

/// Whether a case uses more of a bound than `most`, in the unit in which the bound is stated. `error`, `exact`: in ULP.
HWY_INLINE M uses_more_of(Bound::Kind kind, V error, V unit, V exact, double most) {
  if (kind == Bound::Kind::absolute || kind == Bound::Kind::absolute_below)
    return hn::Gt(hn::Mul(error, unit), all(most));
  if (kind == Bound::Kind::relative) return hn::Gt(error, hn::Mul(exact, all(most)));
  return hn::Gt(error, all(most));
}

/// Judges one block.
class BlockJudge {
 public:
  BlockJudge(const Plan& plan, const Block& block, const Block& flushed, Answers& answers)
      : plan_(plan), block_(block), flushed_(flushed), answers_(answers) {}

  void judge() {
    answers_.for_each_set([](CaseSet& set) { set = {}; });
    for (std::size_t i = 0; i < block_.count; i += hn::Lanes(Tag())) judge(i);
    if (block_.count % 64 == 0) return;
    const std::size_t last = block_.count / 64;
    answers_.for_each_set([&](CaseSet& set) { set[last] &= cases_below(block_.count, last); });
  }

 private:
  void judge(std::size_t i) {
    for (std::size_t k = 0; k < plan_.arity; ++k) v_[k] = hn::Load(Tag(), block_.operands[k].data() + i);
    V d = hn::Load(Tag(), block_.exact.data() + i);
    V slack = hn::Load(Tag(), block_.slack.data() + i);
    const V r = hn::Load(Tag(), block_.observed.data() + i);
    const Operands operands = look_at_operands();
    confined_unconstrained_ = none();
    if (plan_.negative_is_nan) {
      const M is_below = hn::And(hn::Lt(v_[0], hn::Zero(Tag())), is_finite(v_[0]));
      d = hn::IfThenElse(is_below, nan(), d);
      slack = hn::IfThenZeroElse(is_below, slack);
    }
    const M is_known = is_finite(slack);
    const Distances x = distances(plan_, d, slack, r);

    const Open left_open = is_left_open(operands, d);
    const M open = hn::And(is_known, left_open.certainly);
    M decidable = hn::AndNot(left_open.perhaps, is_known);
    if (plan_.policies.nan_undefined || plan_.policies.infinity_undefined || has_unconstrained_) {
      // One choice of the operands, flushed or kept, may leave the case open.
      decidable = hn::AndNot(operands.may_be_flushed, decidable);
    }
    if (plan_.policies.infinity_undefined) {
      // A result that may overflow is open.
      decidable = hn::And(decidable, hn::Or(hn::Not(is_finite(d)), hn::Le(hn::Abs(d), all(plan_.limits.overflow / 4))));
    }
    const M regular = hn::And(decidable, is_regular(x, d, r));
    M permitted = none();
    M outside = none();
    M unconstrained = open;
    M holds_nearest = none();
    M holds_truncated = none();
    M is_measured = none();
    M remaining = is_known;
    M uses_more = none();
    for (std::size_t k = 0; k < plan_.bands.size(); ++k) {
      const BandByDomain& one = plan_.bands[k];
      M here = remaining;
      if (one.piece->condition) {
        const Truth truth = holds(*one.piece->condition, v_);
        here = hn::And(remaining, truth.yes);
        remaining = hn::And(remaining, truth.no);
      }
      if (one.band.is_unconstrained()) {
        judge_unconstrained(hn::AndNot(is_nan(d), here), decidable, r, permitted, unconstrained);
        continue;
      }
      const Held band = held(one.band, x, v_, plan_);
      permitted = hn::Or(permitted, hn::And(here, band.inside));
      outside = hn::Or(outside, hn::And(here, band.outside));
      is_measured = hn::Or(is_measured, here);
      uses_more = hn::Or(uses_more, hn::And(here, uses_more_of(one.piece->bound.kind, x.error, x.unit, hn::Abs(x.exact),
                                                               block_.most_used[k])));
      if (one.band.holds_nearest) holds_nearest = hn::Or(holds_nearest, here);
      if (one.band.holds_truncated) holds_truncated = hn::Or(holds_truncated, here);
      if (!one.piece->condition) break;
    }
    M is_in_place = hn::Or(regular, confined_unconstrained_);
    if (plan_.result_is_float) {
      is_in_place = hn::Or(is_in_place, hn::And(decidable, is_zero_of_normal(d, r)));
    }
    permitted = hn::And(permitted, is_in_place);
    if (plan_.policies.exact_if_representable) {
      permitted = hn::And(permitted, hn::Or(hn::Not(x.may_be_value), hn::Le(x.error, x.slack)));
    }
    if (plan_.result_is_float) {
      judge_rounded(i, x, d, r, operands, decidable, {holds_nearest, holds_truncated}, permitted);
    } else {
      permitted = hn::AndNot(is_nan(d), permitted);
    }
    confine(x, r, decidable, permitted, outside);
    M fails = none();
    if (plan_.can_fail && !hn::AllFalse(Tag(), hn::AndNot(permitted, hn::And(outside, regular)))) {
      fails = hn::AndNot(permitted, hn::And(hn::And(outside, regular), fails_surely(x, operands)));
    }
    // An identity or a rule of zeros may permit what a band leaves open: the definition decides which counts.
    const M both = hn::And(permitted, unconstrained);
    put(answers_.permitted, i, hn::AndNot(both, permitted));
    put(answers_.unconstrained, i, hn::AndNot(both, unconstrained));
    put(answers_.open, i, hn::AndNot(both, open));
    put(answers_.fails, i, fails);
    if (plan_.has_overrides()) note_overrides(i, operands);
    is_measured = hn::And(hn::And(is_measured, is_known), measured(d, r));
    store_errors(i, x, d, is_measured);
    put(answers_.uses_more, i, hn::And(uses_more, is_measured));
  }

  struct Operands {
    M nan;
    M infinite;
    M zero;
    M denormal;
    M may_be_flushed;
    M one_denormal;  ///< exactly one
    M special;
  };

  [[nodiscard]] HWY_INLINE Operands look_at_operands() const {
    Operands operands{none(), none(), none(), none(), none(), none(), none()};
    M several_denormals = none();
    for (std::size_t k = 0; k < plan_.arity; ++k) {
      const FormatInfo& row = *plan_.operand_rows[k];
      if (row.kind != FormatKind::floating) continue;
      const V size = hn::Abs(v_[k]);
      operands.nan = hn::Or(operands.nan, is_nan(size));
      operands.infinite = hn::Or(operands.infinite, hn::Eq(size, all(HUGE_VAL)));
      const M is_zero = hn::Eq(size, hn::Zero(Tag()));
      operands.zero = hn::Or(operands.zero, is_zero);
      if (plan_.policies.operands != Denormals::flush) {
        const M is_small = hn::Lt(size, all(number::power_of_two(row.min_exponent())));
        const M is_denormal = hn::AndNot(is_zero, is_small);
        several_denormals = hn::Or(several_denormals, hn::And(operands.denormal, is_denormal));
        operands.denormal = hn::Or(operands.denormal, is_denormal);
      }
      if (plan_.names_ones) operands.special = hn::Or(operands.special, hn::Eq(size, all(1)));
    }
    if (plan_.policies.operands == Denormals::may_flush) operands.may_be_flushed = operands.denormal;
    operands.one_denormal = hn::AndNot(several_denormals, operands.denormal);
    operands.special = hn::Or(hn::Or(operands.special, operands.zero), hn::Or(operands.nan, operands.infinite));
    return operands;
  }

  struct Open {
    M certainly;
    M perhaps;  ///< includes `certainly`
  };

  /// Cases that a policy of NaN or infinities leaves open, since an operand or the exact result is one. By
  /// `special_results` a case is open neither if only a flush makes it special, nor if the table decides it.
  [[nodiscard]] HWY_INLINE Open is_left_open(const Operands& operands, V d) const {
    const Policies& policies = plan_.policies;
    if (!policies.nan_undefined && !policies.infinity_undefined && !policies.special_advisory) return {none(), none()};
    const M nan = hn::Or(operands.nan, is_nan(d));
    const M infinite = hn::Or(operands.infinite, hn::Eq(hn::Abs(d), all(HUGE_VAL)));
    M certainly = none();
    if (policies.nan_undefined) certainly = nan;
    if (policies.infinity_undefined) certainly = hn::Or(certainly, infinite);
    M perhaps = certainly;
    if (policies.special_advisory) {
      const M special = hn::Or(nan, infinite);
      perhaps = hn::Or(perhaps, special);
      if (!plan_.table) {
        const M flushed = policies.operands == Denormals::keep ? none() : hn::Or(operands.zero, operands.denormal);
        certainly = hn::Or(certainly, hn::AndNot(flushed, special));
      }
    }
    return {certainly, perhaps};
  }

  /// The regular cases of lemma 1 (docs/numerics.md), operands aside; every code is regular.
  [[nodiscard]] HWY_INLINE M is_regular(const Distances& x, V d, V r) const {
    if (!plan_.result_is_float) {
      const number::CodeRange range = number::value_codes(*plan_.result_row);
      return hn::And(is_finite(d), hn::And(hn::Ge(r, all(static_cast<double>(range.least))),
                                           hn::Le(r, all(static_cast<double>(range.most)))));
    }
    const V size = hn::Abs(d);
    const V observed = hn::Abs(r);
    M regular = hn::And(hn::Ge(size, all(4 * plan_.limits.least_normal)), hn::Le(size, all(plan_.limits.overflow / 4)));
    regular = hn::And(regular, hn::And(hn::Ge(observed, all(2 * plan_.limits.least_normal)),
                                       hn::Lt(observed, all(plan_.limits.largest))));
    if (!plan_.result_row->has_sign) {
      regular = hn::And(regular, hn::And(hn::Gt(d, hn::Zero(Tag())), hn::Gt(r, hn::Zero(Tag()))));
    }
    return hn::And(regular, hn::Lt(x.slack, hn::Add(all(0x1p-10), hn::Mul(x.error, all(0x1p-10)))));
  }

  /// Zeros with the sign of a normal exact result: lemma 4 (docs/numerics.md), operands aside.
  [[nodiscard]] HWY_INLINE M is_zero_of_normal(V d, V r) const {
    const V size = hn::Abs(d);
    M zero = hn::And(is_same(r, hn::CopySign(hn::Zero(Tag()), d)),
                     hn::And(hn::Ge(size, all(plan_.limits.least_normal * (1 + 0x1p-40))),
                             hn::Le(size, all(plan_.limits.overflow / 4))));
    // A zero counts as flushed, without an error, below twice the least normal value.
    const double flushes_below = 2 * plan_.limits.least_normal;
    zero = hn::And(zero, hn::Ge(hn::Abs(hn::Sub(size, all(flushes_below))), all(flushes_below * 0x1p-40)));
    return plan_.result_row->has_sign ? zero : hn::And(zero, hn::Gt(d, hn::Zero(Tag())));
  }

  HWY_INLINE void judge_unconstrained(M here, M decidable, V r, M& permitted, M& unconstrained) {
    if (plan_.range == TableCell::Range::none) {
      unconstrained = hn::Or(unconstrained, hn::And(here, decidable));
      return;
    }
    // Within the range the case passes.
    const M is_normal = hn::Ge(hn::Abs(r), all(2 * plan_.limits.least_normal));
    const M is_certain = hn::And(hn::And(here, decidable), hn::And(is_normal, is_in_range(plan_.range, r)));
    permitted = hn::Or(permitted, is_certain);
    confined_unconstrained_ = is_certain;
  }

  HWY_INLINE void confine(const Distances& x, V r, M decidable, M& permitted, M& outside) const {
    if (plan_.range == TableCell::Range::none) return;
    const M inside = is_in_range(plan_.range, r);
    outside = hn::And(outside, inside);
    if (plan_.range == TableCell::Range::sine) {
      permitted = hn::And(permitted, inside);
      return;
    }
    // Where the exact result rounds to 1, the value below it is permitted, and 1 by policy.
    const M rounds_to_one = hn::And(hn::Eq(hn::Mul(x.nearest, x.unit), all(1)), is_nearest_certain(x));
    const M is_edge = hn::And(decidable, rounds_to_one);
    outside = hn::And(outside, hn::Lt(r, all(plan_.limits.below_one)));
    const M is_last = hn::Eq(r, all(plan_.limits.below_one));
    permitted = hn::Or(hn::And(permitted, inside), hn::And(is_edge, is_last));
    if (plan_.policies.allow_range_edge) permitted = hn::Or(permitted, hn::And(is_edge, hn::Eq(r, all(1))));
  }

  /// Which roundings of the exact result the bounds hold.
  struct Holds {
    M nearest;
    M truncated;
  };
  HWY_INLINE void judge_rounded(std::size_t i, const Distances& x, V d, V r, const Operands& operands, M decidable,
                                Holds holds, M& permitted) {
    const RoundedResults results = rounded_results(plan_, x, d);
    const M is_number = hn::And(is_finite(d), hn::Ne(d, hn::Zero(Tag())));
    M certain = plan_.permits_exact_specials ? decidable : hn::And(decidable, is_number);
    const M is_sum = plan_.is_canonical_sum ? is_sum_without_overflow() : none();
    if (plan_.is_canonical_sum) {
      // An infinite operand and a sum that overflows to the other infinity may give NaN alone.
      // Nor is it certain that an order reaches zero where a product may overflow.
      certain = hn::And(certain, hn::Or(is_sum, hn::AndNot(operands.infinite, is_number)));
    }
    const auto is_result = [&](const RoundedResults& of, V rounded, V exact) HWY_ATTR {
      const M flushed = hn::And(of.may_keep, is_same(r, hn::CopySign(hn::Zero(Tag()), exact)));
      return hn::Or(is_same(r, rounded), flushed);
    };
    M nearest = hn::And(hn::And(certain, holds.nearest),
                        hn::And(results.nearest_is_certain, is_result(results, results.nearest, d)));
    M truncated = hn::And(hn::And(certain, holds.truncated),
                          hn::And(results.truncated_is_certain, is_result(results, results.truncated, d)));
    if (plan_.policies.any_rounded_zero && plan_.arity == 1) {
      // A negative operand that is not zero is rounded to -0: either zero passes.
      const M are_zeros = hn::And(hn::Eq(d, hn::Zero(Tag())), hn::Eq(r, hn::Zero(Tag())));
      const M is_either_zero = hn::And(hn::And(certain, are_zeros), hn::And(is_negative(d), hn::Lt(v_[0], d)));
      nearest = hn::Or(nearest, is_either_zero);
      truncated = hn::Or(truncated, is_either_zero);
    }
    if (plan_.has_two_roundings) {
      const M both_certain = hn::And(results.nearest_is_certain, results.truncated_is_certain);
      M known = hn::AndNot(operands.may_be_flushed, both_certain);
      if (plan_.tells_flushed()) {
        const V other = hn::Load(Tag(), flushed_.exact.data() + i);
        const V slack = hn::Load(Tag(), flushed_.slack.data() + i);
        const RoundedResults of = rounded_results(plan_, distances(plan_, other, slack, r), other);
        M is_known = hn::And(certain, hn::And(of.nearest_is_certain, of.truncated_is_certain));
        // The sign of a zero that comes of zeros is a policy's.
        const M has_zero = hn::And(hn::Eq(other, hn::Zero(Tag())), hn::Eq(r, hn::Zero(Tag())));
        is_known = hn::And(is_known, hn::AndNot(has_zero, is_finite(other)));
        nearest = hn::Or(nearest, hn::And(is_known, is_result(of, of.nearest, other)));
        truncated = hn::Or(truncated, hn::And(is_known, is_result(of, of.truncated, other)));
        known = hn::Or(known, hn::And(operands.one_denormal, hn::And(both_certain, is_known)));
      }
      const M in_range =
          hn::And(is_in_range(plan_.range, results.nearest), is_in_range(plan_.range, results.truncated));
      if (plan_.range != TableCell::Range::none) known = hn::And(known, in_range);
      const M is_open = hn::AndNot(hn::And(nearest, truncated), known);
      put(answers_.by_nearest_only, i, hn::And(nearest, is_open));
      put(answers_.by_truncation_only, i, hn::And(truncated, is_open));
      // A result of both roundings stays one of both, whatever a flush adds.
      permitted = hn::Or(hn::And(hn::Or(nearest, truncated), known), hn::And(nearest, truncated));
      return;
    }
    permitted = hn::Or(permitted, hn::Or(nearest, truncated));
    if (plan_.is_canonical_sum && plan_.result_row->format == Format::binary32 &&
        !plan_.policies.exact_if_representable) {
      const StepResults by_steps = steps(plan_, v_);
      M is_one = is_same(r, by_steps.unfused);
      if (plan_.permits_fused_steps) is_one = hn::Or(is_one, is_same(r, by_steps.fused));
      const M is_normal = hn::And(hn::Ge(hn::Abs(r), all(0x1p-125)), hn::Lt(hn::Abs(r), all(0x1p127)));
      permitted = hn::Or(permitted,
                         hn::And(hn::And(decidable, is_normal), hn::And(is_one, hn::And(by_steps.is_regular, is_sum))));
    }
  }

  [[nodiscard]] HWY_INLINE M is_sum_without_overflow() const {
    const std::size_t products = plan_.arity == 3 ? 1 : plan_.arity / 2;
    V sizes = plan_.arity == 3 ? hn::Abs(v_[2]) : hn::Zero(Tag());
    for (std::size_t k = 0; k < products; ++k) {
      const V size = hn::Abs(hn::Mul(v_[k], v_[products + k]));
      sizes = hn::Add(sizes, hn::IfThenElseZero(is_finite(size), size));
    }
    return hn::Lt(sizes, all(plan_.limits.overflow / 8));
  }

  /// Cases whose results, if outside the bands, no other reading permits and no relaxation of another rule does.
  [[nodiscard]] HWY_INLINE M fails_surely(const Distances& x, const Operands& operands) const {
    M surely = hn::Not(hn::Or(operands.special, operands.denormal));
    for (const Band& other : plan_.others) surely = hn::And(surely, held(other, x, v_, plan_).outside);
    for (const Condition* guard : plan_.guards) surely = hn::And(surely, holds(*guard, v_).no);
    return surely;
  }

  /// Cases that a table or an identity may decide.
  HWY_INLINE void note_overrides(std::size_t i, const Operands& operands) {
    M special = operands.special;
    for (std::size_t k = 0; k < plan_.identities.size(); ++k) {
      if (!plan_.identities[k].condition) continue;
      const Truth truth = holds(*plan_.identities[k].condition, v_);
      special = hn::Or(special, hn::Not(truth.no));
      put(answers_.identity_holds[k], i, truth.yes);
      put(answers_.identity_unknown, i, hn::Not(hn::Or(truth.yes, truth.no)));
    }
    put(answers_.overridable, i, special);
  }

  /// Cases with an error by distance_of() of the definition: results are finite, and neither clamped nor flushed.
  [[nodiscard]] HWY_INLINE M measured(V d, V r) const {
    if (!plan_.is_measured) return none();
    M measured = hn::And(is_finite(d), is_finite(r));
    if (!plan_.result_is_float) return measured;
    measured = hn::And(measured, hn::Lt(hn::Abs(d), all(plan_.limits.overflow)));
    if (!plan_.result_row->has_sign) measured = hn::AndNot(hn::Lt(d, hn::Zero(Tag())), measured);
    if (plan_.policies.results != Denormals::keep) {
      // A flushed result has no error.
      const M is_small = hn::Lt(hn::Abs(d), all(2 * plan_.limits.least_normal));
      const M flushed = hn::And(hn::And(hn::Eq(r, hn::Zero(Tag())), is_small), hn::Ne(d, hn::Zero(Tag())));
      measured = hn::AndNot(flushed, measured);
    }
    return measured;
  }

  HWY_INLINE void store_errors(std::size_t i, const Distances& x, V d, M is_measured) {
    V error = x.error;
    if (plan_.result_is_float) {
      // At a power of two the nearest value is half as far below as above.
      const M is_power = hn::And(hn::Eq(hn::Abs(x.exact), all(plan_.limits.first)),
                                 hn::Gt(hn::Abs(d), all(plan_.limits.least_normal)));
      // A result that is the reference has an error below 2^-20, whatever the ULP.
      const M is_unknown = hn::And(hn::Gt(x.uncertainty, hn::Zero(Tag())), hn::Gt(error, hn::Zero(Tag())));
      put(answers_.unmeasured, i, hn::And(hn::And(is_measured, is_power), is_unknown));
      error = hn::IfThenElse(is_power, hn::Add(error, error), error);
    }
    put(answers_.measured, i, is_measured);
    put(answers_.beyond_half, i, hn::And(is_measured, hn::Gt(hn::Sub(error, hn::Add(x.slack, x.slack)), all(0.5))));
    hn::Store(error, Tag(), answers_.errors.data() + i);
  }

  const Plan& plan_;
  const Block& block_;
  const Block& flushed_;
  Answers& answers_;
  bool has_unconstrained_ =
      std::ranges::any_of(plan_.bands, [](const BandByDomain& one) { return one.band.is_unconstrained(); });
  V v_[kMaxArity] = {};
  M confined_unconstrained_ = none();
};

}  // namespace halfulp::judge::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
