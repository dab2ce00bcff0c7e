// SPDX-License-Identifier: Apache-2.0
#include "report/range/range.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "cli/case.hpp"
#include "cli/expression.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "number/names.hpp"
#include "range/reading/parse.hpp"

namespace halfulp::cli {
namespace {

using report::RangeReport;

/// Operands that are tried for a result on which two rulebooks part.
constexpr int kTries = 2000;

/// Throws Error(kUsage) unless what was observed has a value for each component.
void check_observed(const RangeReport& report, const range::Program& program) {
  const std::size_t components = program.results.size();
  if (report.observed.size() == components) return;
  throw Error(Error::Kind::kUsage, fmt::format("--result has {} value{}, '{}' has {}", report.observed.size(),
                                               report.observed.size() == 1 ? "" : "s", report.expression, components));
}

/// What a report says of the books that it has; the operands and the rest are known.
void answer(RangeReport& report, std::span<const Rulebook> books, const range::Budget& budget) {
  std::vector<std::string> names;
  std::vector<judge::ValueSet> sets;
  for (const range::Operand& operand : report.operands) {
    names.push_back(operand.name);
    sets.push_back(operand.set);
  }
  for (const Rulebook& book : books) {
    const bool is_first = &book == &books.front();
    const Readings readings = is_first ? report.readings : Readings{};
    range::JudgedExpression expression(report.expression, names, book, report.format, readings, report.freedom);
    const auto answered = [&](const range::Program& program) { return range::answer(program, sets, budget); };
    if (!is_first || report.observed.empty()) {
      report.books.push_back({book, expression.program(), answered(expression.program())});
      continue;
    }
    check_observed(report, expression.program());
    range::Judged judged = expression.judge(report.observed, answered);
    report.books.push_back({book, expression.program(), std::move(judged.answer)});
    report.verdict = judged.verdict;
    report.under = judged.under;
  }
  if (books.size() != 2) return;
  for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
    report.partings.push_back(range::find_parting(report.books[i].program, report.books[1 - i].program, sets, kTries));
  }
}

/// A value, or those of a vector in brackets.
std::vector<Bits> read_values(Format format, const std::string& text) {
  if (text.starts_with("(")) return range::parse_values(text, format);
  return {parse_value(format, text)};
}

std::vector<Bits> read_result(Format format, const std::string& text) {
  try {
    return read_values(format, text);
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("--result: {}", error.what()));
  }
}

ExitCode write(const Arguments& arguments, const RangeReport& report) {
  write_output(arguments.has("--json") ? report::json_text(report::range_shape(report)) : report::range_text(report));
  if (const std::string page = arguments.text("--html"); !page.empty()) write_file(page, report::range_page(report));
  const bool fails = report.verdict == range::Verdict::forbidden ||
                     (report.verdict == range::Verdict::reading && arguments.has("--strict"));
  return fails ? ExitCode::kDoesNotConform : ExitCode::kConforms;
}

RangeReport asked(const Arguments& arguments, const std::string& expression) {
  RangeReport report;
  report.expression = expression;
  report.format = format_asked(arguments);
  range::check_format(report.format);
  report.readings = read_readings(arguments.list("--reading"));
  if (const std::string result = arguments.text("--result"); !result.empty()) {
    report.observed = read_result(report.format, result);
  }
  report.freedom = freedom_asked(arguments);
  return report;
}

}  // namespace

range::Freedom freedom_asked(const Arguments& arguments) {
  return {.contract = arguments.has("--contract"), .reassociate = arguments.has("--reassociate")};
}

bool is_expression(std::string_view text) {
  return text.find_first_of(" ()*+/;?") != std::string_view::npos && number::functions_named(text).empty();
}

RangeReport question_of_operands(const Arguments& arguments) {
  RangeReport report = asked(arguments, arguments.text("OPERATION"));
  const std::vector<std::string> names = range::operands_in(report.expression);
  const std::vector<std::string> texts = arguments.list("OPERAND");
  if (names.size() != texts.size()) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}' has the operands {}: {} values, not {}", report.expression,
                                                 fmt::join(names, ", "), names.size(), texts.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::vector<Bits> values = read_values(report.format, texts[i]);
    const auto components =
        values.size() == 1 ? std::vector{names[i]} : range::component_names(names[i], values.size());
    for (std::size_t c = 0; c < values.size(); ++c) {
      report.operands.push_back({components[c], range::set_of(report.format, values[c])});
    }
  }
  return report;
}

ExitCode judge_expression(const Arguments& arguments) {
  return write_answer(arguments, question_of_operands(arguments), Rulebook::open(arguments.text("BOOK")));
}

ExitCode write_answer(const Arguments& arguments, RangeReport report, const Rulebook& book) {
  answer(report, std::span(&book, 1), {});
  return write(arguments, report);
}

ExitCode range(const Arguments& arguments) {
  RangeReport report = asked(arguments, arguments.text("EXPRESSION"));
  std::vector<std::string> conditions = arguments.list("CONDITION");
  const std::vector<std::string> more = arguments.list("--where");
  conditions.insert(conditions.end(), more.begin(), more.end());
  for (const std::string& condition : conditions) {
    for (range::Operand& operand : range::parse_where(condition, report.format)) {
      if (std::ranges::find(report.operands, operand.name, &range::Operand::name) != report.operands.end()) {
        throw Error(Error::Kind::kUsage, fmt::format("{}: {} comes twice", condition, operand.name));
      }
      report.operands.push_back(std::move(operand));
    }
  }
  std::vector<Rulebook> books = {Rulebook::open(arguments.text("BOOK"))};
  if (const std::string other = arguments.text("--against"); !other.empty()) books.push_back(Rulebook::open(other));
  std::vector<NamedFile> read;
  read.reserve(books.size());
  for (const Rulebook& book : books) read.push_back({"the rulebook", book.opened_as()});
  require_own_files(read, std::array{NamedFile{"--html", arguments.text("--html")}});
  range::Budget budget;
  budget.boxes = std::max<std::size_t>(1, arguments.number("--boxes"));
  budget.cases = static_cast<std::int64_t>(arguments.number("--cases"));
  answer(report, books, budget);
  return write(arguments, report);
}

}  // namespace halfulp::cli
