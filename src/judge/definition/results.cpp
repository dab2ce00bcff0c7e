// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "exact/nearest.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "judge/definition/layers.hpp"

// "3. (c) Results. Overflow, zero signs and NaN by policy; then denormals among the permitted values become zeros,
// stay, or both. Allowances are added."

namespace halfulp::judge {
namespace {

using exact::Result;

/// Whether a bound is what steps give, and the exact result plays no part.
bool is_sequence(const Bound& bound) {
  const bool is_union = bound.kind == Bound::Kind::any_of;
  return bound.kind == Bound::Kind::sequence || (is_union && std::ranges::all_of(bound.parts, is_sequence));
}

/// Whether a result is one of rounding a finite number: what a table, an identity or a sequence gives is what it is.
bool is_rounded(const Evaluation& e) {
  if (!e.decision.by_accuracy || e.exact().kind != Result::Kind::finite) return false;
  return !is_sequence(e.ruling.piece(e.operands).bound);
}

bool is_exact_denormal(const Evaluation& e) {
  const Rational& min = Grid::of(e.result_row()).min_normal();
  return is_rounded(e) && e.exact().value.compare(min) < 0 && e.exact().value.compare(-min) > 0;
}

/// A product of operands and zeros as IEEE 754 multiplies them; NaN stands for any NaN.
Bits special_value(const Evaluation& e, const rulebook::Expression& expression) {
  using Kind = rulebook::Expression::Kind;
  const FormatInfo& row = e.row();
  switch (expression.kind) {
    case Kind::name: {
      const auto& names = info(e.ruling.operation).operand_names;
      return e.operands.bits()[static_cast<std::size_t>(std::ranges::find(names, expression.text) - names.begin())];
    }
    case Kind::number:
      return exact::round_to_nearest_even(row, Rational::from_decimal(expression.text));
    case Kind::multiply: {
      const Bits operands[] = {special_value(e, expression.arguments[0]), special_value(e, expression.arguments[1])};
      return exact::nearest_even(Operation::mul, row.format, operands);
    }
    default:
      throw Error(Error::Kind::kInput, "'allows' is a product of operands and numbers: \"x * (0 * y)\"");
  }
}

}  // namespace

/// "Denormals among the permitted values become zeros, stay, or both."
void flush(const Evaluation& e, ValueSet& set) {
  if (!e.has_floating_result() || set.anything()) return;
  const number::Layout layout = e.result_layout();
  const auto min = static_cast<std::int64_t>(layout.min_normal());
  const bool positive = set.meets(1, min - 1);
  const bool negative = set.meets(-min, -2);
  const bool is_denormal = is_exact_denormal(e);
  if (!positive && !negative && !is_denormal) return;
  e.shaped_by(&Policies::results);
  const bool may_underflow = is_denormal && e.ruling.operation == Operation::exp2;
  if (may_underflow) e.shaped_by(&Policies::any_underflowed_zero);
  const AskedPolicies& policies = e.policies;
  const Denormals results = policies(&Policies::results);
  if (results == Denormals::keep) {
    if (may_underflow && policies(&Policies::any_underflowed_zero) && set.contains(layout.zero())) {
      set.add_bits(layout.zero(true));
    }
    return;
  }
  // Denormals that the bound of a normal exact result holds are such after rounding only.
  const bool is_normal = is_rounded(e) && !is_denormal;
  const bool by_value = !is_normal || (policies(&Policies::flush_test) != FlushTest::before_round &&
                                       !policies(&Policies::no_flush_slack));
  const bool by_exact = is_denormal && policies(&Policies::flush_test) != FlushTest::after_round;
  const bool is_below = by_exact && e.exact().value.sign() < 0;
  const bool plus_zero = (by_value && positive) || (by_exact && !is_below);
  bool minus_zero = (by_value && negative) || is_below;
  if (results == Denormals::flush) {
    set.remove(1, min - 1);
    set.remove(-min, -2);
    // A result that is a denormal before rounding is flushed even if rounding would reach the smallest normal value;
    // but the steps of a sum may end at that value itself.
    if (is_denormal && policies(&Policies::flush_test) == FlushTest::before_round &&
        !e.ruling.piece(e.operands).bound.is_by_steps()) {
      if (!set.meets(min + 1, min + 1)) set.remove(min, min);
      if (!set.meets(-min - 2, -min - 2)) set.remove(-min - 1, -min - 1);
    }
  }
  if (may_underflow && policies(&Policies::any_underflowed_zero)) minus_zero = true;
  if (!plus_zero && !minus_zero) return;
  e.shaped_by(&Policies::any_flushed_sign);
  const bool is_any = policies(&Policies::any_flushed_sign);
  if (plus_zero || is_any) set.add_bits(layout.zero());
  if (minus_zero || is_any) set.add_bits(layout.zero(true));
}

/// "Allowances are added."
void allow(const Evaluation& e, ValueSet& set) {
  const auto& allowances = e.ruling.rules.allowances;
  for (std::size_t i = 0; i < allowances.size(); ++i) {
    const std::optional<Condition>& where = e.ruling.allowed_where[i];
    if (where && !where->holds(e.operands.values())) continue;
    const Bits bits = special_value(e, allowances[i].allowance->result);
    if (number::Layout(e.row()).is_nan(bits)) {
      set.add_any_nan();
    } else {
      set.add_bits(bits);
    }
    e.name_rule(allowances[i].rule);
  }
}

/// "Zero signs by policy": where `zero_sign` is `any`, either zero for the other.
void add_other_zero(const Evaluation& e, ValueSet& set) {
  if (!e.has_floating_result() || !e.result_row().has_sign || set.anything()) return;
  const number::Layout layout = e.result_layout();
  if (set.contains(layout.zero(false)) == set.contains(layout.zero(true))) return;
  if (!e.policies(&Policies::any_zero_sign)) return;
  e.shaped_by(&Policies::any_zero_sign);
  set.add_bits(layout.zero(false));
  set.add_bits(layout.zero(true));
}

/// "Overflow ... by policy": anything, where infinity need not exist.
void leave_infinity_open(const Evaluation& e, ValueSet& set) {
  if (!e.has_floating_result() || set.anything()) return;
  const number::Layout layout = e.result_layout();
  if (!set.contains(layout.infinity(true)) && !set.contains(layout.infinity(false))) return;
  if (!e.policies(&Policies::infinity_undefined)) return;
  e.shaped_by(&Policies::infinity_undefined);
  set = e.anything();
}

/// "`clamp`: a result below zero becomes zero. A format without a sign keeps nothing below zero: anything is permitted
/// then."
void clamp(const Evaluation& e, ValueSet& set) {
  constexpr std::int64_t kMinusZero = number::mirrored(0);
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  const bool cannot_keep = e.has_floating_result() && !e.result_row().has_sign;
  if (set.anything() || !set.meets(kLowest, kMinusZero)) return;
  const bool clamps = e.policies(&Policies::clamp_below_zero);
  // Of codes the one before 0 is below zero; of floats that is -0, which only a format with a sign keeps.
  const std::int64_t last_below = e.has_floating_result() ? kMinusZero - 1 : kMinusZero;
  const std::int64_t last_removed = cannot_keep ? kMinusZero : last_below;
  if ((!cannot_keep && !clamps) || !set.meets(kLowest, last_removed)) return;
  const bool below = set.meets(kLowest, last_below);
  if (below) e.shaped_by(&Policies::clamp_below_zero);
  if (below && !clamps) set = e.anything();
  set.add(0);
  set.remove(kLowest, last_removed);
}

}  // namespace halfulp::judge
