// SPDX-License-Identifier: Apache-2.0
#include "halfulp/evaluate.hpp"

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {

ExitCode evaluate(const Arguments& arguments) {
  const Case asked = read_case(arguments);
  const Bits result = Evaluator(asked.book, asked.operation, asked.format).evaluate(asked.operands);
  if (arguments.has("--json")) {
    write_output(
        report::json_text(report::evaluation_shape(asked.book, asked.operation, asked.format, asked.operands, result)));
    return ExitCode::kConforms;
  }
  std::vector<report::ValueLine> lines = operand_values(asked, arguments);
  lines.push_back({"result", info(asked.operation).result(asked.format), result, ""});
  write_output(heading(asked) + report::value_lines(lines));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
