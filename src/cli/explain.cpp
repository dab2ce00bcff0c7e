// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "exact/nearest.hpp"
#include "number/layout.hpp"
#include "report/known_ways.hpp"
#include "report/line_drawing.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kWidth = 110;

/// Whether a step may give an infinity or a zero.
bool shows_end_of_range(const ExplainedStep& step) {
  const number::Layout layout(info(step.permitted.format));
  return std::ranges::any_of(std::array{layout.zero(), layout.zero(true), layout.infinity(), layout.infinity(true)},
                             [&](Bits end) { return step.permitted.contains(end); });
}

std::string rules_text(const Rulebook& book, const std::vector<std::string>& ids) {
  std::string result;
  for (const std::string& id : ids) {
    result += "  " + id + "\n";
    const std::optional<RuleInfo> rule = book.rule(id);
    if (rule) result += report::source_lines(rule->source, rule->status, 4, kWidth);
  }
  return result;
}

/// What the options that are not chosen would permit, where that differs, by reading.
std::string readings_text(const Case& asked, const std::vector<OtherReading>& others) {
  std::string result;
  for (const Reading& reading : asked.book.readings()) {
    const auto chosen = asked.readings.find(reading.id);
    std::string options;
    for (const OtherReading& other : others) {
      if (other.reading != reading.id) continue;
      const auto option = std::ranges::find(reading.options, other.option, &ReadingOption::name);
      options += fmt::format("    {}={} permits {}\n", reading.id, other.option, other.permitted.text());
      options += report::wrapped(option->says, 6, kWidth);
    }
    if (options.empty()) continue;
    result += fmt::format("  {} (now {}{})\n{}{}", reading.id,
                          chosen == asked.readings.end() ? reading.chosen : chosen->second,
                          reading.on_request ? "; another counts only when chosen" : "",
                          report::wrapped(reading.question, 4, kWidth), options);
  }
  return result.empty() ? "" : "\nother readings would change it:\n" + result;
}

/// What known ways of computing the operation give for the operands, and whether that is permitted.
std::string ways_text(const Explanation& explanation) {
  std::string text;
  for (const report::KnownWay& way :
       report::known_ways(explanation.operation, explanation.format, explanation.operands)) {
    const std::string nearest = report::nearest_text(explanation.permitted, way.result, false);
    const std::string verdict = explanation.permitted.contains(way.result) ? "permitted" : "not permitted";
    text +=
        fmt::format("  {:<44} {:<12} {}  {}{}\n", way.name, value_text(explanation.result_format, way.result),
                    bits_text(explanation.result_format, way.result), verdict, nearest.empty() ? "" : "; " + nearest);
  }
  return text.empty() || explanation.permitted.anything ? "" : "\nknown ways:\n" + text;
}

}  // namespace

ExitCode explain(const Arguments& arguments) {
  const Case asked = read_case(arguments);
  const Explanation explanation =
      halfulp::explain(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  const std::vector<OtherReading> others =
      other_readings(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  if (arguments.has("--json")) {
    write_output(report::json_text(report::explanation_shape(explanation, asked.readings, others)));
    return ExitCode::kConforms;
  }
  std::string text = heading(asked) + report::value_lines(operand_values(asked, arguments));
  text += fmt::format("\n{}\n\npermitted: {}\n", report::exact_text(explanation), explanation.permitted.text());
  text += report::permitted_lines(explanation.permitted);
  if (arguments.has("--draw")) {
    text += "\n" + report::line_drawing(explanation.permitted,
                                        exact::nearest_even(asked.operation, asked.format, asked.operands));
  }
  if (!explanation.steps.empty()) text += "\nstep by step; the furthest finite result bounds the error:\n";
  for (const ExplainedStep& step : explanation.steps) {
    text += fmt::format("  {:<44} {}\n", step.expression, step.permitted.text());
  }
  if (explanation.steps_keep_range && std::ranges::any_of(explanation.steps, shows_end_of_range)) {
    text += "  an intermediate result may keep range that the format lacks, too; that is not shown\n";
  }
  text += ways_text(explanation);
  text += "\nby these rules:\n" + rules_text(asked.book, explanation.rules);
  write_output(text + readings_text(asked, others));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
