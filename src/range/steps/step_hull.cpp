// SPDX-License-Identifier: Apache-2.0
#include "range/steps/step_hull.hpp"

#include <algorithm>
#include <cmath>

#include "exact/grid.hpp"
#include "exact/value.hpp"
#include "lowering/functions.hpp"
#include "lowering/truth.hpp"
#include "number/layout.hpp"
#include "range/steps/extremes.hpp"
#include "range/steps/parts.hpp"
#include "range/steps/sets.hpp"
#include "range/steps/step_error.hpp"

namespace halfulp::range {
namespace {

using exact::Rational;
using judge::Bound;
using judge::Ruling;
using judge::ValueSet;
using lowering::Truth;
using number::Layout;

/// Whether a bound is one by steps, or has one among its parts.
bool has_steps(const Bound& bound) { return bound.is_by_steps() || std::ranges::any_of(bound.parts, has_steps); }

/// The bounds of which one is a union: a bound by steps is taken alone.
std::vector<Bound> alternatives(const Bound& bound) {
  if (bound.kind != Bound::Kind::any_of || !has_steps(bound)) return {bound};
  std::vector<Bound> result;
  for (const Bound& part : bound.parts) {
    for (Bound& one : alternatives(part)) result.push_back(std::move(one));
  }
  return result;
}

bool states_ulp(const Bound& bound) {
  return bound.kind == Bound::Kind::ulp || std::ranges::any_of(bound.parts, states_ulp);
}

void set_absolute(Bound& bound, Rational amount) {
  bound.kind = Bound::Kind::absolute;
  bound.amount = std::move(amount);
  bound.varying = {};
  bound.steps.clear();
}

/// Exact results between `least` and `most` at which a bound in ULP reaches further down than at `least`: just
/// above powers of two, and of Muller's second definition at values of the format.
std::vector<Rational> places_of_wide_ulp(const Rational& least, const Rational& most, const FormatInfo& row,
                                         judge::Ulp definition) {
  constexpr int kTiny = -200;
  const int smallest = row.min_exponent();
  const auto exponent_of = [&](const Rational& x) {
    return x.sign() == 0 ? smallest - 1 : std::clamp(x.floor_log2(), smallest - 1, row.max_exponent());
  };
  std::vector<Rational> places;
  for (const int exponent : {exponent_of(least), exponent_of(least) + 1, exponent_of(most)}) {
    const Rational power = Rational::power_of_two(exponent);
    if (power >= least && power < most) places.push_back(power + power.scaled(kTiny));
  }
  if (definition == judge::Ulp::muller_b) {
    const exact::Grid& grid = exact::Grid::of(row);
    for (const Rational& value : {grid.ceil(least), grid.floor(std::min(most, grid.max_finite()))}) {
      if (value >= least && value <= most && value.sign() > 0) places.push_back(value);
    }
  }
  return places;
}

std::vector<Bits> first_of(const Ruling& rule, std::span<const Part> parts) {
  std::vector<Bits> operands;
  for (std::size_t i = 0; i < parts.size(); ++i) operands.push_back(parts[i].first_bits(rule.operand_row(i)));
  return operands;
}

/// Adds all between the least and the greatest value of another set, and its NaN.
void add_hull(ValueSet& set, const ValueSet& other) {
  const auto intervals = other.intervals();
  if (!intervals.empty()) set.add(intervals.front().first, intervals.back().last);
  if (other.has_nan()) set.add_any_nan();
  if (other.anything()) set.add_anything();
}

}  // namespace

/// One tuple of parts of the operands' sets, and what it permits.
struct StepHull::Work {
  const Ruling& rule;
  Prepared& prepared;
  std::vector<Part> tuple;
  lowering::Box box{};
  std::vector<exact::Result> extremes{};  ///< exact results in the box that are at no vertex of it
  ValueSet result;

