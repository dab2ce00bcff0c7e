// SPDX-License-Identifier: Apache-2.0
#include "cli/run/causes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "cli/run/findings.hpp"
#include "cli/run/own_rules.hpp"
#include "device/shader/float_controls.hpp"
#include "report/command_line.hpp"
#include "report/found_causes.hpp"
#include "report/rule_words.hpp"

namespace halfulp::cli {
namespace {

using diagnosis::AskedBy;
using report::Cause;
using report::Charge;
using report::Result;

void add(std::vector<Cause::Where>& where, const Result& result, std::uint64_t count) {
  const auto known = std::ranges::find_if(where, [&](const Cause::Where& place) { return place.is_of(result); });
  if (known == where.end()) {
    where.push_back(Cause::Where::in(result, count));
  } else {
    known->count += count;
  }
}

FormatControls controls_of(const DeviceDescription& device, std::string_view fact) {
  for (const auto& [what, value] : device.facts) {
    if (what == fact) return device::parse_float_controls(value).value_or(FormatControls());
  }
  return {};
}

bool has(const FormatControls& controls, Format format, AskedBy by) {
  const FloatControls& of = format == Format::binary16   ? controls.binary16
                            : format == Format::binary64 ? controls.binary64
                                                         : controls.binary32;
  return by == AskedBy::denormals_flushed ? of.flush_denormals : of.preserve_denormals;
}

/// A device without float controls among its facts has none that a program could ask for.
Cause::Control control_of(const DeviceDescription& device, const report::FoundCause& found) {
  const AskedBy by = diagnosis::hypotheses()[found.hypothesis].otherwise;
  if (by == AskedBy::nothing || !found.format) return Cause::Control::nothing_to_ask;
  if (has(controls_of(device, device::kFloatControlsInForce), *found.format, by)) return Cause::Control::not_obeyed;
  const bool requested = has(controls_of(device, device::kFloatControlsRequested), *found.format, by);
  return requested ? Cause::Control::not_offered : Cause::Control::nothing_to_ask;
}

/// Fills in one case of a cause in full: the first of those in its first place that break the rule.
void describe(const RunRequest& request, const DeviceDescription& device, const Result& result, const std::string& rule,
              const Witness& example, Cause& cause) {
  const BookToJudgeBy& book = book_of(request, result);
  cause.rule = rule;
  cause.explanation = explained(book, result, example);
  cause.variant = result.variant;
  cause.example = example;
  cause.command = report::case_command(device, book.argument, result, example, book.readings);
}

Cause cause_of(const RunRequest& request, const report::Report& report, const report::FoundCause& found) {
  Cause cause;
  cause.id = found.id();
  cause.statement = found.statement();
  cause.control = control_of(report.device, found);
  std::map<std::string, std::uint64_t> by_rule;
  for (const Charge& charge : found.charges) {
    cause.failed += charge.count;
    by_rule[charge.rule] += charge.count;
    add(cause.where, report.results[charge.result], charge.count);
  }
  const auto most = std::ranges::max_element(by_rule, {}, [](const auto& entry) { return entry.second; });
  const auto shown = std::ranges::max_element(
      found.charges, {}, [&](const Charge& charge) { return std::tuple(charge.rule == most->first, charge.count); });
  const Result& result = report.results[shown->result];
  describe(request, report.device, result, shown->rule, shown->example, cause);
  const report::RuleWords words = report::words_of_rule(book_of(request, result).book, cause.rule);
  cause.says = words.says;
  cause.source = words.source;
  return cause;
}

/// The causes of results that pass under readings.
void charge_readings(const RunRequest& request, std::span<const report::FailingResult> failing,
                     const report::FoundCauses& found, report::Report& report) {
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const Result& result = report.results[i];
    if (!result.variant.counts) continue;
    const BookToJudgeBy& book = book_of(request, result);
    for (const auto& [readings, group] : result.tally.under) {
      const std::string id = cause_of_readings(request, report, i, failing, found, readings);
      Cause* cause = nullptr;
      for (Cause& other : report.causes) {
        if (other.id == id) cause = &other;
      }
      if (cause == nullptr) {
        cause = &report.causes.emplace_back();
        cause->id = id;
        const report::RuleWords words = report::words_of_readings(book.book, readings);
        cause->statement = fmt::format("passes under {} ({})", readings, words.says);
        cause->says = words.says;
        cause->source = words.source;
        describe(request, report.device, result, readings, group.example, *cause);
      }
      cause->reading += group.count;
      add(cause->where, result, group.count);
    }
  }
}

}  // namespace

std::vector<report::FailingResult> failing_results(const report::Report& report) {
  std::vector<report::FailingResult> results;
  for (const Result& result : report.results) {
    results.push_back({result.operation, result.format, result.variant.counts, result.hypotheses});
  }
  return results;
}

std::string cause_of_readings(const RunRequest& request, const report::Report& report, std::size_t number,
                              std::span<const report::FailingResult> failing, const report::FoundCauses& found,
                              const std::string& readings) {
  const Result& result = report.results[number];
  const BookToJudgeBy& book = book_of(request, result);
  const diagnosis::HypothesisTest test(book.book, result.operation, result.format, book.readings);
  const Witness& example = result.tally.under.at(readings).example;
  const auto known =
      report::cause_in(found, failing, number, test.explaining(operands_of(result, example), example.observed));
  return known ? found.causes[*known].id() : "reading." + readings;
}

report::FoundCauses without_shown_ways(const report::Report& report, report::FoundCauses found) {
  const auto is_shown = [&](const Charge& charge) { return !report.results[charge.result].variant.counts; };
  for (report::FoundCause& cause : found.causes) std::erase_if(cause.charges, is_shown);
  std::erase_if(found.causes, [](const report::FoundCause& cause) { return cause.charges.empty(); });
  std::erase_if(found.unexplained, is_shown);
  return found;
}

void find_causes(const RunRequest& request, report::Report& report) {
  const std::vector<report::FailingResult> results = failing_results(report);
  const report::FoundCauses found = without_shown_ways(report, report::causes_of(results));
  for (const report::FoundCause& cause : found.causes) report.causes.push_back(cause_of(request, report, cause));
  charge_readings(request, results, found, report);
  judge_by_own_rules(request, found, report);
  for (Cause& cause : report.causes)
    std::ranges::stable_sort(cause.where, std::ranges::greater{}, &Cause::Where::count);
  std::ranges::stable_sort(report.causes, std::ranges::greater{},
                           [](const Cause& cause) { return std::tuple(cause.failed, cause.reading); });
  for (const Charge& charge : found.unexplained) add(report.unexplained, report.results[charge.result], charge.count);
  std::ranges::stable_sort(report.unexplained, std::ranges::greater{}, &Cause::Where::count);
}

}  // namespace halfulp::cli
