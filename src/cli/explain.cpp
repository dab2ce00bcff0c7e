// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

constexpr std::size_t kWidth = 110;

std::string rules_text(const Rulebook& book, const std::vector<std::string>& ids) {
  const std::vector<RuleInfo> rules = book.rules();
  std::string result;
  for (const std::string& id : ids) {
    const auto rule = std::ranges::find(rules, id, &RuleInfo::id);
    result += "  " + id + "\n";
    if (rule == rules.end()) continue;
    result += report::wrapped(rule->source.says, 4, kWidth);
    result += fmt::format("    [{} {}, {}]\n", rule->source.document, rule->source.clause, rule->status);
  }
  return result;
}

/// What the options of a reading that are not chosen would permit, where that differs.
std::string reading_text(const Case& asked, const Explanation& explanation, const Reading& reading) {
  const auto chosen = asked.readings.find(reading.id);
  const std::string& option_chosen = chosen == asked.readings.end() ? reading.chosen : chosen->second;
  std::string result;
  for (const ReadingOption& option : reading.options) {
    if (option.name == option_chosen) continue;
    Readings other = asked.readings;
    other[reading.id] = option.name;
    const Explanation under = halfulp::explain(asked.book, asked.operation, asked.format, asked.operands, other);
    if (under.permitted == explanation.permitted) continue;
    result += fmt::format("    {}={} permits {}\n", reading.id, option.name, under.permitted.text());
    result += report::wrapped(option.says, 6, kWidth);
  }
  if (result.empty()) return result;
  return fmt::format("  {} (now {})\n{}{}", reading.id, option_chosen, report::wrapped(reading.question, 4, kWidth),
                     result);
}

std::string readings_text(const Case& asked, const Explanation& explanation) {
  std::string result;
  for (const Reading& reading : asked.book.readings()) {
    if (std::ranges::find(explanation.readings, reading.id) == explanation.readings.end()) continue;
    result += reading_text(asked, explanation, reading);
  }
  return result.empty() ? "" : "\nother readings would change it:\n" + result;
}

}  // namespace

ExitCode explain(const Arguments& arguments) {
  const Case asked = read_case(arguments);
  const Explanation explanation =
      halfulp::explain(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  if (arguments.has("--json")) {
    write_output(report::json_text(report::explanation_shape(explanation)));
    return ExitCode::kConforms;
  }
  std::string text = heading(asked) + report::value_lines(operand_values(asked, arguments));
  text += fmt::format("\nexact result: {}\n\npermitted: {}\n", explanation.exact, explanation.permitted.text());
  text += report::permitted_lines(explanation.permitted);
  text += "\nby these rules:\n" + rules_text(asked.book, explanation.rules);
  write_output(text + readings_text(asked, explanation));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
