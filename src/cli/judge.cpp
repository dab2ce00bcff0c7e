// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

Bits read_result(const Case& asked, const std::string& text) {
  try {
    return parse_value(info(asked.operation).result(asked.format), text);
  } catch (const Error& error) {
    throw Error(error.kind(),
                fmt::format("--result of {}: {}", name(asked.operation, asked.book.naming()), error.what()));
  }
}

std::string verdict_line(const Judgement& judgement) {
  switch (judgement.verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::fail:
      return fmt::format("fail: breaks {}", judgement.rule);
    case Verdict::unconstrained:
      return "unconstrained: the rulebook allows any result here";
    case Verdict::invalid_operand:
      return "invalid operand: the rulebook forbids these operands";
    case Verdict::reading:
      break;
  }
  std::string line = fmt::format("reading: breaks {}, but passes under", judgement.rule);
  for (const auto& [id, option] : judgement.under) line += fmt::format(" {}={}", id, option);
  return line;
}

std::string rule_text(const Rulebook& book, const std::string& id) {
  constexpr std::size_t kWidth = 110;
  const std::optional<RuleInfo> rule = book.rule(id);
  if (!rule) return "";
  return "\n" + report::wrapped(rule->id + ":", 2, kWidth) +
         report::source_lines(rule->source, rule->status, 4, kWidth);
}

/// Whether the distance from the exact result tells something: of a flush or of a zero's sign it does not.
bool measures_error(const Rulebook& book, const Judgement& judgement) {
  const std::optional<RuleInfo> rule = book.rule(judgement.rule);
  return !rule || rule->kind == "accuracy";
}

ExitCode code_of(Verdict verdict, bool strict) {
  const bool fails = verdict == Verdict::fail || (strict && verdict == Verdict::reading);
  return fails ? ExitCode::kDoesNotConform : ExitCode::kConforms;
}

}  // namespace

ExitCode judge(const Arguments& arguments) {
  const Case asked = read_case(arguments);
  const std::string result_text = arguments.text("--result");
  const Bits observed = read_result(asked, result_text);
  const Judgement judgement =
      halfulp::judge_result(asked.book, asked.operation, asked.format, asked.operands, observed, asked.readings);
  const Explanation explanation =
      halfulp::explain(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  const ExitCode code = code_of(judgement.verdict, arguments.has("--strict"));
  if (arguments.has("--json")) {
    write_output(report::json_text(report::judgement_shape(explanation, observed, judgement, asked.readings)));
    return code;
  }
  std::vector<report::ValueLine> lines = operand_values(asked, arguments);
  report::ValueLine result = given_value("result", explanation.result_format, observed, result_text);
  if (judgement.error_ulp && measures_error(asked.book, judgement)) {
    result.note += fmt::format("{}{} ULP away", result.note.empty() ? "" : ", ", report::ulp_text(judgement.error_ulp));
  }
  lines.push_back(std::move(result));
  std::string text = verdict_line(judgement) + "\n\n" + heading(asked) + report::value_lines(lines);
  text += fmt::format("\n{}\npermitted: {}\n", report::exact_text(explanation), explanation.permitted.text());
  const std::string nearest = report::nearest_text(explanation.permitted, observed);
  if (!nearest.empty()) text += nearest + "\n";
  write_output(text + rule_text(asked.book, judgement.rule));
  return code;
}

}  // namespace halfulp::cli
