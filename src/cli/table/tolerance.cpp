// SPDX-License-Identifier: Apache-2.0
#include "cli/table/tolerance.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "exact/text.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "number/layout.hpp"

namespace halfulp::cli {
namespace {

using exact::Rational;

[[noreturn]] void refuse_tolerance(std::string_view text) {
  throw Error(Error::Kind::kInput,
              fmt::format("'{}' is no tolerance: write '2 ulp', '1e-5' (absolute), '1e-5 rel' or '0.1%', or leave it "
                          "empty (exact)",
                          text));
}

std::string_view without_blanks_around(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Takes one of the words from a text's end.
bool take_word(std::string_view& text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (!text.ends_with(word)) continue;
    text.remove_suffix(word.size());
    return true;
  }
  return false;
}

/// The ordinals of a format's finite values.
std::pair<std::int64_t, std::int64_t> finite_ordinals(const FormatInfo& row) {
  if (row.kind != FormatKind::floating) return {number::least_code(row), number::most_code(row)};
  const std::int64_t most = number::ordinal(row, number::Layout(row).max_finite());
  return {row.has_sign ? number::mirrored(most) : 0, most};
}

/// The first ordinal from `first` to `last` whose value is at least `bound`, or `last` + 1. Values ascend.
std::int64_t first_at_least(const FormatInfo& row, const Rational& bound, std::int64_t first, std::int64_t last) {
  while (first <= last) {
    const std::int64_t middle = first + (last - first) / 2;
    if (exact::value_of(row, number::from_ordinal(row, middle)) < bound) {
      first = middle + 1;
    } else {
      last = middle - 1;
    }
  }
  return first;
}

/// The unit in the last place at a value: the step of its binade, of codes one code.
Rational ulp_at(const FormatInfo& row, Bits bits) {
  if (row.kind == FormatKind::floating) return Rational::power_of_two(number::Layout(row).parts(bits).exponent);
  const bool is_fraction = number::is_normalised(row) || row.kind == FormatKind::fixed;
  return is_fraction ? Rational(1, number::denominator(row)) : Rational(1);
}

Rational distance(const FormatInfo& row, Bits expected, const Tolerance& tolerance) {
  switch (tolerance.kind) {
    case Tolerance::Kind::ulp:
      return tolerance.amount * ulp_at(row, expected);
    case Tolerance::Kind::relative:
      return tolerance.amount * exact::value_of(row, expected).abs();
    default:
      return tolerance.amount;
  }
}

}  // namespace

Tolerance read_tolerance(std::string_view text, ToleranceUnit unit) {
  const std::string_view written = text;
  if (text.empty() || text == "exact") return {};
  if (text.starts_with("\xc2\xb1")) text.remove_prefix(2);  // a plus-minus sign
  text = without_blanks_around(text);
  Tolerance tolerance{.kind = Tolerance::Kind::absolute, .amount = {}, .text = std::string(written)};
  bool is_percent = false;
  if (take_word(text, {"ulps", "ulp", "ULPs", "ULPS", "ULP"})) {
    tolerance.kind = Tolerance::Kind::ulp;
  } else if (take_word(text, {"relative", "rel"})) {
    tolerance.kind = Tolerance::Kind::relative;
  } else if (take_word(text, {"%"})) {
    tolerance.kind = Tolerance::Kind::relative;
    is_percent = true;
  } else if (!take_word(text, {"absolute", "abs"})) {
    if (unit == ToleranceUnit::ulp) tolerance.kind = Tolerance::Kind::ulp;
    if (unit == ToleranceUnit::relative) tolerance.kind = Tolerance::Kind::relative;
    if (unit == ToleranceUnit::ulp) tolerance.text += " ulp";
    if (unit == ToleranceUnit::relative) tolerance.text += " rel";
  }
  const std::optional<Rational> amount = exact::number_of(without_blanks_around(text));
  if (!amount || amount->sign() < 0) refuse_tolerance(written);
  tolerance.amount = is_percent ? *amount * Rational(1, 100) : *amount;
  return tolerance;
}

PermittedSet accepted_by(Format format, Bits expected, bool any_nan, const Tolerance& tolerance) {
  const FormatInfo& row = info(format);
  PermittedSet set{.format = format, .ranges = {}, .nan = NanKind::none, .nan_patterns = {}, .anything = false};
  const bool is_floating = row.kind == FormatKind::floating;
  if (is_floating && number::Layout(row).is_nan(expected)) {
    const bool is_one = !any_nan && tolerance.kind == Tolerance::Kind::exact;
    set.nan = is_one ? NanKind::listed : NanKind::any;
    if (is_one) set.nan_patterns = {expected};
    return set;
  }
  const bool is_infinite = is_floating && number::Layout(row).is_infinite(expected);
  if (tolerance.kind == Tolerance::Kind::exact || is_infinite || row.kind == FormatKind::boolean ||
      row.kind == FormatKind::shared_exponent) {
    set.ranges = {{expected, expected}};
    return set;
  }
  const Rational value = exact::value_of(row, expected);
  const Rational reach = distance(row, expected, tolerance);
  const auto [least, most] = finite_ordinals(row);
  const std::int64_t first = first_at_least(row, value - reach, least, most);
  // The first value above the upper end, less one.
  const Rational upper = value + reach;
  std::int64_t last = first_at_least(row, upper, least, most);
  while (last <= most && exact::value_of(row, number::from_ordinal(row, last)) == upper) ++last;
  set.ranges = {{number::from_ordinal(row, first), number::from_ordinal(row, last - 1)}};
  return set;
}

}  // namespace halfulp::cli
