// SPDX-License-Identifier: Apache-2.0
#include "report/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// Operations of a rulebook, each once.
struct Verdicts {
  std::set<Operation> judged;
  std::set<Operation> broken;
  std::set<Operation> under_readings;
};

Verdicts verdicts(const Report& report, std::string_view rulebook) {
  Verdicts found;
  for (const Result& result : report.results) {
    if (result.rulebook != rulebook || !result.variant.counts || result.tally.cases == 0) continue;
    found.judged.insert(result.operation);
    if (breaks(result, report.strict)) found.broken.insert(result.operation);
    if (result.tally.reading > 0) found.under_readings.insert(result.operation);
  }
  return found;
}

}  // namespace

bool conforms(const Report& report, std::string_view rulebook) {
  return verdicts(report, rulebook).broken.empty() && broken_by_run(report, rulebook).empty();
}

std::string verdict_sentence(const Report& report, std::string_view rulebook) {
  const auto [judged, broken, under_readings] = verdicts(report, rulebook);
  const std::vector<std::string> by_run = broken_by_run(report, rulebook);
  if (judged.empty() && by_run.empty()) return fmt::format("nothing was judged by {}", rulebook);
  const bool complete = is_complete(report);
  const std::string_view does = !conforms(report, rulebook) ? "does not conform to"
                                : complete                  ? "conforms to"
                                                            : "judged in part by";
  std::string line = fmt::format("{} {}: ", does, rulebook);
  line += broken.empty() ? fmt::format("no failure in {} operation{}", judged.size(), judged.size() == 1 ? "" : "s")
                         : fmt::format("{} of {} operations fail", broken.size(), judged.size());
  if (!under_readings.empty() && !report.strict) {
    line += fmt::format("; {} {} results that pass under another reading only", under_readings.size(),
                        under_readings.size() == 1 ? "has" : "have");
  }
  if (!by_run.empty()) line += fmt::format("; broken by the run as a whole: {}", fmt::join(by_run, ", "));
  return line;
}

std::string where_sentence(const Finding& finding) {
  std::vector<std::string> books;
  for (const Finding::Count& count : finding.where) {
    if (std::ranges::find(books, count.rulebook) == books.end()) books.push_back(count.rulebook);
  }
  std::string result;
  for (const std::string& book : books) {
    std::uint64_t total = 0;
    std::string operations;
    for (const Finding::Count& count : finding.where) {
      if (count.rulebook != book) continue;
      total += count.count;
      operations += fmt::format("{}{} {}", operations.empty() ? "" : ", ",
                                called(count.operation, count.format, count.naming), grouped(count.count));
    }
    result += fmt::format("{}{} in {} ({})", result.empty() ? "" : "; ", grouped(total), book, operations);
  }
  return result;
}

std::string failing_sentence(const std::vector<Finding::Failing>& failing) {
  constexpr std::size_t kMost = 3;        // names
  constexpr std::size_t kMostGroups = 2;  // of operations
  std::string result;
  for (std::size_t i = 0; i < std::min(kMostGroups, failing.size()); ++i) {
    const std::vector<std::string>& names = failing[i].operations;
    result += fmt::format("{}{}", i == 0 ? "" : "; ", sentence(failing[i].cases));
    if (failing.size() == 1) continue;
    const std::size_t shown = std::min(kMost, names.size());
    result += fmt::format(" ({}", fmt::join(std::span(names).first(shown), ", "));
    result += names.size() > shown ? fmt::format(" and {} more)", names.size() - shown) : ")";
  }
  if (failing.size() > kMostGroups) result += "; others elsewhere";
  return result;
}

std::vector<std::string> not_offered_names(const Report& report) {
  std::vector<std::string> names;
  const auto is_pixel = [](const auto& row) { return info(row.operation).family == OperationFamily::pixel; };
  const bool any_pixel = std::ranges::any_of(report.results, is_pixel);
  for (const FormatInfo& format : formats()) {
    const auto is_judged = [&](const Result& result) { return result.format == format.format; };
    const bool any = std::ranges::any_of(report.results, is_judged);
    bool is_named = false;
    for (const Asked& asked : report.not_offered) {
      if (asked.format != format.format || (!any_pixel && is_pixel(asked))) continue;
      if (any) names.push_back(called(asked.operation, asked.format, naming_of_others(report)));
      if (!any && !std::exchange(is_named, true)) names.push_back(fmt::format("everything in {}", format.name));
    }
  }
  if (!any_pixel && std::ranges::any_of(report.not_offered, is_pixel)) names.emplace_back("everything on pixels");
  return names;
}

std::string not_offered_sentence(const Report& report) {
  return fmt::format("not offered by the device, so not judged: {}", fmt::join(not_offered_names(report), ", "));
}

std::string out_of_time_sentence(const Report& report) {
  std::uint64_t planned = 0;
  std::uint64_t judged = 0;
  for (const Result& result : report.results) {
    planned += result.planned;
    judged += result.tally.cases;
  }
  return fmt::format("out of time: {} of {} results were judged", grouped(judged), grouped(planned));
}

std::string instruction_text(const Variant& variant) {
  return (variant.composed ? "composed: " : "") + variant.instruction;
}

std::string operands_text(const Variant& variant) {
  return variant.operands == "specialization constants" ? "constants" : variant.operands;
}

}  // namespace halfulp::report
