// SPDX-License-Identifier: Apache-2.0
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "halfulp/operation.hpp"
#include "report/frame.hpp"
#include "report/gate/gate_text.hpp"
#include "report/paint.hpp"
#include "report/sentences.hpp"
#include "report/table.hpp"
#include "report/values.hpp"
#include "report/ways.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 110;

std::string device_text(const Report& report, bool colour) {
  std::string result = title_line(report, colour);
  std::string facts;
  for (const auto& [what, value] : report.device.facts) {
    facts += fmt::format("{}{}: {}", facts.empty() ? "" : "; ", what, value);
  }
  if (!facts.empty()) result += wrapped(facts, 2, kWidth);
  const std::string cases = report.cases == 0 ? "" : fmt::format(", {} cases of each operation", grouped(report.cases));
  result += fmt::format("  suite {}{}, seed {}, halfulp {}\n", report.suite, cases, report.seed, report.version);
  for (const auto& [id, option] : report.readings) result += fmt::format("  reading {} = {}\n", id, option);
  if (report.strict) result += "  strict: a result that passes under another reading only is a failure\n";
  return result;
}

Colour colour_of(const Result& result, bool strict) {
  switch (outcome(result)) {
    case Outcome::fail:
      return result.variant.counts ? Colour::red : Colour::yellow;
    case Outcome::lost:
      return Colour::red;
    case Outcome::reading:
      return strict ? Colour::red : Colour::yellow;
    case Outcome::unfinished:
    case Outcome::not_run:
      return Colour::yellow;
    case Outcome::unconstrained:
      return Colour::dim;
    case Outcome::pass:
      break;
  }
  return Colour::green;
}

std::string verdict_text(const Result& result) {
  std::string verdict(name(outcome(result)));
  if (!result.variant.counts) verdict = "(" + verdict + ")";
  return verdict;
}

/// A column that holds only zeros is left out.
struct OptionalColumn {
  std::string heading;
  std::uint64_t (*count)(const Ways&);
};

constexpr auto kLost = [](const Ways& ways) { return ways.lost; };
constexpr auto kUnconstrained = [](const Ways& ways) { return ways.tally.unconstrained; };
constexpr auto kInvalid = [](const Ways& ways) { return ways.tally.invalid_operand; };

/// The rows of the rulebook's results, an operation's together.
std::vector<Ways> rows_of(const Report& report, const BookUsed& book) {
  std::vector<Ways> rows;
  std::vector<const Result*> of_operation;
  const auto end_operation = [&] {
    std::ranges::move(folded(of_operation), std::back_inserter(rows));
    of_operation.clear();
  };
  for (const Result& result : report.results) {
    if (result.rulebook != book.id) continue;
    if (result.principal) end_operation();
    of_operation.push_back(&result);
  }
  end_operation();
  return rows;
}

std::string table_text(const Report& report, bool colour) {
  std::vector<std::pair<const BookUsed*, std::vector<Ways>>> of_books;
  for (const BookUsed& book : report.rulebooks) of_books.emplace_back(&book, rows_of(report, book));
  std::vector<OptionalColumn> optional = {{"unconstr.", kUnconstrained}, {"invalid", kInvalid}, {"lost", kLost}};
  std::erase_if(optional, [&](const OptionalColumn& column) {
    return std::ranges::all_of(of_books, [&](const auto& of_book) {
      return std::ranges::all_of(of_book.second, [&](const Ways& ways) { return column.count(ways) == 0; });
    });
  });
  std::vector<Column> columns = {{"operation"}, {"verdict"}, {"cases", true}, {"failed", true}, {"reading", true}};
  for (const OptionalColumn& column : optional) columns.push_back({column.heading, true});
  columns.insert(columns.end(), {{"worst ULP", true}, {"operands"}, {"instruction"}});

  Table table(std::move(columns));
  for (const auto& [book, rows] : of_books) {
    table.add_title(fmt::format("{}: {}", book->id, book->title));
    for (const Ways& ways : rows) {
      const Result& first = *ways.first;
      const Tally& tally = ways.tally;
      std::vector<Cell> cells = {{first.principal ? called(first.operation, first.format, first.naming) : ""},
                                 {verdict_text(first), colour_of(first, report.strict)},
                                 {grouped(tally.cases)},
                                 {grouped(tally.failed), tally.failed > 0 ? Colour::red : Colour::none},
                                 {grouped(tally.reading), tally.reading > 0 ? Colour::yellow : Colour::none}};
      for (const OptionalColumn& column : optional) cells.push_back({grouped(column.count(ways))});
      cells.push_back({tally.worst ? ulp_text(tally.worst->error_ulp) : ""});
      cells.push_back({ways.operands, Colour::dim});
      cells.push_back({ways.instruction, Colour::dim});
      table.add(std::move(cells));
    }
  }
  const bool counts_all = std::ranges::all_of(report.results, [](const Result& one) { return one.variant.counts; });
  return table.text(colour) + (counts_all ? "" : "\n  (verdicts in parentheses are shown, but do not count)\n");
}

