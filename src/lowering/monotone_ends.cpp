// SPDX-License-Identifier: Apache-2.0
#include "lowering/monotone_ends.hpp"

#include <algorithm>
#include <cmath>

#include "exact/result.hpp"
#include "exact/value.hpp"
#include "lowering/functions.hpp"
#include "lowering/truth.hpp"
#include "number/layout.hpp"

namespace halfulp::lowering {
namespace {

using exact::Result;
using judge::Bound;
using judge::Ruling;
using number::Layout;
using BoundKind = judge::Bound::Kind;

/// The classes that tables have apart, in the order of magnitudes.
enum class Class : std::uint8_t { zero, denormal, below_one, one, above_one, infinity, nan };

Class class_of(const FormatInfo& row, Bits bits) {
  if (row.kind != FormatKind::floating) return Class::above_one;
  const Layout layout(row);
  if (layout.is_nan(bits)) return Class::nan;
  if (layout.is_infinite(bits)) return Class::infinity;
  if (layout.is_zero(bits)) return Class::zero;
  if (layout.is_denormal(bits)) return Class::denormal;
  if (layout.magnitude(bits) == layout.one()) return Class::one;
  return layout.magnitude(bits) < layout.one() ? Class::below_one : Class::above_one;
}

bool has_sign(const FormatInfo& row, Bits bits) {
  return row.kind == FormatKind::floating && Layout(row).is_negative(bits);
}

/// Whether both tuples have operands of the same classes, so that all tuples between them do.
bool are_alike(const Ruling& ruling, const TupleRange& range) {
  for (std::size_t i = 0; i < range[0].size(); ++i) {
    const FormatInfo& row = ruling.operand_row(i);
    if (class_of(row, range[0][i]) != class_of(row, range[1][i]) ||
        has_sign(row, range[0][i]) != has_sign(row, range[1][i])) {
      return false;
    }
  }
  return true;
}

bool has_nan_or_infinity(const Ruling& ruling, const TupleRange& range) {
  return !judge::all_finite(ruling, range[0]) || !judge::all_finite(ruling, range[1]);
}

Box box_of(const Ruling& ruling, const TupleRange& range) {
  Box box{};
  for (std::size_t i = 0; i < range[0].size(); ++i) {
    const FormatInfo& row = ruling.operand_row(i);
    const auto of = [&](Bits bits) { return judge::enclosure(exact::value_of(row, bits)); };
    const Enclosure first = of(range[0][i]);
    const Enclosure last = of(range[1][i]);
    box[i] = {std::min(first.low, last.low), std::max(first.high, last.high)};
    if (class_of(row, range[0][i]) != Class::denormal) continue;
    // It may be flushed.
    box[i] = {std::min(box[i].low, 0.0), std::max(box[i].high, 0.0)};
  }
  return box;
}

/// Whether each condition of the ruling holds for all operands of a box, or for none.
bool are_conditions_certain(const Ruling& ruling, const Box& box) {
  const auto is_certain = [&](const std::optional<judge::Condition>& condition) {
    return !condition || holds_over(*condition, box) != Truth::varies;
  };
  return std::ranges::all_of(ruling.identities, is_certain, &Ruling::Identity::condition) &&
         std::ranges::all_of(ruling.allowed_where, is_certain) && std::ranges::all_of(ruling.required, is_certain) &&
         std::ranges::all_of(ruling.accuracy, is_certain, &Ruling::Piece::condition);
}

/// Whether the ends of a bound of one amount are monotone in the exact result, within one binade of it.
bool is_bound_monotone(const Bound& bound, judge::Ulp ulp) {
  switch (bound.kind) {
    case BoundKind::inherited:
    case BoundKind::composed:
    case BoundKind::sequence:
    case BoundKind::recoded:
      return false;
    case BoundKind::any_of:
    case BoundKind::all_of:
      return std::ranges::all_of(bound.parts, [&](const Bound& part) { return is_bound_monotone(part, ulp); });
    case BoundKind::ulp:
      return ulp == judge::Ulp::muller_a || ulp == judge::Ulp::muller_b;
    case BoundKind::relative:
      return bound.is_constant() && bound.amount < judge::Rational(1);
    default:
      return bound.source->integer_bits == 0;  // else low bits of an integer are kept
  }
}

bool varies(const Bound& bound) { return !bound.is_constant() || std::ranges::any_of(bound.parts, varies); }

/// Whether a bound's amount has a greatest value over a box.
bool is_limited(const Bound& bound, const Box& box) {
  if (!std::ranges::all_of(bound.parts, [&](const Bound& part) { return is_limited(part, box); })) return false;
  return bound.is_constant() || std::isfinite(values_over(bound.varying, box).high);
}

/// Gives a bound the least or the greatest amount that it has over a box.
void make_constant(Bound& bound, const Box& box, bool is_greatest) {
  for (Bound& part : bound.parts) make_constant(part, box, is_greatest);
  if (bound.is_constant()) return;
  const Enclosure amount = values_over(bound.varying, box);
  bound.varying = {};
  const double end = is_greatest ? amount.high : amount.low;
  bound.amount = judge::Rational::from_double(std::isfinite(end) ? std::max(end, 0.0) : 0);
}

bool is_function_monotone(const Ruling& ruling, const TupleRange& range) {
  using enum Operation;
  if (range[0].size() == 1) return is_monotone(ruling.operation, ruling.operand_row(0), range[0][0], range[1][0]);
  constexpr std::array kOfTwo = {add, sub, mul, div};
  return range[0].size() == 2 && std::ranges::find(kOfTwo, ruling.operation) != kOfTwo.end();
}

/// Whether bounds around both exact results, and all between, have one ULP: they lie in one binade, the denormals and
/// the first one counted as one, or beyond the last.
bool have_one_ulp(const exact::Real& first, const exact::Real& last, const FormatInfo& row) {
  const auto zone_of = [&](const exact::Real& x) {
    return std::clamp(x.floor_log2(), row.min_exponent(), row.max_exponent() + 1);
  };
  // At a power of two the ULP is that of the binade below.
  const auto is_power = [](const exact::Real& x) { return x.is_rational() && x.rational().abs().is_power_of_two(); };
  return first.sign() == last.sign() && zone_of(first) == zone_of(last) && is_power(first) == is_power(last);
}

/// Whether neither exact result, nor any between, is a value of the format.
bool are_between_values(const exact::Real& first, const exact::Real& last, const FormatInfo& row) {
  const exact::Grid& grid = exact::Grid::of(row);
  const auto is_beyond = [&](const exact::Real& x) { return x.floor_log2() > row.max_exponent(); };
  if (is_beyond(first) && is_beyond(last)) return true;
  const auto is_value = [&](const exact::Real& x) { return x.is_rational() && grid.holds(x.rational()); };
  return !is_value(first) && !is_value(last) &&
         exact::Magnitude(first).floor(grid) == exact::Magnitude(last).floor(grid);
}

bool are_exact_alike(const Ruling& ruling, const TupleRange& range) {
  const auto exact_of = [&](std::size_t i) {
    return exact::exact_result(ruling.operation, ruling.format->format, range[i]);
  };
  const Result first = exact_of(0);
  const Result last = exact_of(1);
  if (first.kind != last.kind || first.negative != last.negative || first.cancelled != last.cancelled) return false;
  const FormatInfo& row = *ruling.result_format;
  if (first.kind != Result::Kind::finite || row.kind != FormatKind::floating) return true;
  // Values of the format are permitted in other ways than what lies between them.
  const bool has_values_apart = ruling.policies.exact_if_representable || ruling.policies.ulp == judge::Ulp::muller_b;
  return have_one_ulp(first.value, last.value, row) &&
         (!has_values_apart || are_between_values(first.value, last.value, row));
}

}  // namespace

bool has_monotone_ends(const Ruling& ruling, const TupleRange& range) {
  // A table has no classes of integers.
  if (!are_alike(ruling, range) || (ruling.table && ruling.operand_row(0).kind != FormatKind::floating)) return false;
  std::optional<Box> box;
  if (!has_nan_or_infinity(ruling, range)) {
    box = box_of(ruling, range);
    if (!are_conditions_certain(ruling, *box) || !is_function_monotone(ruling, range)) return false;
  }
  const auto has_monotone_bound = [&](const Ruling::Piece& piece) {
    const bool holds = !piece.condition || !box || holds_over(*piece.condition, *box) == Truth::yes;
    return !holds || (is_bound_monotone(piece.bound, ruling.policies.ulp) && (!box || is_limited(piece.bound, *box)));
  };
  return std::ranges::all_of(ruling.accuracy, has_monotone_bound) && are_exact_alike(ruling, range);
}

std::optional<std::array<Ruling, 2>> with_constant_amounts(const Ruling& ruling, const TupleRange& range) {
  const auto varies_somewhere = [](const Ruling::Piece& piece) { return varies(piece.bound); };
  if (has_nan_or_infinity(ruling, range) || std::ranges::none_of(ruling.accuracy, varies_somewhere))
    return std::nullopt;
  const Box box = box_of(ruling, range);
  std::array<Ruling, 2> result = {ruling, ruling};
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    for (Ruling::Piece& piece : result[i].accuracy) make_constant(piece.bound, box, i == 1);
  }
  return result;
}

