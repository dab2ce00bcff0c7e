// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "halfulp/error.hpp"
#include "number/as_double.hpp"
#include "number/layout.hpp"
#include "report/glance/special_cases.hpp"

namespace halfulp::report {
namespace {

/// More neighbours than these are no distance that one counts: the ends of the range say more.
constexpr std::int64_t kMostSteps = 99;

std::string value(const Explanation& of, Bits bits, Bits operand) {
  const FormatInfo& row = info(of.result_format);
  if (number::is_normalised(row) || row.kind == FormatKind::fixed) {
    // The second code of -1 of signed normalised formats stands for -1 too.
    const std::int64_t code = std::max(number::ordinal(row, bits), number::value_codes(row).least);
    return fmt::format("{:.5g}", static_cast<double>(code) / static_cast<double>(number::denominator(row)));
  }
  if (row.kind != FormatKind::floating) {
    const bool is_truth = info(of.operation).family == OperationFamily::comparison;
    return is_truth ? (bits == 0 ? "false" : "true") : value_text(of.result_format, bits);
  }
  const number::Layout layout(row);
  const std::string sign = layout.is_negative(bits) ? "-" : "";
  if (layout.is_zero(bits)) return layout.is_negative(bits) ? "-0" : "+0";
  if (layout.is_infinite(bits)) return sign + "INF";
  const FormatInfo& operands = info(info(of.operation).operand_format(0, of.format));
  if (operand != 0 && std::abs(number::as_double(row, bits)) == std::abs(number::as_double(operands, operand))) {
    return sign + "d";
  }
  return fmt::format("{:.4g}", number::as_double(row, bits));
}

/// The value of the result's format that is nearest to the exact result, where that is a number in its range.
std::optional<Bits> centre(const Explanation& of) {
  std::string text = of.exact;
  if (text.starts_with('~')) text = text.substr(1, text.find("...") - 1);
  const FormatInfo& row = info(of.result_format);
  if (row.kind != FormatKind::floating || text == "nan" || text.ends_with("inf")) return std::nullopt;
  try {
    return parse_value(of.result_format, text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

/// A range that holds several values, about one of them: the nearest to the exact result, zero, or the middle one.
struct Around {
  std::string value;
  std::int64_t below = 0;  ///< how many values the range has on that side
  std::int64_t above = 0;
  bool is_exact = false;  ///< it is about the exact result or zero
};

Around around(const Explanation& of, const Range& range, Bits operand) {
  const FormatInfo& row = info(of.result_format);
  const std::int64_t first = number::ordinal(row, range.first);
  const std::int64_t last = number::ordinal(row, range.last);
  const std::optional<Bits> middle = centre(of);
  const bool holds_zeros = row.kind == FormatKind::floating && first < 0 && last >= 0;
  const bool is_zero = middle && number::Layout(row).is_zero(*middle);
  if (middle && !is_zero) {
    const std::int64_t at = number::ordinal(row, *middle);
    if (first <= at && at <= last) return {value(of, *middle, operand), at - first, last - at, true};
  }
  if (holds_zeros && (is_zero || std::max(-first, last) <= kMostSteps)) return {"±0", -1 - first, last, true};
  const std::int64_t at = first + (last - first) / 2;
  return {value(of, number::from_ordinal(row, at), operand), at - first, last - at, false};
}

std::string near(const Around& about) { return "≈" + (about.value == "±0" ? "0" : about.value); }

std::string range_text(const Explanation& of, const Range& range, Bits operand, Detail detail) {
  const FormatInfo& row = info(of.result_format);
  if (range.first == range.last) return value(of, range.first, operand);
  const Around about = around(of, range, operand);
  if (row.kind == FormatKind::floating && about.value == "±0" && about.below == 0 && about.above == 0) return "±0";
  const bool is_narrow = std::max(about.below, about.above) <= kMostSteps;
  if (detail == Detail::brief && (is_narrow || about.is_exact)) return near(about);
  if (is_narrow && !about.is_exact) return near(about);
  if (!is_narrow) return fmt::format("[{}, {}]", value(of, range.first, operand), value(of, range.last, operand));
  return about.below == about.above ? fmt::format("{} ±{} ULP", about.value, about.below)
                                    : fmt::format("{} -{}/+{} ULP", about.value, about.below, about.above);
}

/// The ranges, those that only flushed denormals part joined: where zeros are permitted, and normal values from the
/// smallest on.
std::vector<Range> joined(const PermittedSet& set) {
  std::vector<Range> ranges;
  const FormatInfo& row = info(set.format);
  for (const Range& range : set.ranges) {
    const auto last = [&] { return number::ordinal(row, ranges.back().last); };
    const bool may_join = row.kind == FormatKind::floating && !ranges.empty();
    const std::int64_t least = may_join ? static_cast<std::int64_t>(number::Layout(row).min_normal()) : 0;
    const std::int64_t first = number::ordinal(row, range.first);
    if (may_join && ((last() == number::mirrored(least) && first >= -1 && first <= 0) ||
                     (last() >= -1 && last() <= 0 && first == least))) {
      ranges.back().last = range.last;
    } else {
      ranges.push_back(range);
    }
  }
  return ranges;
}

}  // namespace

std::string short_text(const Explanation& explanation, Bits operand, Detail detail) {
  const PermittedSet& set = explanation.permitted;
  if (set.anything) return "any";
  std::vector<std::string> parts;
  const std::vector<Range> ranges = detail == Detail::brief ? joined(set) : set.ranges;
  for (const Range& range : ranges) parts.push_back(range_text(explanation, range, operand, detail));
  for (const char* of : {"INF", "d"}) {
    const auto negative = std::ranges::find(parts, std::string("-") + of);
    const auto positive = std::ranges::find(parts, of);
    if (negative == parts.end() || positive == parts.end()) continue;
    *positive = std::string("±") + of;
    parts.erase(negative);
  }
  if (set.nan != NanKind::none) parts.emplace_back(set.nan == NanKind::any ? "NaN" : "same NaN");
  return fmt::format("{}", fmt::join(parts, " or "));
}

}  // namespace halfulp::report
