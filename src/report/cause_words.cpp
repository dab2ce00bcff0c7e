// SPDX-License-Identifier: Apache-2.0
#include "report/cause_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/values.hpp"

namespace halfulp::report {

std::string number_of(std::uint64_t count, std::string_view one, std::string_view several) {
  if (count == 1) return fmt::format("1 {}", one);
  return several.empty() ? fmt::format("{} {}s", grouped(count), one) : fmt::format("{} {}", grouped(count), several);
}

std::string counts_text(const Cause& cause) {
  std::string text;
  if (cause.failed > 0) text = number_of(cause.failed, "failure");
  if (cause.reading > 0) {
    text +=
        fmt::format("{}{} by another reading", text.empty() ? "" : " and ", number_of(cause.reading, "pass", "passes"));
  }
  return text;
}

std::string_view control_text(Cause::Control control) {
  switch (control) {
    case Cause::Control::not_offered:
      return " (the driver offers no control for this)";
    case Cause::Control::not_obeyed:
      return " (asked for and not obeyed)";
    case Cause::Control::nothing_to_ask:
      break;
  }
  return "";
}

std::vector<Cause::Where> by_operation(std::span<const Cause::Where> where) {
  std::vector<Cause::Where> merged;
  for (const Cause::Where& place : where) {
    const auto known = std::ranges::find_if(merged, [&](const Cause::Where& one) {
      return one.operation == place.operation && one.format == place.format;
    });
    if (known != merged.end()) {
      known->count += place.count;
    } else {
      merged.push_back(place);
    }
  }
  std::ranges::stable_sort(merged, std::ranges::greater{}, &Cause::Where::count);
  return merged;
}

std::vector<Cause::Where> unexplained_places(const Report& report) {
  if (!report.causes.empty() || !report.unexplained.empty()) return report.unexplained;
  std::vector<Cause::Where> places;
  for (const Result& result : report.results) {
    if (result.tally.failed != 0) places.push_back(Cause::Where::in(result, result.tally.failed));
  }
  return places;
}

const Result* result_at(const Report& report, const Cause::Where& place) noexcept {
  const auto result = std::ranges::find_if(report.results, [&](const Result& one) { return place.is_of(one); });
  return result == report.results.end() ? nullptr : &*result;
}

}  // namespace halfulp::report