const Ruling::Piece* deciding_piece(const Ruling& ruling, const TupleRange& range) {
  if (has_nan_or_infinity(ruling, range)) return nullptr;
  for (std::size_t i = 0; i < range[0].size(); ++i) {
    const Class of = class_of(ruling.operand_row(i), range[0][i]);
    if (of != Class::below_one && of != Class::above_one) return nullptr;
  }
  const Box box = box_of(ruling, range);
  const auto may_hold = [&](const std::optional<judge::Condition>& condition) {
    return !condition || holds_over(*condition, box) != Truth::no;
  };
  // An identity without a condition is of NaN.
  if (std::ranges::any_of(ruling.identities,
                          [&](const auto& one) { return one.condition && may_hold(one.condition); }) ||
      std::ranges::any_of(ruling.allowed_where, may_hold)) {
    return nullptr;
  }
  if (ruling.table && (ruling.table->cell(*ruling.format, range[0]).decides() ||
                       ruling.table->cell(*ruling.format, range[0]).range != judge::TableCell::Range::none)) {
    return nullptr;
  }
  for (const std::span<const Bits> operands : range) {
    const Result exact = exact::exact_result(ruling.operation, ruling.format->format, operands);
    if (exact.kind != Result::Kind::finite || exact.clamped) return nullptr;
  }
  return &ruling.piece(range[0]);
}

}  // namespace halfulp::lowering
