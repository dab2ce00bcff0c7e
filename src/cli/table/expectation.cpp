// SPDX-License-Identifier: Apache-2.0
#include "cli/table/expectation.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "judge/definition/value_set.hpp"
#include "number/layout.hpp"

namespace halfulp::cli {
namespace {

judge::ValueSet values_of(const PermittedSet& set) {
  const FormatInfo& row = info(set.format);
  judge::ValueSet values(set.format);
  for (const Range& range : set.ranges) values.add(number::ordinal(row, range.first), number::ordinal(row, range.last));
  return values;
}

/// A NaN that is in `set` and not in `other`.
std::optional<Bits> nan_beyond(const PermittedSet& set, const PermittedSet& other) {
  if (set.nan == NanKind::none || other.nan == NanKind::any) return std::nullopt;
  std::vector<Bits> candidates = set.nan_patterns;
  if (set.nan == NanKind::any) {
    const Bits canonical = number::Layout(info(set.format)).canonical_nan();
    candidates = {canonical, canonical | 1, canonical | 2};
  }
  const auto found = std::ranges::find_if(candidates, [&](Bits bits) { return !other.contains(bits); });
  return found == candidates.end() ? std::nullopt : std::optional(*found);
}

/// What is in `set` and not in `other`: of its values the one nearest to `expected`, else a NaN.
std::optional<Bits> beyond(const PermittedSet& set, const PermittedSet& other, Bits expected) {
  judge::ValueSet rest = values_of(set);
  const judge::ValueSet others = values_of(other);
  for (const judge::ValueSet::Interval& interval : others.intervals()) {
    rest.remove(interval.first, interval.last);
  }
  if (rest.intervals().empty()) return nan_beyond(set, other);
  const auto nearest = rest.permitted().nearest(expected);
  return nearest ? nearest->bits : rest.permitted().ranges.front().first;
}

bool has_common(const PermittedSet& a, const PermittedSet& b) {
  const judge::ValueSet values = values_of(a);
  const judge::ValueSet others = values_of(b);
  for (const judge::ValueSet::Interval& interval : others.intervals()) {
    if (values.meets(interval.first, interval.last)) return true;
  }
  if (a.nan == NanKind::none || b.nan == NanKind::none) return false;
  if (a.nan == NanKind::any || b.nan == NanKind::any) return true;
  return std::ranges::any_of(a.nan_patterns, [&](Bits bits) { return b.contains(bits); });
}

Fit fit_of(const PermittedSet& accepted, const PermittedSet& permitted, Bits expected) {
  if (permitted.anything) return Fit::too_strict;
  const bool is_strict = beyond(permitted, accepted, expected).has_value();
  const bool is_lax = beyond(accepted, permitted, expected).has_value();
  if (is_strict && is_lax) return has_common(accepted, permitted) ? Fit::too_strict_and_too_lax : Fit::wrong;
  return is_strict ? Fit::too_strict : is_lax ? Fit::too_lax : Fit::right;
}

/// Whether a text names NaN, not one by its bits.
bool names_nan(std::string_view text) { return !text.starts_with("0x") && text.find_first_of("nN") != text.npos; }

PermittedSet accepted_of(const ExpectedCase& expected) {
  return accepted_by(info(expected.operation).result(expected.format), expected.expected,
                     names_nan(expected.expected_text), expected.tolerance);
}

}  // namespace

std::string_view name(Fit fit) noexcept {
  static constexpr std::array<std::string_view, kFits> kNames = {"right", "too_strict", "too_lax",
                                                                 "too_strict_and_too_lax", "wrong"};
  return kNames[static_cast<std::size_t>(fit)];
}

ExpectationVerdict judge_expectation(const Rulebook& book, const ExpectedCase& expected, const Readings& readings) {
  ExpectationVerdict verdict;
  verdict.accepted = accepted_of(expected);
  verdict.explanation = explain(book, expected.operation, expected.format, expected.operands, readings);
  const PermittedSet& permitted = verdict.explanation.permitted;
  verdict.fit = fit_of(verdict.accepted, permitted, expected.expected);
  if (permitted.anything) return verdict;
  verdict.rejects = beyond(permitted, verdict.accepted, expected.expected);
  verdict.accepts = beyond(verdict.accepted, permitted, expected.expected);
  return verdict;
}

Readings right_under(const Rulebook& book, const ExpectedCase& expected, const Readings& readings) {
  const PermittedSet accepted = accepted_of(expected);
  for (const OtherReading& other :
       other_readings(book, expected.operation, expected.format, expected.operands, readings)) {
    if (fit_of(accepted, other.permitted, expected.expected) == Fit::right) return {{other.reading, other.option}};
  }
  return {};
}

}  // namespace halfulp::cli