  /// Of the result.
  [[nodiscard]] const FormatInfo& row() const { return *rule.result_format; }
  /// Adds all between what a rule permits at the vertices of the tuple.
  void add_vertices(const Ruling& by) {
    ValueSet at_vertices(row().format);
    for_each_vertex(rule, tuple, [&](std::span<const Bits> operands) {
      at_vertices.unite(judge::permitted(by, operands, by.policies).set);
    });
    add_hull(result, at_vertices);
  }
  /// Adds all between the least and the greatest value of a set, and what the policies make of them: inside a box, too,
  /// denormals are flushed, numbers below zero clamped, and a result that may be infinite may leave everything open.
  void add_shaped(const ValueSet& set) {
    add_hull(result, set);
    if (!is_floating(row().format)) return;
    const auto normal = static_cast<std::int64_t>(Layout(row()).min_normal());
    const auto infinity = static_cast<std::int64_t>(Layout(row()).infinity());
    const judge::Policies& policies = rule.policies;
    const bool flushes = policies.results != judge::Denormals::keep;
    if (flushes && result.meets(0, normal - 1)) result.add(0);
    if (flushes && result.meets(-normal, -1)) result.add(-1);
    const bool has_any_sign = flushes && policies.any_flushed_sign && result.meets(-normal, normal - 1);
    const bool clamps = policies.clamp_below_zero && result.meets(-infinity, 0);
    if (has_any_sign || clamps || (policies.any_zero_sign && result.meets(-1, 0))) result.add(-1, 0);
    const bool is_infinite = result.meets(infinity, infinity) || result.meets(-infinity - 1, -infinity - 1);
    if (is_infinite && policies.infinity_undefined) result.add_anything();
  }
  [[nodiscard]] Truth truth(const std::optional<judge::Condition>& condition) const {
    return condition ? lowering::holds_over(*condition, box) : Truth::yes;
  }
};

StepHull::Prepared& StepHull::prepared(const Ruling& rule) {
  const auto [found, is_new] = prepared_.try_emplace(&rule);
  Prepared& prepared = found->second;
  if (!is_new) return prepared;
  for (std::size_t i = 0; i < rule.accuracy.size(); ++i) {
    for (const Bound& bound : alternatives(rule.accuracy[i].bound)) {
      PieceRule piece{rule, i, bound};
      piece.rule.accuracy = {{bound, std::nullopt}};
      // An identity may hold at a vertex and nowhere else.
      std::erase_if(piece.rule.identities, [](const Ruling::Identity& one) { return one.condition.has_value(); });
      // Between two vertices whose results are values of the format there are others.
      piece.rule.policies.exact_if_representable = false;
      prepared.pieces.push_back(std::move(piece));
    }
  }
  for (const Ruling::Identity& identity : rule.identities) {
    static const judge::Condition kAlways(rulebook::parse_expression("0 < 1"), {});
    Ruling& only = prepared.identities.emplace_back(rule);
    only.table.reset();
    only.identities = {identity};
    if (identity.condition) only.identities.front().condition = kAlways;
  }
  prepared.allowing = rule;
  for (auto& where : prepared.allowing.allowed_where) where.reset();
  return prepared;
}

ValueSet StepHull::of(const Ruling& rule, std::span<const ValueSet> sets) {
  const bool is_whole = is_linear_in_each(rule.operation) && !rule.table;
  std::vector<std::vector<Part>> parts;
  for (const ValueSet& set : sets) parts.push_back(parts_of(set, rule.policies, is_whole));
  Work work{rule, prepared(rule), std::vector<Part>(sets.size()), {}, {}, ValueSet(rule.result_format->format)};
  const auto each = [&](const auto& self, std::size_t at) -> void {
    if (work.result.anything()) return;
    if (at == parts.size()) return add_tuple(work);
    for (const Part& part : parts[at]) {
      work.tuple[at] = part;
      self(self, at + 1);
    }
  };
  each(each, 0);
  return work.result;
}

void StepHull::add_tuple(Work& work) {
  const bool is_point = std::ranges::all_of(work.tuple, &Part::is_point);
  if (is_point) {
    const std::vector<Bits> operands = first_of(work.rule, work.tuple);
    return work.result.unite(judge::permitted(work.rule, operands, work.rule.policies).set);
  }
  bool is_finite = true;
  for (std::size_t i = 0; i < work.tuple.size(); ++i) {
    is_finite = is_finite && work.tuple[i].is_finite(work.rule.operand_row(i));
  }
  if (is_finite) return add_finite(work);
  // Where an operand is NaN or infinite, results are the same for all numbers of a sign and for all zeros of one, or
  // are one of the operands; which piece of the accuracy counts, and whether an allowance holds, may depend on the
  // numbers.
  for (Part& part : work.tuple) {
    const std::vector<Part> by_sign = parts_by_sign(part);
    if (by_sign.size() == 1) continue;
    const Part whole = part;
    for (const Part& one : by_sign) {
      part = one;
      add_tuple(work);
    }
    part = whole;
    return;
  }
  work.add_vertices(work.rule);
  if (work.prepared.pieces.size() > 1) {
    for (PieceRule& piece : work.prepared.pieces) {
      piece.rule.accuracy.front().bound = piece.stated;
      work.add_vertices(piece.rule);
    }
  }
  if (!work.rule.allowed_where.empty()) work.add_vertices(work.prepared.allowing);
  for (std::size_t i = 0; i < work.rule.identities.size(); ++i) {
    if (work.rule.identities[i].condition) work.add_vertices(work.prepared.identities[i]);
  }
}

void StepHull::add_finite(Work& work) {
  for (std::size_t i = 0; i < work.tuple.size(); ++i) {
    const FormatInfo& row = work.rule.operand_row(i);
    const auto of = [&](std::int64_t at) {
      return judge::enclosure(exact::value_of(row, number::from_ordinal(row, at)));
    };
    work.box[i] = {of(work.tuple[i].first).low, of(work.tuple[i].last).high};
  }
  const auto is_certain = [&](const auto& condition) { return work.truth(condition) == Truth::yes; };
  if (!std::ranges::all_of(work.rule.required, is_certain)) return work.result.add_anything();
  for (std::size_t i = 0; i < work.rule.identities.size(); ++i) {
    const auto& condition = work.rule.identities[i].condition;
    if (condition && work.truth(condition) != Truth::no) work.add_vertices(work.prepared.identities[i]);
  }
  const auto may_hold = [&](const auto& condition) { return work.truth(condition) != Truth::no; };
  if (std::ranges::any_of(work.rule.allowed_where, may_hold)) work.add_vertices(work.prepared.allowing);
  std::size_t decided = work.rule.accuracy.size();  // the first piece that holds everywhere
  for (PieceRule& piece : work.prepared.pieces) {
    if (piece.place > decided || work.result.anything()) return;
    const Truth holds = work.truth(work.rule.accuracy[piece.place].condition);
    if (holds != Truth::no) add_piece(work, piece);
    if (holds == Truth::yes) decided = piece.place;
  }
}

void StepHull::add_piece(Work& work, PieceRule& piece) {
  const FormatInfo& row = work.row();
  const std::vector<Bits> first = first_of(work.rule, work.tuple);
  const judge::TableCell* cell = work.rule.table ? &work.rule.table->cell(*work.rule.format, first) : nullptr;
  if (cell != nullptr && cell->decides()) {
    work.add_vertices(work.rule);
    if (!cell->has(judge::TableCell::Result::exact)) return;
    // Exact results between those at the vertices, and beyond them where the function turns.
    const auto turns = extremes_inside(work.rule, work.tuple);
    if (!turns || !turns->empty()) work.result.add_anything();
    return;
  }
  if (piece.stated.kind == Bound::Kind::sequence) {
    const judge::Policies& policies = work.rule.policies;
    // A result that is no number may leave everything open.
    if (policies.special_advisory || policies.nan_undefined || policies.infinity_undefined)
      work.add_vertices(work.rule);
    return work.add_shaped(of_expression(work.rule, *piece.stated.source, work.tuple));
  }
  const auto extremes = extremes_inside(work.rule, work.tuple);
  if (extremes) work.extremes = *extremes;
  Bound& bound = piece.rule.accuracy.front().bound;
  bound = piece.stated;
  if (!extremes || bound.kind == Bound::Kind::unconstrained || !widen(work, bound)) return work.result.add_anything();

  ValueSet set(row.format);
  std::optional<Rational> least;  // sizes of the exact results
  std::optional<Rational> most;
  bool is_negative = false;
  bool is_positive = false;
  const auto note = [&](const judge::Permitted& decision) {
    set.unite(decision.set);
    if (decision.exact.kind != exact::Result::Kind::finite) {
      if (decision.exact.kind == exact::Result::Kind::zero) least = 0;
      return;
    }
    const exact::Real& x = decision.exact.value;
    (x.sign() < 0 ? is_negative : is_positive) = true;
    const Rational low = std::min(x.lower().abs(), x.upper().abs());
    const Rational high = std::max(x.lower().abs(), x.upper().abs());
    if (!least || low < *least) least = low;
    if (!most || high > *most) most = high;
  };
  const auto add_result = [&](const exact::Result& exact) {
    note(judge::permitted(piece.rule, exact, piece.rule.policies));
  };
  for_each_vertex(work.rule, work.tuple, [&](std::span<const Bits> operands) {
    note(judge::permitted(piece.rule, operands, piece.rule.policies));
  });
  for (const exact::Result& exact : *extremes) add_result(exact);
  // The ULP of zero may be larger than those of the smallest numbers.
  if (is_negative && is_positive) add_result(exact::Result::zero(false));
  if (least && most && is_negative != is_positive && is_floating(row.format) && states_ulp(bound)) {
    for (const Rational& at : places_of_wide_ulp(*least, *most, row, work.rule.policies.ulp)) {
      add_result(exact::Result::finite(is_negative ? -at : at));
    }
  }
  // What lies between these results is cut off, too, so that the set is closed before.
  const ValueSet results = set;
  add_hull(set, results);
  if (cell != nullptr && cell->range == judge::TableCell::Range::sine) {
    const auto one = static_cast<std::int64_t>(Layout(row).one());
    set.intersect(number::mirrored(one), one);
  } else if (cell != nullptr && cell->range == judge::TableCell::Range::fraction) {
    const std::int64_t edge = work.rule.policies.allow_range_edge ? 0 : 1;
    // A denormal may have been flushed to -0 after that.
    set.intersect(-1, static_cast<std::int64_t>(Layout(row).one()) - edge);
  }
  // A step may give the zero of the other sign than the exact result has.
  if (piece.stated.kind == Bound::Kind::inherited && set.meets(-1, 0)) set.add(-1, 0);
  work.add_shaped(set);
}

bool StepHull::widen(Work& work, Bound& bound) {
  const FormatInfo& row = work.row();
  if (bound.kind == Bound::Kind::inherited) {
    const std::optional<Rational> error = error_of_steps(work.rule, bound, work.tuple);
    if (error) set_absolute(bound, *error);
    return error.has_value();
  }
  if (bound.kind == Bound::Kind::composed) {
    const ValueSet outcomes = of_expression(work.rule, *bound.source, work.tuple);
    if (outcomes.anything()) return false;
    work.result.unite(outcomes.without_finite());
    Rational error = 0;
    if (const auto hull = outcomes.finite_hull()) {
      const auto at = [&](std::int64_t place) { return exact::value_of(row, number::from_ordinal(row, place)); };
      const Rational low = at(hull->first);
      const Rational high = at(hull->last);
      const auto reach = [&](const exact::Result& exact) {
        if (exact.kind != exact::Result::Kind::finite && exact.kind != exact::Result::Kind::zero) return;
        const Rational below = exact.kind == exact::Result::Kind::zero ? Rational(0) : exact.value.lower();
        const Rational above = exact.kind == exact::Result::Kind::zero ? Rational(0) : exact.value.upper();
        error = std::max({error, high - below, above - low});
      };
      for_each_vertex(work.rule, work.tuple, [&](std::span<const Bits> operands) {
        reach(exact::exact_result(work.rule.operation, work.rule.format->format, operands));
      });
      std::ranges::for_each(work.extremes, reach);
    }
    set_absolute(bound, error);
    return true;
  }
  if (!bound.is_constant()) {
    const double most = lowering::values_over(bound.varying, work.box).high;
    if (!std::isfinite(most)) return false;
    bound.varying = {};
    bound.amount = Rational::from_double(std::max(most, 0.0));
  }
  if (bound.kind == Bound::Kind::all_of) {
    // Less bounds permit no less.
    std::erase_if(bound.parts, has_steps);
    if (bound.parts.empty()) return false;
  }
  return std::ranges::all_of(bound.parts, [&](Bound& part) { return widen(work, part); });
}

}  // namespace halfulp::range
