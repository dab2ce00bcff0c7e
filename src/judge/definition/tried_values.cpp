// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/tried_values.hpp"

#include <algorithm>
#include <climits>
#include <utility>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

/// What decides the bound of a function and its ULP at a value.
std::pair<const Ruling::Piece*, int> piece_and_binade(const Ruling& rule, std::int64_t at) {
  const Bits bits[] = {number::from_ordinal(*rule.format, at)};
  const ChosenOperands operands(rule.operation, rule.format->format, bits, true);
  const bool is_finite = operands.exact().kind == exact::Result::Kind::finite;
  return {&rule.piece(operands), is_finite ? operands.exact().value.floor_log2() : INT_MIN};
}

/// Bisects for the outermost changes of a class between two places.
template <class Class>
void add_changes(const FormatInfo& row, const Class& class_of, std::int64_t from, std::int64_t to,
                 std::vector<Bits>& points, int depth) {
  constexpr int kMostDeep = 3;
  if (depth > kMostDeep) return;
  const auto start = class_of(from);
  if (start == class_of(to)) return;
  std::int64_t low = from;
  std::int64_t high = to;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (class_of(middle) == start ? low : high) = middle;
  }
  points.push_back(number::from_ordinal(row, low));
  points.push_back(number::from_ordinal(row, high));
  add_changes(row, class_of, high, to, points, depth + 1);
}

}  // namespace

std::int64_t position(const FormatInfo& row, const Rational& value) {
  return number::ordinal(row, exact::round_to_nearest_even(row, value));  // exact: hulls end at format values
}

std::vector<Bits> members(const FormatInfo& row, const StepResults& x) {
  const number::Layout layout(row);
  std::vector<Bits> result;
  if (x.minus_zero) result.push_back(layout.zero(true));
  if (x.plus_zero) result.push_back(layout.zero(false));
  if (x.minus_infinity) result.push_back(layout.infinity(true));
  if (x.plus_infinity) result.push_back(layout.infinity(false));
  if (x.nan) result.push_back(layout.canonical_nan());
  return result;
}

std::vector<Bits> ends_and_members(const FormatInfo& row, const StepResults& x) {
  std::vector<Bits> result = members(row, x);
  if (!x.finite) return result;
  const std::int64_t first = position(row, x.low);
  const std::int64_t last = position(row, x.high);
  result.push_back(number::from_ordinal(row, first));
  if (last != first) result.push_back(number::from_ordinal(row, last));
  if (first < -2 && last > 1) {
    for (const std::int64_t at : {-2, -1, 0, 1}) result.push_back(number::from_ordinal(row, at));
  }
  return result;
}

void add_crossings(const Ruling& rule, const StepResults& x, std::vector<Bits>& points) {
  if (!x.finite) return;
  const FormatInfo& row = *rule.format;
  const std::int64_t first = position(row, x.low);
  const std::int64_t last = position(row, x.high);
  if (last - first <= kMostTried) return;
  const auto class_of = [&](std::int64_t at) { return piece_and_binade(rule, at); };
  // The functions of expressions are monotone on each side of zero, or have no value there.
  for (const auto& [from, to] :
       {std::pair{first, std::min<std::int64_t>(last, -2)}, std::pair{std::max<std::int64_t>(first, 1), last}}) {
    if (from < to) add_changes(row, class_of, from, to, points, 0);
  }
}

}  // namespace halfulp::judge