std::string finding_text(const Finding& finding, bool colour) {
  const Explanation& explanation = finding.explanation;
  std::vector<ValueLine> lines = operand_lines(explanation);
  std::string note = finding.example.error_ulp ? fmt::format("{} ULP away", ulp_text(finding.example.error_ulp)) : "";
  lines.push_back({"result", explanation.result_format, finding.example.observed, std::move(note)});

  std::string result = paint(finding.name, Colour::bold, colour) + "\n";
  result += wrapped(where_sentence(finding), 2, kWidth);
  result += wrapped(finding.says, 2, kWidth);
  result += wrapped("[" + finding.source + "]", 2, kWidth);
  if (!finding.failing.empty()) result += wrapped("failing: " + failing_sentence(finding.failing), 2, kWidth);
  if (finding.explained.failures > 0) result += wrapped("device: " + sentence(finding.explained), 2, kWidth);
  result += fmt::format("  {} by {}{}{}:\n", call_text(explanation), instruction_text(finding.variant),
                        finding.variant.operands.empty() ? "" : ", operands from ", finding.variant.operands);
  std::string details = value_lines(lines);
  details += fmt::format("  {}; permitted:\n", exact_text(explanation));
  details += permitted_lines(explanation.permitted);
  const std::string nearest = nearest_text(explanation.permitted, finding.example.observed);
  if (!nearest.empty()) details += "  " + nearest + "\n";
  std::size_t start = 0;
  while (start < details.size()) {
    const std::size_t end = details.find('\n', start) + 1;
    result += "  " + details.substr(start, end - start);
    start = end;
  }
  result += "  " + paint(finding.command, Colour::dim, colour) + "\n";
  if (!finding.unexplained.empty() && !finding.explained.parts.empty()) {
    result += "  unexplained: " + paint(finding.unexplained, Colour::dim, colour) + "\n";
  }
  return result;
}

std::string findings_text(const std::vector<Finding>& findings, std::string_view heading, bool counts, bool colour) {
  std::string result;
  for (const Finding& finding : findings) {
    if (finding.counts != counts) continue;
    if (result.empty()) result = fmt::format("\n{}\n", heading);
    result += "\n" + finding_text(finding, colour);
  }
  return result;
}

/// How many results tell a rounding, and the first of them in full.
std::string side_text(const DeviceRounding& rounding, const DeviceRounding::Side& side, std::string_view how) {
  if (side.count == 0) return "";
  const Explanation call = call_of(side.operation, side.format, rounding.naming, side.example.operands);
  std::vector<ValueLine> lines = operand_lines(call);
  lines.push_back({"result", info(side.operation).result(side.format), side.example.observed, ""});
  std::string operations;
  for (const Finding::Count& place : side.where) {
    operations += fmt::format("{}{} {}", operations.empty() ? "" : ", ",
                              called(place.operation, place.format, place.naming), grouped(place.count));
  }
  const std::string heading = fmt::format("{}: {} ({}), first {} by {}:", how, grouped(side.count), operations,
                                          call_text(call), side.variant.instruction);
  return wrapped(heading, 2, kWidth) + value_lines(lines);
}

/// What the run as a whole shows of the rounding.
std::string rounding_text(const DeviceRounding& rounding) {
  std::string result = fmt::format("rounding by {}: {}\n", rounding.rulebook, sentence(rounding));
  if (mode(rounding) != "mixed" || breaks(rounding)) return result;
  result += side_text(rounding, rounding.nearest, "to nearest");
  result += side_text(rounding, rounding.toward_zero, "toward zero");
  std::string note = fmt::format("{} holds each result on its own", rounding.rule);
  if (!rounding.under.empty()) note += fmt::format("; this fails under {}", rounding.under);
  return result + wrapped(note, 2, kWidth);
}

std::string whole_run_text(const Report& report, bool colour) {
  std::string result;
  const auto begin = [&](const auto& broken) {
    if (result.empty()) result = "\nBROKEN BY THE RUN AS A WHOLE\n";
    result += "\n" + paint(broken.rule, Colour::bold, colour) + "\n";
    result += wrapped(fmt::format("in {}: {}", broken.rulebook, sentence(broken)), 2, kWidth);
    result += wrapped(broken.says, 2, kWidth);
    result += wrapped("[" + broken.source + "]", 2, kWidth);
  };
  for (const DeviceRounding& rounding : report.roundings) {
    if (!breaks(rounding)) continue;
    begin(rounding);
    result += side_text(rounding, rounding.nearest, "to nearest");
    result += side_text(rounding, rounding.toward_zero, "toward zero");
  }
  for (const Completeness& completeness : report.completeness) {
    if (breaks(completeness)) begin(completeness);
  }
  for (const Property& property : report.properties) {
    if (breaks(property)) begin(property);
  }
  return result;
}

std::string ending_text(const Report& report, const TextOptions& options) {
  std::string result = "\n" + loss_lines(report, options.colour);
  if (!report.not_offered.empty()) result += wrapped(not_offered_sentence(report), 0, kWidth);
  for (const DeviceRounding& rounding : report.roundings) result += rounding_text(rounding);
  result += verdict_lines(report, options.colour);
  if (report.gate) result += gate_verdict(*report.gate, options.colour);
  return result + more_lines(options);
}

}  // namespace

std::string text(const Report& report, const TextOptions& options) {
  std::string result = device_text(report, options.colour) + "\n" + table_text(report, options.colour);
  result += findings_text(report.broken, "BROKEN RULES", true, options.colour);
  result += whole_run_text(report, options.colour);
  result += findings_text(report.broken, "BROKEN BY VARIANTS SHOWN FOR COMPARISON ONLY", false, options.colour);
  result += findings_text(report.under, "PASSES UNDER ANOTHER READING", true, options.colour);
  if (report.gate) result += gate_text(*report.gate, options.colour);
  return result + ending_text(report, options);
}

}  // namespace halfulp::report
