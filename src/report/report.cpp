// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "report/values.hpp"

namespace halfulp::report {

std::string_view name(Outcome outcome) noexcept {
  switch (outcome) {
    case Outcome::fail:
      return "fail";
    case Outcome::lost:
      return "lost";
    case Outcome::unfinished:
      return "unfinished";
    case Outcome::reading:
      return "reading";
    case Outcome::pass:
      return "pass";
    case Outcome::unconstrained:
      return "unconstrained";
    case Outcome::not_run:
      break;
  }
  return "not run";
}

bool tells_format(Operation operation, Format format) noexcept {
  return format != Format::binary32 && !info(operation).only_format();
}

std::string called(Operation operation, Format format, Naming naming) {
  std::string text(name(operation, naming));
  if (tells_format(operation, format)) text += fmt::format(" ({})", info(format).name);
  return text;
}

bool is_complete(const Result& result) noexcept { return result.lost == 0 && result.tally.cases == result.planned; }

Outcome outcome(const Result& result) noexcept {
  const Tally& tally = result.tally;
  if (tally.failed > 0) return Outcome::fail;
  if (result.lost > 0) return Outcome::lost;
  if (tally.cases == 0) return Outcome::not_run;
  if (tally.cases < result.planned) return Outcome::unfinished;
  if (tally.reading > 0) return Outcome::reading;
  return tally.passed > 0 ? Outcome::pass : Outcome::unconstrained;
}

bool breaks(const Result& result, bool strict) noexcept {
  return result.variant.counts && (result.tally.failed > 0 || (strict && result.tally.reading > 0));
}

std::string_view name(Cause::Control control) noexcept {
  switch (control) {
    case Cause::Control::not_offered:
      return "not_offered";
    case Cause::Control::not_obeyed:
      return "not_obeyed";
    case Cause::Control::nothing_to_ask:
      break;
  }
  return "nothing_to_ask";
}

std::string_view mode(const DeviceRounding& rounding) noexcept {
  if (rounding.toward_zero.count == 0) return "nearest";
  return rounding.nearest.count == 0 ? "toward_zero" : "mixed";
}

std::string sentence(const DeviceRounding& rounding) {
  const std::uint64_t nearest = rounding.nearest.count;
  const std::uint64_t toward_zero = rounding.toward_zero.count;
  if (nearest > 0 && toward_zero > 0) {
    return fmt::format("mixed: {} deciding results to nearest, {} toward zero", grouped(nearest), grouped(toward_zero));
  }
  return fmt::format("all {} deciding results {}", grouped(nearest + toward_zero),
                     nearest > 0 ? "to nearest" : "toward zero");
}

std::string sentence(const FailureWords& cases) {
  std::string text;
  for (const FailurePart& part : cases.parts) {
    text += text.empty() ? "" : "; ";
    text += part.failed == part.tried && part.tried > 1
                ? fmt::format("all {} {}", grouped(part.failed), part.of)
                : fmt::format("{} of {} {}", grouped(part.failed), grouped(part.tried), part.of);
  }
  if (cases.others > 0)
    text += fmt::format("{}{} other{}", text.empty() ? "" : "; ", grouped(cases.others), cases.others == 1 ? "" : "s");
  return text;
}

diagnosis::ExplainedFailures explained(const Result& result) {
  using diagnosis::ExplainedFailures;
  ExplainedFailures all;
  std::map<std::string_view, ExplainedFailures::Part> parts;
  for (const auto& [rule, failures] : result.hypotheses.broken) {
    const ExplainedFailures one = diagnosis::explained(result.hypotheses.of_rule(rule));
    all.failures += one.failures;
    all.untried += one.untried;
    for (const auto& part : one.parts) {
      const auto known = parts.try_emplace(part.hypothesis.id, ExplainedFailures::Part{part.hypothesis, 0}).first;
      known->second.explains += part.explains;
    }
    all.unexplained.merge(one.unexplained);
  }
  for (const auto& [id, part] : parts) all.parts.push_back(part);
  std::ranges::stable_sort(all.parts, std::ranges::greater{}, &ExplainedFailures::Part::explains);
  return all;
}

std::string sentence(const diagnosis::ExplainedFailures& explained) {
  const std::uint64_t tried = explained.failures - explained.untried;
  std::string failures = fmt::format("{} failure{}", grouped(tried), tried == 1 ? "" : "s");
  if (explained.untried > 0) failures += fmt::format(" tried of {}", grouped(explained.failures));
  if (explained.parts.empty()) return fmt::format("{}: like no known behaviour", failures);
  std::string text;
  for (const auto& part : explained.parts) {
    if (!text.empty()) {
      text += fmt::format("; {}: ", grouped(part.explains));
    } else {
      const bool all = part.explains == tried;
      text += all ? fmt::format("{}{}: ", tried > 1 ? "all " : "", failures)
                  : fmt::format("{} of {}: ", grouped(part.explains), failures);
    }
    text += part.hypothesis.says;
  }
  if (explained.unexplained.count > 0) text += fmt::format("; {} unexplained", grouped(explained.unexplained.count));
  return text;
}

std::string sentence(const Completeness& completeness) {
  const auto names = [&](const std::vector<Asked>& listed) {
    std::string text;
    for (const Asked& asked : listed) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", name(asked.operation, completeness.naming));
      if (!info(asked.operation).only_format()) text += fmt::format(" in {}", info(asked.format).name);
    }
    return text.empty() ? "none" : text;
  };
  return fmt::format("offered: {}; lacking: {}", names(completeness.offered), names(completeness.lacking));
}

std::string sentence(const Property& property) {
  std::string text = called(property.operation, property.format, property.naming);
  if (!property.variant.name.empty()) text += " by " + property.variant.name;
  return text + ": " + (property.broken.empty() ? "holds for " + property.tried : property.broken);
}

bool breaks(const DeviceRounding& rounding) noexcept {
  return rounding.demanded && rounding.nearest.count > 0 && rounding.toward_zero.count > 0;
}

bool breaks(const Completeness& completeness) noexcept {
  return !completeness.offered.empty() && !completeness.lacking.empty();
}

bool breaks(const Property& property) noexcept { return property.variant.counts && !property.broken.empty(); }

std::vector<std::string> broken_by_run(const Report& report, std::string_view rulebook) {
  std::vector<std::string> rules;
  const auto note = [&](const auto& of_run) {
    if (of_run.rulebook != rulebook || !breaks(of_run)) return;
    if (std::ranges::find(rules, of_run.rule) == rules.end()) rules.push_back(of_run.rule);
  };
  std::ranges::for_each(report.roundings, note);
  std::ranges::for_each(report.completeness, note);
  std::ranges::for_each(report.properties, note);
  return rules;
}

bool conforms(const Report& report) noexcept {
  const auto broken = [](const auto& of_run) { return breaks(of_run); };
  return std::ranges::none_of(report.results, [&](const Result& result) { return breaks(result, report.strict); }) &&
         std::ranges::none_of(report.roundings, broken) && std::ranges::none_of(report.completeness, broken) &&
         std::ranges::none_of(report.properties, broken);
}

Naming naming_of_others(const Report& report) noexcept {
  return report.rulebooks.empty() ? Naming::direct3d : report.rulebooks.front().naming;
}

bool is_complete(const Report& report) noexcept { return !report.interrupted && !report.out_of_time && !lost(report); }

bool lost(const Report& report) noexcept {
  return std::ranges::any_of(report.results, [](const Result& result) { return result.lost > 0; });
}

}  // namespace halfulp::report
