// SPDX-License-Identifier: Apache-2.0
#include "cli/run/page_details.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/run/findings.hpp"
#include "judge/definition/distance.hpp"
#include "number/side_by_side.hpp"
#include "report/command_line.hpp"
#include "report/values.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using report::PageDetails;
using report::Result;

PageDetails::Rule rule_text(const Rulebook& book, const std::string& id) {
  const std::optional<RuleInfo> rule = book.rule(id);
  if (!rule) return {.id = id, .says = {}, .source = {}, .permits = {}};
  return {id, rule->source.says, report::source_text(rule->source, rule->status), rule->permits};
}

/// How far results may be from the exact one in each binade, for its worst case; in some of them where that takes long.
std::vector<std::optional<double>> permitted(const BookToJudgeBy& book, const Result& result) {
  constexpr std::size_t kAtOnce = 64;
  constexpr std::size_t kMost = 512;
  std::vector<std::optional<double>> bounds(result.errors.size());
  const bool any = std::ranges::any_of(result.errors, [](const auto& error) { return error.error_ulp > 0; });
  if (!any) return bounds;
  const judge::Ruling ruling = judge::Ruling::of(book.book, result.operation, result.format, book.readings);
  const auto arity = static_cast<std::size_t>(info(result.operation).arity);
  // Sums of many terms take milliseconds each.
  const std::size_t tried = arity > 3 ? kAtOnce : kMost;
  const std::size_t every = (bounds.size() + tried - 1) / tried;
  for (std::size_t i = 0; i < bounds.size(); i += every) {
    const std::optional<double> bound =
        judge::largest_permitted_error(ruling, std::span(result.errors[i].operands).first(arity));
    for (std::size_t k = i; k < std::min(i + every, bounds.size()); ++k) bounds[k] = bound;
  }
  return bounds;
}

}  // namespace

std::vector<PageDetails> page_details(const RunRequest& request, const report::Report& report, unsigned threads) {
  std::vector<PageDetails> all(report.results.size());
  number::side_by_side(all.size(), threads, [&](std::size_t i) {
    const Result& result = report.results[i];
    const BookToJudgeBy& book = book_of(request, result);
    const rulebook::Resolved resolved =
        rulebook::resolve(book.book.model(), result.operation, result.format, book.readings);
    PageDetails& details = all[i];
    details.accuracy = rule_text(book.book, resolved.accuracy_rule);
    // After an interrupt the page has no time for curves of what is permitted.
    if (report.interrupted) {
      details.permitted.resize(result.errors.size());
    } else {
      details.permitted = permitted(book, result);
    }
    for (const auto& [id, group] : result.tally.broken) {
      details.broken.push_back({rule_text(book.book, id), report::case_command(report.device, book.argument, result,
                                                                               group.example, book.readings)});
    }
  });
  return all;
}

std::string command_of(const RunRequest& request, const report::Report& report) {
  if (report.device.kind == "recorded") return "";
  std::string command = "halfulp check --device " + report::shell_word(report.device.name);
  const auto add = [&](std::string_view option, const std::vector<std::string>& values) {
    if (!values.empty())
      command += fmt::format(" {} {}", option, report::shell_word(fmt::format("{}", fmt::join(values, ","))));
  };
  std::vector<std::string> books;
  for (const BookToJudgeBy& book : request.books) books.push_back(book.argument);
  std::vector<std::string> names;
  for (const Operation operation : request.operations) names.emplace_back(info(operation).name);
  std::vector<std::string> formats;
  for (const Format format : request.formats) formats.emplace_back(info(format).name);
  add("--rulebook", books);
  add("--operation", names);
  add("--format", formats);
  if (request.operands_file.empty()) {
    add("--suite", {report.suite});
    if (report.cases > 0) add("--cases", {std::to_string(report.cases)});
    if (report.seed != 1) add("--seed", {std::to_string(report.seed)});
  } else {
    add("--operands", {request.operands_file});
  }
  for (const auto& [id, option] : report.readings) add("--reading", {fmt::format("{}={}", id, option)});
  return report.strict ? command + " --strict" : command;
}

}  // namespace halfulp::cli
