// SPDX-License-Identifier: Apache-2.0
#include "range/steps/parts.hpp"

#include <algorithm>
#include <limits>

#include "number/layout.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::range {
namespace {

using judge::Denormals;
using judge::ValueSet;
using number::Layout;
using Interval = ValueSet::Interval;

/// The intervals of ordinals from which parts are taken, in the order of values.
std::vector<Interval> classes_of(const FormatInfo& row, bool is_whole) {
  const Layout layout(row);
  const auto infinity = static_cast<std::int64_t>(layout.infinity());
  if (is_whole) {
    const Interval lowest{number::mirrored(infinity), number::mirrored(infinity)};
    return {lowest, {lowest.first + 1, infinity - 1}, {infinity, infinity}};
  }
  const auto normal = static_cast<std::int64_t>(layout.min_normal());
  const auto one = static_cast<std::int64_t>(layout.one());
  const std::vector<Interval> positive = {{0, 0},     {1, normal - 1},         {normal, one - 1},
                                          {one, one}, {one + 1, infinity - 1}, {infinity, infinity}};
  std::vector<Interval> result;
  for (auto one_class = positive.rbegin(); one_class != positive.rend(); ++one_class) {
    result.push_back({number::mirrored(one_class->last), number::mirrored(one_class->first)});
  }
  result.insert(result.end(), positive.begin(), positive.end());
  return result;
}

/// The same set with the zeros that its denormals may become, and those that its zeros may count as.
ValueSet flushed(ValueSet set, const judge::Policies& policies) {
  const FormatInfo& row = info(set.format());
  const auto normal = static_cast<std::int64_t>(Layout(row).min_normal());
  if (policies.any_zero_sign && set.meets(-1, 0)) set.add(-1, 0);
  if (policies.operands == Denormals::keep || policies.operands == Denormals::flush_to_compare) return set;
  const bool has_positive = set.meets(1, normal - 1);
  const bool has_negative = set.meets(-normal, -2);
  ValueSet result = set;
  if (policies.operands == Denormals::flush) {
    result.remove(1, normal - 1);
    result.remove(-normal, -2);
  }
  const bool is_any = (policies.any_flushed_sign || policies.any_zero_sign) && (has_positive || has_negative);
  if (has_positive || is_any) result.add(0);
  if (has_negative || is_any) result.add(-1);
  return result;
}

}  // namespace

bool Part::is_finite(const FormatInfo& row) const {
  if (row.kind != FormatKind::floating) return true;
  return nan == 0 && Layout(row).is_finite(first_bits(row)) && Layout(row).is_finite(last_bits(row));
}

Bits Part::first_bits(const FormatInfo& row) const { return nan != 0 ? nan : number::from_ordinal(row, first); }
Bits Part::last_bits(const FormatInfo& row) const { return nan != 0 ? nan : number::from_ordinal(row, last); }

std::vector<Part> parts_by_sign(const Part& part) {
  if (part.is_point()) return {part};
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  std::vector<Part> result;
  for (const Interval& sign : {Interval{-kMost, -2}, Interval{-1, -1}, Interval{0, 0}, Interval{1, kMost}}) {
    const std::int64_t first = std::max(part.first, sign.first);
    const std::int64_t last = std::min(part.last, sign.last);
    if (first <= last) result.push_back({first, last, 0});
  }
  return result;
}

std::vector<Part> parts_of(const ValueSet& set, const judge::Policies& policies, bool is_whole) {
  ValueSet all = set.anything() ? every_value(set.format()) : set;
  if (!is_floating(set.format())) {
    const auto codes = finite_of(all);
    return codes ? std::vector{Part{codes->first, codes->last, 0}} : std::vector<Part>{};
  }
  const FormatInfo& row = info(set.format());
  const Layout layout(row);
  const bool has_nan = all.has_nan();
  all = flushed(all, policies);
  std::vector<Part> parts;
  if (has_nan) {
    // The sign of a NaN may count; its other bits do not.
    parts.push_back({0, 0, layout.canonical_nan()});
    parts.push_back({0, 0, layout.canonical_nan() | layout.sign_mask()});
  }
  for (const Interval& one : classes_of(row, is_whole)) {
    if (const auto hull = all.hull(one.first, one.last)) parts.push_back({hull->first, hull->last, 0});
  }
  return parts;
}

}  // namespace halfulp::range
