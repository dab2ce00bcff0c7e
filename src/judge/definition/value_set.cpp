// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/value_set.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

std::int64_t infinity(Format format) { return number::ordinal(info(format), number::Layout(info(format)).infinity()); }

bool is_nan(Format format, Bits bits) {
  const FormatInfo& row = info(format);
  return row.kind == FormatKind::floating && number::Layout(row).is_nan(bits);
}

}  // namespace

ValueSet ValueSet::of_anything(Format format) {
  ValueSet set(format);
  set.add_anything();
  return set;
}

bool ValueSet::contains_ordinal(std::int64_t position) const { return anything_ || meets(position, position); }

bool ValueSet::contains(Bits bits) const {
  if (anything_) return true;
  if (!is_nan(format_, bits)) return contains_ordinal(number::ordinal(info(format_), bits));
  return nan_ == NanKind::any || (nan_ == NanKind::listed && std::ranges::binary_search(nan_patterns_, bits));
}

std::optional<ValueSet::Interval> ValueSet::hull(std::int64_t first, std::int64_t last) const {
  std::optional<Interval> hull;
  for (const Interval& i : intervals_) {
    if (i.last < first || last < i.first) continue;
    hull = Interval{hull ? hull->first : std::max(first, i.first), std::min(last, i.last)};
  }
  return hull;
}

std::optional<ValueSet::Interval> ValueSet::finite_hull() const {
  const auto negative = hull(-infinity(format_), -2);
  const auto positive = hull(1, infinity(format_) - 1);
  if (!negative) return positive;
  return Interval{negative->first, positive ? positive->last : negative->last};
}

ValueSet ValueSet::without_finite() const {
  ValueSet rest = *this;
  rest.remove(-infinity(format_), -2);
  rest.remove(1, infinity(format_) - 1);
  return rest;
}

std::int64_t ValueSet::count() const {
  std::uint64_t count = 0;
  for (const Interval& i : intervals_) {
    count += static_cast<std::uint64_t>(i.last) - static_cast<std::uint64_t>(i.first) + 1;
  }
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
  return static_cast<std::int64_t>(std::min(count, kMost));
}

ValueSet ValueSet::mirrored() const {
  ValueSet result = *this;
  result.intervals_.clear();
  for (const Interval& i : intervals_) result.add(number::mirrored(i.last), number::mirrored(i.first));
  return result;
}

void ValueSet::add(std::int64_t first, std::int64_t last) {
  // Those that it overlaps or is adjacent to become one with it.
  const auto from = std::ranges::find_if(intervals_, [&](const Interval& i) { return i.last + 1 >= first; });
  const auto to = std::find_if(from, intervals_.end(), [&](const Interval& i) { return last + 1 < i.first; });
  if (from == to) {
    intervals_.insert(from, {first, last});
    return;
  }
  *from = {std::min(first, from->first), std::max(last, std::prev(to)->last)};
  intervals_.erase(std::next(from), to);
}

void ValueSet::add_bits(Bits bits) {
  if (!is_nan(format_, bits)) {
    add(number::ordinal(info(format_), bits));
  } else if (nan_ != NanKind::any) {
    nan_ = NanKind::listed;
    const auto place = std::ranges::lower_bound(nan_patterns_, bits);
    if (place == nan_patterns_.end() || *place != bits) nan_patterns_.insert(place, bits);
  }
}

void ValueSet::remove(std::int64_t first, std::int64_t last) {
  if (!meets(first, last)) return;
  std::vector<Interval> result;
  for (const Interval& interval : intervals_) {
    if (interval.first < first) result.push_back({interval.first, std::min(interval.last, first - 1)});
    if (interval.last > last) result.push_back({std::max(interval.first, last + 1), interval.last});
  }
  intervals_ = std::move(result);
}

void ValueSet::unite(const ValueSet& other) {
  for (const Interval& interval : other.intervals_) add(interval.first, interval.last);
  anything_ = anything_ || other.anything_;
  if (other.nan_ == NanKind::any) add_any_nan();
  for (const Bits bits : other.nan_patterns_) add_bits(bits);
}

void ValueSet::intersect(std::int64_t first, std::int64_t last) {
  ValueSet range(format_);
  range.add(first, last);
  intersect(range);
}

void ValueSet::intersect(const ValueSet& other) {
  if (other.anything_) return;
  if (anything_) {
    *this = other;
    return;
  }
  std::vector<Interval> result;
  for (const Interval& a : intervals_) {
    for (const Interval& b : other.intervals_) {
      const Interval both{std::max(a.first, b.first), std::min(a.last, b.last)};
      if (both.first <= both.last) result.push_back(both);
    }
  }
  intervals_ = std::move(result);
  if (other.nan_ == NanKind::any) return;
  if (nan_ == NanKind::any || other.nan_ == NanKind::none) {
    nan_ = other.nan_;
    nan_patterns_ = other.nan_patterns_;
    return;
  }
  std::erase_if(nan_patterns_, [&](Bits bits) { return !std::ranges::binary_search(other.nan_patterns_, bits); });
  if (nan_patterns_.empty()) nan_ = NanKind::none;
}

PermittedSet ValueSet::permitted() const {
  const FormatInfo& row = info(format_);
  PermittedSet set;
  set.format = format_;
  set.anything = anything_;
  set.nan = nan_;
  set.nan_patterns = nan_patterns_;
  for (const Interval& i : intervals_) {
    set.ranges.push_back({number::from_ordinal(row, i.first), number::from_ordinal(row, i.last)});
  }
  return set;
}

}  // namespace halfulp::judge
