// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"

#include <fmt/format.h>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "cli/verdict_text.hpp"
#include "exact/text.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "number/layout.hpp"
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

/// Where a decimal has fewer digits than the format needs, a failing result may be a permitted one that was printed
/// short: `0.718280` stands for 0.71828008, too.
std::string digits_text(const Explanation& explanation, Bits observed, std::string_view text) {
  const auto given = exact::number_of(text);
  const auto last_place = exact::last_place_of(text);
  const std::optional<NearestPermitted> nearest = explanation.permitted.nearest(observed);
  const FormatInfo& row = info(explanation.result_format);
  if (!last_place || !nearest || row.kind != FormatKind::floating) return "";
  const number::Layout layout(row);
  const bool has_other_sign = layout.is_negative(nearest->bits) != layout.is_negative(observed);
  if (!layout.is_finite(nearest->bits) || has_other_sign) return "";
  const exact::Rational off = (exact::value_of(row, nearest->bits) - *given).abs();
  if (off + off > *last_place) return "";
  return fmt::format("'{}' may stand for {} ({}), which is permitted; give the result's bits, or more digits\n", text,
                     value_text(row.format, nearest->bits), bits_text(row.format, nearest->bits));
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
  const ExitCode code =
      fails(judgement.verdict, arguments.has("--strict")) ? ExitCode::kDoesNotConform : ExitCode::kConforms;
  if (arguments.has("--json")) {
    write_output(report::json_text(report::judgement_shape(explanation, observed, judgement, asked.readings)));
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
  write_output(text + rule_text(asked.book, judgement.rule));
  return code;
}

}  // namespace halfulp::cli
