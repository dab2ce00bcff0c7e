// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/layers.hpp"

#include <algorithm>
#include <optional>

#include "judge/definition/codes.hpp"
#include "judge/definition/steps.hpp"

// "2. (b) The first layer that decides. `nan`, `infinity` and `special_results`, where they leave the case open; else
// the table's cell; else an identity that holds; else the accuracy of the domain, confined to the cell's range. Where
// table and identity permit the same, the identity is named. Conditions and classes see the operands of (a)."

namespace halfulp::judge {
namespace {

using exact::Result;
using number::Layout;

const TableCell& cell_of(const Evaluation& e) {
  static constexpr TableCell kNone;
  return e.ruling.table ? e.ruling.table->cell(e.row(), e.operands.bits()) : kNone;
}

/// Whether only a flush made the case special: log of a denormal is a number, so that the pole that its zero is at
/// brings C's result and no other.
bool is_flushed_into_special(const Evaluation& e) {
  if (e.operands.as_given() || !all_finite(e.ruling, e.given.bits())) return false;
  const Result::Kind kind = e.given.exact().kind;
  return kind != Result::Kind::nan && kind != Result::Kind::infinity;
}

/// "`nan`, `infinity` and `special_results`, where they leave the case open", and what has no value at all.
bool is_left_open(const Evaluation& e) {
  const Result& exact = e.exact();
  const std::span<const Bits> operands = e.operands.bits();
  const bool nan = exact.kind == Result::Kind::nan || any_floating(e.ruling, operands, &Layout::is_nan);
  const bool infinite = exact.kind == Result::Kind::infinity || any_floating(e.ruling, operands, &Layout::is_infinite);
  const auto open = [&](bool is_special, bool Policies::*policy) {
    if (!is_special || !e.policies(policy)) return false;
    e.name_rule(e.ruling.rules.rule(name(bit(policy))));
    return true;
  };
  if (exact.kind == Result::Kind::undefined && !cell_of(e).decides()) {
    e.name_rule(e.ruling.rules.accuracy_rule);
    return true;
  }
  return open(nan, &Policies::nan_undefined) || open(infinite, &Policies::infinity_undefined) ||
         open((nan || infinite) && !cell_of(e).decides() && !is_flushed_into_special(e), &Policies::special_advisory);
}

/// Adds a value of the result's format, or minus that value, which a format without a sign has no bits for.
void add_signed(const Evaluation& e, ValueSet& set, Bits value, bool negate) {
  const std::int64_t position = number::ordinal(e.result_row(), value);
  set.add(negate ? number::mirrored(position) : position);
}

void add_operand(const Evaluation& e, ValueSet& set, Bits operand, bool negate) {
  if (Layout(e.row()).is_nan(operand)) {
    set.add_bits(operand);
  } else {
    add_signed(e, set, operand, negate);
  }
}

/// "an identity that holds": the first; its place, or how many there are.
std::size_t identity_that_holds(const Evaluation& e) {
  const std::span<const Bits> operands = e.operands.bits();
  const auto holds = [&](const Ruling::Identity& identity) {
    if (identity.condition) return identity.condition->holds(e.operands.values());
    return any_floating(e.ruling, operands, [&](const Layout& layout, Bits bits) {
      return layout.is_nan(bits) && (!identity.of_negative_nan || layout.is_negative(bits));
    });
  };
  const auto& identities = e.ruling.identities;
  return static_cast<std::size_t>(std::ranges::find_if(identities, holds) - identities.begin());
}

ValueSet decide_by_identity(const Evaluation& e, const Ruling::Identity& identity) {
  ValueSet set(e.result_row().format);
  using Gives = Ruling::Identity::Gives;
  if (identity.gives == Gives::nan) set.add_any_nan();
  if (identity.gives == Gives::zero) set.add_bits(e.result_layout().zero());
  if (identity.gives == Gives::operand) set.add_bits(e.operands.bits()[identity.operand]);
  return set;
}

// ---- accuracy

/// Signs that a zero may have when the exact result is one.
ZeroSigns exact_zero(const Evaluation& e) {
  const Result& exact = e.exact();
  ZeroSigns zeros{exact.negative, !exact.negative};
  if (exact.kind != Result::Kind::zero) return zeros;
  const auto ask = [&](bool Policies::*is_any) {
    e.shaped_by(is_any);
    if (e.policies(is_any)) zeros = {true, true};
  };
  if (exact.cancelled) ask(&Policies::any_cancelled_zero);
  if (e.ruling.operation == Operation::exp2) ask(&Policies::any_underflowed_zero);
  const std::span<const Bits> operands = e.operands.bits();
  if (!exact.negative || operands.size() != 1) return zeros;
  const Layout layout(e.ruling.operand_row(0));
  if (layout.is_negative(operands[0]) && !layout.is_zero(operands[0])) ask(&Policies::any_rounded_zero);
  return zeros;
}

Target target(const Evaluation& e) {
  static const Real kZero{Rational(0)};
  return Target::of(e.exact().kind == Result::Kind::zero ? kZero : e.exact().value, exact_zero(e));
}

/// A finite exact result at the border of overflow: the policy chose between infinity and the largest finite value.
void note_overflow(const Evaluation& e, const ValueSet& set) {
  if (e.exact().kind != Result::Kind::finite || (e.policies.asked() & bit(&Policies::overflow)) == 0) return;
  const Layout layout = e.result_layout();
  if (set.contains(layout.infinity(true)) || set.contains(layout.infinity(false))) e.shaped_by(&Policies::overflow);
}

/// Bits that comparing two operands may return, of which none is NaN: denormals are compared as the operand policy says
/// (flush-to-compare: as zeros; may-flush: as themselves or as zeros), operands that compare equal as zeros may be
/// returned in either order, or by sign, as the zero policy says. A returned denormal is not flushed yet.
std::vector<Bits> selected(const Evaluation& e, bool smaller, Bits x, Bits y) {
  const Layout layout(e.row());
  const bool has_denormal = layout.is_denormal(x) || layout.is_denormal(y);
  const bool flushes = has_denormal && e.policies(&Policies::operands) != Denormals::keep;
  const bool keeps = !flushes || e.policies(&Policies::operands) == Denormals::may_flush;
  std::vector<Bits> results;
  for (const bool flush : {true, false}) {
    if (flush ? !flushes : !keeps) continue;
    const Bits of_x = flush ? layout.flushed(x) : x;
    const Bits of_y = flush ? layout.flushed(y) : y;
    if (layout.is_zero(of_x) && layout.is_zero(of_y)) {
      const bool x_negative = layout.is_negative(x);
      const bool by_sign = x_negative != layout.is_negative(y) && !e.policies(&Policies::any_compared_zero);
      if (!by_sign || x_negative == smaller) results.push_back(x);
      if (!by_sign || x_negative != smaller) results.push_back(y);
    } else {
      const bool x_first = number::ordinal(e.row(), of_x) <= number::ordinal(e.row(), of_y);
      results.push_back(x_first == smaller ? x : y);
    }
  }
  return results;
}

/// Of min, max and sat: the operand that is a number, any NaN where none is, else what their policies leave open.
ValueSet selection(const Evaluation& e) {
  ValueSet set(e.result_row().format);
  const Layout layout(e.row());
  const std::span<const Bits> operands = e.operands.bits();
  const Bits x = operands.front();
  const Bits y = operands.back();
  if (e.ruling.operation == Operation::sat) {
    // max(0, NaN) = 0
    const std::vector<Bits> zero = {layout.zero()};
    for (const Bits bits : layout.is_nan(x) ? zero : selected(e, false, layout.zero(), x)) {
      for (const Bits result : selected(e, true, bits, layout.one())) set.add_bits(result);
    }
  } else if (layout.is_nan(x) && layout.is_nan(y)) {
    set.add_any_nan();
  } else if (layout.is_nan(x) || layout.is_nan(y)) {
    set.add_bits(layout.is_nan(x) ? y : x);
  } else {
    for (const Bits bits : selected(e, e.ruling.operation == Operation::min, x, y)) set.add_bits(bits);
    const bool are_zeros = layout.is_zero(layout.flushed(x)) && layout.is_zero(layout.flushed(y));
    if (are_zeros) e.shaped_by(&Policies::any_compared_zero);
  }
  return set;
}

/// The exact result and nothing else, but for what selection and zero signs leave open.
ValueSet exactly(const Evaluation& e) {
  const bool selects = info(e.ruling.operation).family == OperationFamily::selection;
  if (selects || e.ruling.operation == Operation::sat) return selection(e);
  ValueSet set(e.result_row().format);
  const Result& exact = e.exact();
  switch (exact.kind) {
    case Result::Kind::nan:
      e.has_floating_result() ? set.add_any_nan() : set.add_anything();
      break;
    case Result::Kind::infinity:
      add_signed(e, set, e.result_layout().infinity(), exact.negative);
      break;
    case Result::Kind::undefined:
      set.add_anything();
      break;
    case Result::Kind::bits:
      set.add_bits(exact.bits);
      break;
    case Result::Kind::zero:
    case Result::Kind::finite:
      if (e.has_floating_result()) {
        return values_within(Bound::Kind::nearest, 0, target(e), Grid::of(e.result_row()), e.policies);
      }
      set.add(exact.kind == Result::Kind::zero ? 0 : exact.value.rational().to_int64());
      break;
  }
  return set;
}

/// "the table's cell"; nothing where that leaves the result to the later layers.
std::optional<ValueSet> decide_by_table(const Evaluation& e, const TableCell& cell) {
  using R = TableCell::Result;
  if (!cell.decides()) return std::nullopt;
  ValueSet set(e.result_row().format);
  const Layout layout = e.result_layout();
  const std::span<const Bits> operands = e.operands.bits();
  if (cell.has(R::nan)) set.add_any_nan();
  for (const bool negate : {false, true}) {
    if (cell.has(negate ? R::minus_infinity : R::plus_infinity)) add_signed(e, set, layout.infinity(), negate);
    if (cell.has(negate ? R::minus_zero : R::plus_zero)) set.add_bits(layout.zero(negate));
    if (cell.has(negate ? R::minus_one : R::plus_one)) add_signed(e, set, layout.one(), negate);
    if (cell.has(negate ? R::minus_first : R::first)) add_operand(e, set, operands[0], negate);
    if (cell.has(negate ? R::minus_last : R::last)) add_operand(e, set, operands[1], negate);
  }
  if (cell.has(R::underflowed_zero)) {
    e.shaped_by(&Policies::any_underflowed_zero);
    set.add_bits(layout.zero(false));
    if (e.policies(&Policies::any_underflowed_zero)) set.add_bits(layout.zero(true));
  }
  if (cell.has(R::exact)) set.unite(exactly(e));
  return set;
}

/// A bound of results that are codes.
ValueSet codes(const Evaluation& e, const Bound& bound) {
  const Bits operand = e.operands.bits().front();
  const Real code = bound.source->factor != 0      ? scaled_code(e.row(), operand, *bound.source, e.result_row())
                    : bound.source->rounds_product ? code_of_rounded_product(e.row(), operand, e.result_row())
                    : e.exact().kind == Result::Kind::zero ? Real(Rational(0))
                                                           : e.exact().value;
  const bool ties_to_even = bound.kind == Bound::Kind::nearest && e.policies(&Policies::tie_to_even);
  return codes_within(bound, code, e.result_row(), ties_to_even);
}

ValueSet within(const Evaluation& e, const Bound& bound) {
  ValueSet set(e.result_row().format);
  const std::span<const Bits> operands = e.operands.bits();
  switch (bound.kind) {
    case Bound::Kind::unconstrained:
      set.add_anything();
      return set;
    case Bound::Kind::exact:
      return exactly(e);
    case Bound::Kind::composed:
      set = composed_values(e.ruling, bound, operands, e.exact(), e.policies);
      if (set.anything()) e.decision.measured = false;
      note_overflow(e, set);
      return set;
    case Bound::Kind::inherited:
      set = inherited_values(bound, e.ruling.operation, e.row(), operands, e.exact(), e.policies);
      if (set.has_nan() || set.anything()) e.shaped_by(&Policies::fused_nan_is_anything);
      note_overflow(e, set);
      return set;
    case Bound::Kind::sequence:
      return sequence_values(e.ruling, bound, operands);
    case Bound::Kind::any_of:
      for (const Bound& part : bound.parts) set.unite(within(e, part));
      return set;
    case Bound::Kind::all_of:
      set.add_anything();
      for (const Bound& part : bound.parts) set.intersect(within(e, part));
      return set;
    default:
      break;
  }
  if (e.result_row().kind == FormatKind::shared_exponent) return shared_exponent_values(bound.kind, operands);
  if (e.exact().kind != Result::Kind::finite && e.exact().kind != Result::Kind::zero) return exactly(e);
  if (bound.kind == Bound::Kind::recoded) {
    e.decision.measured = false;  // the bound is in steps of the operands' codes, not of the result
    if (set = recoded_values(operands, bound.amount, e.result_row()); !set.empty()) return set;
    return values_within(Bound::Kind::nearest_even, 0, target(e), Grid::of(e.result_row()), e.policies);
  }
  if (!e.has_floating_result()) return codes(e, bound);
  // A bound that grows with |x| says nothing of e^-inf, which is 0.
  const bool is_endless = !bound.is_constant() && !all_finite(e.ruling, operands);
  if (is_endless) return exactly(e);
  const Rational stated = bound.is_constant() ? bound.amount : bound.varying.value(e.operands.values()).constant;
  const Rational amount = std::max(stated, Rational(0));  // below 0, as for 0, no other value is within the bound
  const Target around = target(e);
  if (const std::optional<Format>& other = bound.source->ulp_format; other && around.x.sign() != 0) {
    const Rational unit = ulp_of(around.x, Grid::of(info(*other), Grid::Range::extended), e.policies(&Policies::ulp));
    set = values_within(Bound::Kind::absolute, amount * unit, around, Grid::of(e.result_row()), e.policies);
  } else {
    set = values_within(bound.kind, amount, around, Grid::of(e.result_row()), e.policies);
  }
  note_overflow(e, set);
  return set;
}

/// "[+0,1)": where the exact result rounds to the open end of that range, the last value before it, and by policy the
/// end itself.
void add_edge(const Evaluation& e, ValueSet& set, std::int64_t last) {
  if (e.exact().kind != Result::Kind::finite) return;
  const ValueSet rounded = values_within(Bound::Kind::nearest, 0, target(e), Grid::of(e.result_row()), e.policies);
  if (!rounded.contains_ordinal(last + 1)) return;
  e.shaped_by(&Policies::allow_range_edge);
  set.add(last);
  if (e.policies(&Policies::allow_range_edge)) set.add(last + 1);
}

}  // namespace

ValueSet decide_by_accuracy(const Evaluation& e, TableCell::Range range) {
  const Bound& bound = e.ruling.piece(e.operands).bound;
  e.name_rule(e.ruling.rules.accuracy_rule);
  e.decision.by_accuracy = true;
  if (bound.kind == Bound::Kind::unconstrained) e.decision.measured = false;
  ValueSet set = within(e, bound);
  if (range == TableCell::Range::none) return set;
  e.name_rule(e.ruling.rules.special_rule);
  e.decision.constrained_by_table = true;
  const std::int64_t one = number::ordinal(e.result_row(), e.result_layout().one());
  if (range == TableCell::Range::sine) {
    set.intersect(number::mirrored(one), one);
  } else {
    set.intersect(0, one - 1);
    add_edge(e, set, one - 1);
  }
  return set;
}

ValueSet first_layer(const Evaluation& e) {
  e.decision.by_accuracy = false;
  if (is_left_open(e)) return e.anything();
  const rulebook::Resolved& rules = e.ruling.rules;
  const TableCell& cell = cell_of(e);
  std::optional<ValueSet> by_table = decide_by_table(e, cell);
  if (const std::size_t i = identity_that_holds(e); i < e.ruling.identities.size()) {
    ValueSet same = decide_by_identity(e, e.ruling.identities[i]);
    // "Where table and identity permit the same, the identity is named": the sentence that a person looks for.
    if (!by_table || same == *by_table) {
      e.name_rule(rules.identities[i].rule);
      if (by_table) e.name_rule(rules.special_rule);
      return same;
    }
  }
  if (!by_table) return decide_by_accuracy(e, cell.range);
  e.name_rule(rules.special_rule);
  return *std::move(by_table);
}

}  // namespace halfulp::judge
