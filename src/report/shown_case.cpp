// SPDX-License-Identifier: Apache-2.0
#include "report/shown_case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/command_line.hpp"
#include "report/fit.hpp"
#include "report/values.hpp"

namespace halfulp::report {
std::string permitted_text(const PermittedSet& permitted, Bits observed) {
  constexpr std::size_t kMost = 200;  // of steps that may give hundreds of values
  if (permitted.empty()) return "";
  const std::string nearest = nearest_text(permitted, observed);
  return fmt::format("permitted: {}{}", clipped(permitted.text(), kMost), nearest.empty() ? "" : "; " + nearest);
}

std::string bits_case(Operation operation, Format format, Naming naming, const Witness& witness) {
  const OperationInfo& row = info(operation);
  std::string text = fmt::format("{}(", name(operation, naming));
  for (int i = 0; i < row.arity; ++i) {
    text += fmt::format("{}{}", i > 0 ? ", " : "",
                        bits_text(row.operand_format(i, format), witness.operands[static_cast<std::size_t>(i)]));
  }
  return text + fmt::format(") = {}", bits_text(row.result(format), witness.observed));
}

ShownCase shown_case(const Report& report, const Result& result, const std::string& rule) {
  const auto broken = result.tally.broken.find(rule);
  const bool fails = broken != result.tally.broken.end();
  const Witness& example = fails ? broken->second.example : result.tally.under.at(rule).example;
  ShownCase shown{.call = bits_case(result.operation, result.format, result.naming, example),
                  .permitted = "",
                  .says = "",
                  .command = ""};
  if (fails && result.broken.contains(rule)) {
    shown.permitted = permitted_text(result.broken.at(rule).example.permitted, example.observed);
  }
  if (!fails && result.under.contains(rule)) {
    shown.permitted = permitted_text(result.under.at(rule).permitted, example.observed);
  }
  const std::vector<Finding>& findings = fails ? report.broken : report.under;
  const auto finding = std::ranges::find(findings, rule, &Finding::name);
  if (finding != findings.end()) shown.says = finding->says;
  const auto book = std::ranges::find(report.rulebooks, result.rulebook, &BookUsed::id);
  const bool known = book != report.rulebooks.end() && !book->argument.empty();
  shown.command = case_command(report.device, known ? book->argument : result.rulebook, result, example,
                               known ? book->readings : report.readings);
  return shown;
}

}  // namespace halfulp::report
