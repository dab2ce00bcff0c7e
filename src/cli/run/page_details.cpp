// SPDX-License-Identifier: Apache-2.0
#include "cli/run/page_details.hpp"

#include <algorithm>
#include <string>

#include "cli/run/findings.hpp"
#include "judge/definition/distance.hpp"
#include "report/command_line.hpp"
#include "report/values.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using report::PageDetails;
using report::Result;

PageDetails::Rule rule_text(const std::vector<RuleInfo>& rules, const std::string& id) {
  const auto rule = std::ranges::find(rules, id, &RuleInfo::id);
  if (rule == rules.end()) return {.id = id, .says = {}, .source = {}, .permits = {}};
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

std::vector<PageDetails> page_details(const RunRequest& request, const report::Report& report) {
  std::vector<PageDetails> all;
  for (const Result& result : report.results) {
    const BookToJudgeBy& book = book_of(request, result);
    const std::vector<RuleInfo> rules = book.book.rules();
    const rulebook::Resolved resolved =
        rulebook::resolve(book.book.model(), result.operation, result.format, book.readings);
    PageDetails& details = all.emplace_back();
    details.accuracy = rule_text(rules, resolved.accuracy_rule);
    details.permitted = permitted(book, result);
    for (const auto& [id, group] : result.tally.broken) {
      const Witness& witness = group.example;
      details.broken.push_back(
          {rule_text(rules, id),
           explain(book.book, result.operation, result.format, operands_of(result, witness), book.readings), witness,
           report::judge_command(book.argument, result, witness, book.readings)});
    }
  }
  return all;
}

}  // namespace halfulp::cli
