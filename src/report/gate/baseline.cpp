// SPDX-License-Identifier: Apache-2.0
#include "report/gate/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "diagnosis/hypotheses.hpp"
#include "number/one_line.hpp"
#include "report/breach.hpp"
#include "report/cause_words.hpp"
#include "report/gate/baseline_line.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// The hypotheses that explain failures of the rule.
diagnosis::HypothesisSet explaining(const Result& result, const std::string& rule) {
  diagnosis::HypothesisSet all = 0;
  for (const auto& [set, group] : result.hypotheses.of_rule(rule).tried) all |= set;
  return all;
}

/// Whether the cause, of which a hypothesis and a format may make the id, is one of the set.
bool is_in(const diagnosis::HypothesisSet set, const Cause& cause) {
  const auto all = diagnosis::hypotheses();
  const std::string_view id = std::string_view(cause.id).substr(0, cause.id.find('.'));
  const auto known = std::ranges::find(all, id, &diagnosis::Hypothesis::id);
  return known != all.end() && (set >> std::distance(all.begin(), known) & 1) != 0;
}

/// The causes that have a part in a breach, most failures first, and that some are unexplained.
std::string causes_of(const Report& report, const Breach& breach) {
  const auto is_here = [&](const Cause::Where& place) {
    return place.rulebook == breach.rulebook && place.operation == breach.operation && place.format == breach.format &&
           place.variant == breach.variant.name;
  };
  const auto row = std::ranges::find_if(
      report.results, [&](const Result& one) { return breach.example && is_here(Cause::Where::in(one, 0)); });
  if (row == report.results.end()) return "";
  const bool fails = breach.kind == BreachKind::rule;
  const diagnosis::HypothesisSet set = explaining(*row, breach.rule);
  std::vector<std::string> ids;
  for (const Cause& cause : report.causes) {
    if (std::ranges::none_of(cause.where, is_here)) continue;
    const bool has_part = fails ? cause.failed > 0 && (set == 0 || is_in(set, cause))
                                : cause.reading > 0 && (cause.id == "reading." + breach.rule || cause.failed > 0);
    if (has_part) ids.push_back(cause.id);
  }
  if (ids.empty() && fails && !report.causes.empty()) return "unexplained";
  return fmt::format("{}", fmt::join(ids, ", "));
}

std::string extent_of(const Report& report) {
  if (lost(report)) return "device lost";
  return report.out_of_time ? "out of time" : report.interrupted ? "interrupted" : "";
}

BaselineLine line_of(const Report& report, const Breach& breach) {
  BaselineLine line{.rulebook = breach.rulebook,
                    .rule = breach.rule,
                    .operation = breach.operation ? std::string(name(*breach.operation, breach.naming)) : "",
                    .format = breach.operation ? std::string(info(breach.format).name) : "",
                    .way = breach.variant.name,
                    .causes = causes_of(report, breach),
                    .extent = std::string(name(breach.kind)),
                    .first_case = ""};
  if (!breach.example) return line;
  line.extent = fmt::format("{} of {}", breach.count, breach.cases);
  const OperationInfo& row = info(*breach.operation);
  for (int i = 0; i < row.arity; ++i) {
    line.first_case +=
        bits_text(row.operand_format(i, breach.format), breach.example->operands.at(static_cast<std::size_t>(i))) + " ";
  }
  line.first_case += "-> " + bits_text(row.result(breach.format), breach.example->observed);
  return line;
}

}  // namespace

std::string baseline_text(const Report& report) {
  std::string text = fmt::format(
      "{} {}\n"
      "# The failures that are known, a line for each: check --baseline fails for others. Reports have more of each.\n",
      kBaselineBegin, kBaselineVersion);
  const auto add = [&](std::string_view key, std::string_view value) {
    text += fmt::format("{}: {}\n", key, number::one_line(value));
  };
  add("halfulp", report.version);
  add("device", report.device.name);
  add("kind", report.device.kind);
  add("title", report.device.title);
  add("suite", report.suite);
  add("seed", fmt::to_string(report.seed));
  if (report.cases > 0) add("cases", fmt::to_string(report.cases));
  if (report.strict) add("strict", "yes");
  for (const BookUsed& book : report.rulebooks) add("rulebook", book.id + " " + book.hash);
  for (const auto& [id, option] : report.readings) add("reading", id + "=" + option);
  if (const std::string extent = extent_of(report); !extent.empty()) add("extent", extent);
  text +=
      "\n# " + text_of({"rulebook", "rule", "operation", "format", "way", "causes", "failures", "first case"}) + "\n";
  std::set<std::string> lines;
  for (const Breach& breach : breaches(report)) {
    if (fails(breach, report.strict)) lines.insert(text_of(line_of(report, breach)).append("\n"));
  }
  for (const std::string& line : lines) text += line;
  return text;
}

bool is_baseline(std::string_view text) noexcept { return text.starts_with(kBaselineBegin); }

}  // namespace halfulp::report
