// SPDX-License-Identifier: Apache-2.0
#include "cli/run/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/command_line.hpp"
#include "report/rule_words.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

using report::Finding;
using report::Result;

void describe(report::RuleWords words, Finding& finding) {
  // A distance says nothing of a flush or a sign.
  if (!words.kind.empty() && words.kind != "accuracy") finding.example.error_ulp.reset();
  finding.says = std::move(words.says);
  finding.source = std::move(words.source);
}

Finding begin(const DeviceDescription& device, const BookToJudgeBy& book, const Result& result, const std::string& name,
              const Witness& example, Explanation explanation) {
  Finding finding;
  finding.name = name;
  finding.counts = result.variant.counts;
  finding.explanation = std::move(explanation);
  finding.variant = result.variant;
  finding.example = example;
  finding.command = report::case_command(device, book.argument, result, example, book.readings);
  return finding;
}

void add(std::vector<Finding::Count>& where, const Result& result, std::uint64_t count) {
  for (Finding::Count& place : where) {
    if (place.rulebook == result.rulebook && place.operation == result.operation && place.format == result.format) {
      place.count += count;
      return;
    }
  }
  where.push_back({result.rulebook, result.operation, result.format, count, result.naming});
}

/// Adds what one operation's failures are to those of others of which the same words are true.
void add_failing(std::vector<Finding::Failing>& failing, report::FailureWords cases, const Result& result) {
  const std::string operation = report::called(result.operation, result.format, result.naming);
  const auto same = std::ranges::find_if(failing, [&](const Finding::Failing& other) {
    return std::ranges::equal(other.cases.parts, cases.parts, {}, &report::FailurePart::of, &report::FailurePart::of);
  });
  if (same == failing.end()) {
    failing.push_back({std::move(cases), {operation}});
    return;
  }
  for (std::size_t i = 0; i < cases.parts.size(); ++i) {
    same->cases.parts[i].failed += cases.parts[i].failed;
    same->cases.parts[i].tried += cases.parts[i].tried;
  }
  same->cases.others += cases.others;
  if (std::ranges::find(same->operations, operation) == same->operations.end()) same->operations.push_back(operation);
}

/// What fails, and what explains it, over all results that break the rule.
void describe_failures(const RunRequest& request, const report::Report& report, Finding& finding) {
  diagnosis::FailuresBySet all;
  std::vector<const Result*> results;
  for (const Result& result : report.results) {
    const auto broken = result.broken.find(finding.name);
    if (result.variant.counts != finding.counts || broken == result.broken.end()) continue;
    results.push_back(&result);
    const report::FailureWords& cases = broken->second.cases;
    if (!cases.parts.empty()) add_failing(finding.failing, cases, result);
    all.merge(result.hypotheses.of_rule(finding.name));
  }
  const auto failed = [](const Finding::Failing& failing) {
    std::uint64_t total = failing.cases.others;
    for (const report::FailurePart& part : failing.cases.parts) total += part.failed;
    return total;
  };
  std::ranges::stable_sort(finding.failing, std::ranges::greater{}, failed);
  finding.explained = diagnosis::explained(all);
  for (const Result* result : results) {
    Tally::Group first;
    for (const auto& [set, group] : result->hypotheses.of_rule(finding.name).tried) {
      if ((set & finding.explained.chosen) == 0) first.merge(group);
    }
    if (first.count == 0) continue;
    const BookToJudgeBy& book = book_of(request, *result);
    finding.unexplained = report::case_command(report.device, book.argument, *result, first.example, book.readings);
    return;
  }
}

/// The finding of that name in the list, begun by `make` when there is none yet.
template <typename Make>
Finding& named(std::vector<Finding>& findings, const std::string& name, bool counts, Make make) {
  const auto known = std::ranges::find_if(
      findings, [&](const Finding& finding) { return finding.name == name && finding.counts == counts; });
  return known != findings.end() ? *known : findings.emplace_back(make());
}

}  // namespace

std::span<const Bits> operands_of(const Result& result, const Witness& witness) {
  return std::span(witness.operands).first(static_cast<std::size_t>(info(result.operation).arity));
}

Explanation explained(const BookToJudgeBy& book, const Result& result, const Witness& witness) {
  return explain(book.book, result.operation, result.format, operands_of(result, witness), book.readings);
}

const BookToJudgeBy& book_of(const RunRequest& request, const Result& result) {
  return *std::ranges::find_if(request.books,
                               [&](const BookToJudgeBy& book) { return book.book.id() == result.rulebook; });
}

void find(const RunRequest& request, report::Report& report) {
  for (const Result& result : report.results) {
    const BookToJudgeBy& book = book_of(request, result);
    for (const auto& entry : result.tally.broken) {  // Clang 14 captures no structured bindings.
      const std::string& rule = entry.first;
      const Tally::Group& group = entry.second;
      Finding& finding = named(report.broken, rule, result.variant.counts, [&] {
        Finding begun = begin(report.device, book, result, rule, group.example, result.broken.at(rule).example);
        describe(report::words_of_rule(book.book, begun.name), begun);
        return begun;
      });
      add(finding.where, result, group.count);
    }
    if (!result.variant.counts) continue;
    for (const auto& entry : result.tally.under) {
      const std::string& readings = entry.first;
      const Tally::Group& group = entry.second;
      Finding& finding = named(report.under, readings, true, [&] {
        Finding begun =
            begin(report.device, book, result, readings, group.example, explained(book, result, group.example));
        describe(report::words_of_readings(book.book, readings), begun);
        return begun;
      });
      add(finding.where, result, group.count);
    }
  }
  for (Finding& finding : report.broken) describe_failures(request, report, finding);
}

}  // namespace halfulp::cli
