// SPDX-License-Identifier: Apache-2.0
#include "lowering/shape.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "number/layout.hpp"

namespace halfulp::lowering {
namespace {

using judge::ValueSet;

ValueSet united(ValueSet set, const ValueSet& other) {
  set.unite(other);
  return set;
}

/// All values of a format.
ValueSet all_values(Format format) {
  const FormatInfo& row = info(format);
  ValueSet set(format);
  if (row.kind != FormatKind::floating) {
    set.add(number::least_code(row), number::most_code(row));
    return set;
  }
  const number::Layout layout(row);
  set.add(row.has_sign ? number::ordinal(row, layout.infinity(true)) : 0, number::ordinal(row, layout.infinity()));
  set.add_any_nan();
  return set;
}

/// The shapes at both ends of an interval.
using Shapes = std::array<Shape, 2>;

std::optional<Shapes> shapes_of(const std::array<ValueSet, 2>& sets) {
  std::optional<Shape> first = Shape::of(sets[0]);
  std::optional<Shape> last = Shape::of(sets[1]);
  if (!first || !last || first->others != last->others) return std::nullopt;
  for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
    if (first->numbers[sign].has_value() != last->numbers[sign].has_value()) return std::nullopt;
  }
  return Shapes{*std::move(first), *std::move(last)};
}

/// The least and the most that an end of the numbers of one sign may be.
std::pair<std::int64_t, std::int64_t> limits(const Shapes& shapes, std::size_t sign,
                                             std::int64_t Shape::Interval::*end) {
  return std::minmax((*shapes[0].numbers[sign]).*end, (*shapes[1].numbers[sign]).*end);
}

bool are_all_within(const Shapes& a, const Shapes& b) {
  if (!is_within(a[0].others, b[0].others)) return false;
  if (b[0].others.anything()) return true;
  for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
    if (!a[0].numbers[sign]) continue;
    if (!b[0].numbers[sign] ||
        limits(a, sign, &Shape::Interval::first).first < limits(b, sign, &Shape::Interval::first).second ||
        limits(a, sign, &Shape::Interval::last).second > limits(b, sign, &Shape::Interval::last).first) {
      return false;
    }
  }
  return true;
}

bool are_none_within(const Shapes& a, const Shapes& b) {
  if (b[0].others.anything()) return false;
  if (!is_within(a[0].others, b[0].others)) return true;
  for (const std::size_t sign : {std::size_t{0}, std::size_t{1}}) {
    if (!a[0].numbers[sign]) continue;
    if (!b[0].numbers[sign] ||
        limits(a, sign, &Shape::Interval::first).second < limits(b, sign, &Shape::Interval::first).first ||
        limits(a, sign, &Shape::Interval::last).first > limits(b, sign, &Shape::Interval::last).second) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::optional<Shape> Shape::of(const ValueSet& set) {
  const FormatInfo& row = info(set.format());
  if (set.anything() && row.kind != FormatKind::floating) return of(all_values(set.format()));
  Shape shape{{}, set};
  if (set.anything()) return shape;
  const bool is_floating = row.kind == FormatKind::floating;
  const std::int64_t infinity =
      is_floating ? number::ordinal(row, number::Layout(row).infinity()) : number::most_code(row) + 1;
  const std::int64_t least = is_floating ? 1 : number::least_code(row);
  const std::array ranges = {Interval{least, infinity - 1},
                             Interval{number::mirrored(infinity) + 1, number::mirrored(1)}};
  for (std::size_t sign = 0; sign < (is_floating ? 2U : 1U); ++sign) {
    ValueSet numbers = set;
    numbers.intersect(ranges[sign].first, ranges[sign].last);
    if (numbers.intervals().size() > 1) return std::nullopt;
    if (!numbers.intervals().empty()) shape.numbers[sign] = numbers.intervals().front();
    shape.others.remove(ranges[sign].first, ranges[sign].last);
  }
  return shape;
}

bool is_within(const ValueSet& a, const ValueSet& b) {
  if (b.anything()) return true;
  return united(b, a.anything() ? all_values(a.format()) : a) == b;
}

Answer answer_over(const SetsOfInterval& a, const SetsOfInterval& b) {
  const auto outer_a = shapes_of(a.outer);
  const auto inner_b = shapes_of(b.inner);
  if (outer_a && inner_b && are_all_within(*outer_a, *inner_b)) return Answer::allowed;
  const auto inner_a = shapes_of(a.inner);
  const auto outer_b = shapes_of(b.outer);
  if (inner_a && outer_b && are_none_within(*inner_a, *outer_b)) return Answer::forbidden;
  return Answer::undecided;
}

std::vector<Bits> ends_outside(const PermittedSet& a, const PermittedSet& b) {
  const FormatInfo& row = info(a.format);
  std::vector<Bits> candidates;
  for (const Range& range : a.ranges) candidates.insert(candidates.end(), {range.first, range.last});
  if (a.anything) candidates.push_back(0);
  candidates.insert(candidates.end(), a.nan_patterns.begin(), a.nan_patterns.end());
  const bool is_floating = row.kind == FormatKind::floating;
  const number::Layout layout(row);
  for (Bits i = 0; is_floating && i <= b.nan_patterns.size(); ++i) candidates.push_back(layout.canonical_nan() + i);
  constexpr int kByte = 8;
  const Bits all = ~Bits{0} >> (kByte * (static_cast<int>(sizeof(Bits)) - row.bytes));
  for (const Range& range : b.ranges) {
    candidates.push_back(number::from_ordinal(row, number::ordinal(row, range.first) - 1) & all);
    candidates.push_back(number::from_ordinal(row, number::ordinal(row, range.last) + 1) & all);
  }
  if (is_floating && a.anything) candidates.insert(candidates.end(), {layout.infinity(true), layout.infinity()});
  std::erase_if(candidates, [&](Bits bits) { return !a.contains(bits) || b.contains(bits); });
  return candidates;
}

std::optional<Outside> farthest_outside(const PermittedSet& a, const PermittedSet& b) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::optional<Outside> farthest;
  for (const Bits bits : ends_outside(a, b)) {
    const auto nearest = b.nearest(bits);
    const Outside one{bits, nearest ? nearest->values : kMost};
    if (!farthest || one.values > farthest->values) farthest = one;
  }
  return farthest;
}

}  // namespace halfulp::lowering
