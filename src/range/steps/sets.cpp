// SPDX-License-Identifier: Apache-2.0
#include "range/steps/sets.hpp"

#include "number/layout.hpp"

namespace halfulp::range {

using judge::ValueSet;
using number::Layout;

bool is_floating(Format format) { return info(format).kind == FormatKind::floating; }

std::int64_t place_of_infinity(Format format) { return static_cast<std::int64_t>(Layout(info(format)).infinity()); }

bool has_infinity(const ValueSet& set) {
  if (!is_floating(set.format())) return set.anything();
  const std::int64_t infinity = place_of_infinity(set.format());
  return set.anything() || set.contains_ordinal(infinity) || set.contains_ordinal(number::mirrored(infinity));
}

bool is_beyond_numbers(const ValueSet& set) { return set.has_nan() || has_infinity(set); }

ValueSet set_of(Format format, Bits bits) {
  ValueSet set(format);
  if (is_floating(format) && Layout(info(format)).is_nan(bits)) {
    set.add_any_nan();
  } else {
    set.add_bits(bits);
  }
  return set;
}

ValueSet every_value(Format format) {
  if (!is_floating(format)) {
    const ValueSet::Interval codes = finite_values(format);
    ValueSet set(format);
    set.add(codes.first, codes.last);
    return set;
  }
  const std::int64_t infinity = place_of_infinity(format);
  ValueSet set(format);
  set.add(number::mirrored(infinity), infinity);
  set.add_any_nan();
  return set;
}

bool is_one_value(const ValueSet& set) { return !set.anything() && !set.has_nan() && set.count() == 1; }

bool is_given(const ValueSet& set) { return is_one_value(set) || (set.has_nan() && set.intervals().empty()); }

Bits given_bits(const ValueSet& set) {
  const FormatInfo& row = info(set.format());
  return set.intervals().empty() ? Layout(row).canonical_nan()
                                 : number::from_ordinal(row, set.intervals().front().first);
}

ValueSet::Interval finite_values(Format format) {
  if (!is_floating(format)) return {number::least_code(info(format)), number::most_code(info(format))};
  const std::int64_t infinity = place_of_infinity(format);
  return {number::mirrored(infinity) + 1, infinity - 1};
}

std::optional<ValueSet::Interval> finite_of(const ValueSet& set) {
  const ValueSet::Interval finite = finite_values(set.format());
  return set.anything() ? finite : set.hull(finite.first, finite.last);
}

}  // namespace halfulp::range
