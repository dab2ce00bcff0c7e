// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"

#include <fmt/format.h>

#include "cli/case.hpp"
#include "cli/expression.hpp"
#include "cli/judge_table.hpp"
#include "cli/output.hpp"
#include "cli/packed.hpp"
#include "cli/subcommand.hpp"
#include "cli/verdict_text.hpp"
#include "exact/text.hpp"
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

/// Operands and result, as they were written.
std::vector<GivenText> given_texts(const Case& asked, const std::vector<std::string>& operands, Bits observed,
                                   const std::string& result) {
  const OperationInfo& row = info(asked.operation);
  std::vector<GivenText> given;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    given.push_back({fmt::format("operand {}", row.operand_names[i]), operands[i],
                     row.operand_format(static_cast<int>(i), asked.format), asked.operands[i]});
  }
  given.push_back({"--result", result, row.result(asked.format), observed});
  return given;
}

/// Of operands for which the rulebook allows any result: the options that would decide.
std::vector<OtherReading> deciding(const Case& asked) {
  std::vector<OtherReading> others =
      other_readings(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  std::erase_if(others, [](const OtherReading& other) { return other.permitted.anything; });
  return others;
}

/// How they decide this one.
std::string deciding_text(std::span<const OtherReading> others, Bits observed) {
  std::string text;
  for (const OtherReading& other : others) {
    text += fmt::format("  {}={} permits {}{}\n", other.reading, other.option, other.permitted.text(),
                        other.permitted.contains(observed) ? "" : ", and not this result");
  }
  return text.empty() ? "" : "\nanother reading decides it:\n" + text;
}

}  // namespace

ExitCode judge(const Arguments& arguments) {
  if (arguments.has("--file")) {
    return is_expression(arguments.text("OPERATION")) ? judge_expression_table(arguments) : judge_table(arguments);
  }
  for (const char* const one : {"OPERATION", "OPERAND", "--result"}) {
    if (arguments.has(one)) continue;
    throw Error(Error::Kind::kUsage,
                fmt::format("{} is missing; give BOOK OPERATION OPERAND... --result VALUE, or BOOK --file FILE", one));
  }
  if (is_expression(arguments.text("OPERATION"))) return judge_expression(arguments);
  for (const char* const one : {"--contract", "--reassociate"}) {
    if (arguments.has(one))
      throw Error(Error::Kind::kUsage, fmt::format("{} is of expressions: judge BOOK 'x * y + z' ...", one));
  }
  if (const auto code = judge_packed(arguments)) return *code;
  const Case asked = read_case(arguments);
  const std::string result_text = arguments.text("--result");
  const Bits observed = read_result(asked, result_text);
  refuse_doubtful_digits(given_texts(asked, arguments.list("OPERAND"), observed, result_text));
  const Judgement judgement =
      halfulp::judge_result(asked.book, asked.operation, asked.format, asked.operands, observed, asked.readings);
  const Explanation explanation =
      halfulp::explain(asked.book, asked.operation, asked.format, asked.operands, asked.readings);
  const ExitCode code =
      fails(judgement.verdict, arguments.has("--strict")) ? ExitCode::kDoesNotConform : ExitCode::kConforms;
  const bool is_open = judgement.verdict == Verdict::unconstrained;
  const std::vector<OtherReading> others = is_open ? deciding(asked) : std::vector<OtherReading>();
  if (arguments.has("--json")) {
    write_output(report::json_text(report::judgement_shape(explanation, observed, judgement, asked.readings, others)));
    return code;
  }
  std::vector<report::ValueLine> lines = operand_values(asked, arguments);
  report::ValueLine result = given_value("result", explanation.result_format, observed, result_text);
  const std::string error = error_text(asked.book, judgement);
  if (!error.empty()) result.note += (result.note.empty() ? "" : ", ") + error;
  lines.push_back(std::move(result));
  std::string text = verdict_text(judgement) + "\n\n" + heading(asked) + report::value_lines(lines);
  text += fmt::format("\n{}\npermitted: {}\n", report::exact_text(explanation), explanation.permitted.text());
  const std::string nearest = report::nearest_text(explanation.permitted, observed);
  if (!nearest.empty()) text += nearest + "\n" + digits_text(explanation, observed, result_text);
  text += deciding_text(others, observed);
  write_output(text + rule_text(asked.book, judgement.rule));
  return code;
}

}  // namespace halfulp::cli
