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
    if (result.variant.counts && result.tally.failed != 0)
      places.push_back(Cause::Where::in(result, result.tally.failed));
  }
  return places;
}

std::vector<std::string> own_rules_sentences(const Report& report) {
  if (!report.own_rules || report.own_rules->judged == 0) return {};
  const OwnRules& own = *report.own_rules;
  const auto breaks = [&](const std::string& cause, const Cause::Where* place) {
    return std::ranges::any_of(own.broken, [&](const OwnRules::Breach& breach) {
      const Cause::Where& where = breach.where;
      return breach.cause == cause &&
             (place == nullptr || (where.operation == place->operation && where.format == place->format));
    });
  };
  // "all 6 causes", "5 of 6 causes"
  const auto kept = [](std::ptrdiff_t broken, std::ptrdiff_t all, std::string_view one) {
    const std::string count = number_of(static_cast<std::uint64_t>(all), one);
    if (broken == 0) return all == 1 ? fmt::format("the {}", one) : "all " + count;
    return broken == all ? "none of " + count : fmt::format("{} of {}", all - broken, count);
  };
  const auto fails = [](const Cause& cause) { return cause.failed > 0; };
  const std::vector<Cause::Where> others = by_operation(unexplained_places(report));
  const auto causes = std::ranges::count_if(report.causes, fails);
  const auto broken = std::ranges::count_if(
      report.causes, [&](const Cause& cause) { return fails(cause) && breaks(cause.id, nullptr); });
  std::string where;
  if (causes > 0) where = kept(broken, causes, "cause");
  if (!others.empty()) {
    const auto broken_others =
        std::ranges::count_if(others, [&](const Cause::Where& place) { return breaks("", &place); });
    where += fmt::format("{}{}{}", where.empty() ? "" : " and in ",
                         kept(broken_others, std::ssize(others), "operation"), causes > 0 ? " without a cause" : "");
  }
  std::vector<std::string> sentences = {
      fmt::format("By {}, its own rules, the driver is right in {}", own.rulebook, where)};
  std::vector<std::string> breaches;
  for (const OwnRules::Breach& breach : own.broken) {
    std::string text =
        fmt::format("{} ({})", called(breach.where.operation, breach.where.format, breach.where.naming), breach.rule);
    if (std::ranges::find(breaches, text) == breaches.end()) breaches.push_back(std::move(text));
  }
  if (!breaches.empty()) sentences.push_back(fmt::format("it breaks them in {}", fmt::join(breaches, ", ")));
  return sentences;
}

const Result* result_at(const Report& report, const Cause::Where& place) noexcept {
  const auto result = std::ranges::find_if(report.results, [&](const Result& one) { return place.is_of(one); });
  return result == report.results.end() ? nullptr : &*result;
}

}  // namespace halfulp::report
