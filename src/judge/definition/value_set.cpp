// SPDX-License-Identifier: Apache-2.0
#include "judge/definition/value_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "number/layout.hpp"

namespace halfulp {
bool PermittedSet::contains(Bits bits) const noexcept {
  if (anything) return true;
  const FormatInfo& row = info(format);
  if (row.kind == FormatKind::floating && number::Layout(row).is_nan(bits)) {
    return nan == NanKind::any || (nan == NanKind::listed && std::ranges::binary_search(nan_patterns, bits));
  }
  const std::int64_t position = number::ordinal(row, bits);
  return std::ranges::any_of(ranges, [&](const Range& range) {
    return number::ordinal(row, range.first) <= position && position <= number::ordinal(row, range.last);
  });
}

std::optional<NearestPermitted> PermittedSet::nearest(Bits bits) const noexcept {
  const FormatInfo& row = info(format);
  if (anything || (row.kind == FormatKind::floating && number::Layout(row).is_nan(bits))) return std::nullopt;
  if (contains(bits)) return NearestPermitted{bits, 0};
  std::optional<NearestPermitted> best;
  for (const Range& range : ranges) {
    for (const Bits end : {range.first, range.last}) {
      const auto [low, high] = std::minmax({number::ordinal(row, bits), number::ordinal(row, end)});
      // Ordinals of binary64 are up to 2^63 apart.
      const std::uint64_t values = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
      if (!best || values < best->values) best = NearestPermitted{end, values};
    }
  }
  return best;
}

bool PermittedSet::empty() const noexcept { return ranges.empty() && nan == NanKind::none && !anything; }

std::string PermittedSet::text() const {
  if (anything) return "{anything}";
  std::vector<std::string> parts;
  const auto value = [&](Bits bits) { return hex_text(format, bits); };
  for (const Range& range : ranges) {
    const std::int64_t size = number::ordinal(info(format), range.last) - number::ordinal(info(format), range.first);
    if (size == 0) {
      parts.push_back(value(range.first));
    } else if (size == 1) {
      parts.push_back(value(range.first));
      parts.push_back(value(range.last));
    } else {
      parts.push_back(fmt::format("[{}, {}]", value(range.first), value(range.last)));
    }
  }
  if (nan == NanKind::any) parts.emplace_back("any NaN");
  for (const Bits bits : nan_patterns) parts.push_back(fmt::format("NaN {}", bits_text(format, bits)));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

namespace judge {
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

}  // namespace judge
}  // namespace halfulp
