// SPDX-License-Identifier: Apache-2.0
#include "report/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "halfulp/operation.hpp"
#include "report/paint.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 110;

std::string device_text(const Report& report, bool colour) {
  std::string result = paint(report.device.title, Colour::bold, colour);
  result += fmt::format(" ({})\n", report.device.name);
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

std::string instruction_text(const Variant& variant) {
  return (variant.composed ? "composed: " : "") + variant.instruction;
}

/// Where the operands come from, short enough for a column.
std::string operands_text(const Variant& variant) {
  return variant.operands == "specialization constants" ? "constants" : variant.operands;
}

/// A column that holds only zeros or nothing is left out.
struct OptionalColumn {
  std::string heading;
  std::uint64_t (*count)(const Result&);
};

constexpr auto kLost = [](const Result& result) { return result.lost; };
constexpr auto kUnconstrained = [](const Result& result) { return result.tally.unconstrained; };
constexpr auto kInvalid = [](const Result& result) { return result.tally.invalid_operand; };

std::string table_text(const Report& report, bool colour) {
  std::vector<OptionalColumn> optional = {{"unconstr.", kUnconstrained}, {"invalid", kInvalid}, {"lost", kLost}};
  std::erase_if(optional, [&](const OptionalColumn& column) {
    return std::ranges::all_of(report.results, [&](const Result& result) { return column.count(result) == 0; });
  });
  std::vector<Column> columns = {
      {"operation"},    {"instruction", false, true}, {"operands"}, {"verdict"}, {"cases", true}, {"failed", true},
      {"reading", true}};
  for (const OptionalColumn& column : optional) columns.push_back({column.heading, true});
  columns.push_back({"worst ULP", true});

  Table table(std::move(columns));
  for (const BookUsed& book : report.rulebooks) {
    table.add_title(fmt::format("{}: {}", book.id, book.title));
    for (const Result& result : report.results) {
      if (result.rulebook != book.id) continue;
      const Tally& tally = result.tally;
      std::vector<Cell> cells = {{result.principal ? called(result.operation, result.format, result.naming) : ""},
                                 {instruction_text(result.variant), Colour::dim},
                                 {operands_text(result.variant), Colour::dim},
                                 {verdict_text(result), colour_of(result, report.strict)},
                                 {grouped(tally.cases)},
                                 {grouped(tally.failed), tally.failed > 0 ? Colour::red : Colour::none},
                                 {grouped(tally.reading), tally.reading > 0 ? Colour::yellow : Colour::none}};
      for (const OptionalColumn& column : optional) cells.push_back({grouped(column.count(result))});
      cells.push_back({tally.worst ? ulp_text(tally.worst->error_ulp) : ""});
      table.add(std::move(cells));
    }
  }
  return table.text(kWidth, colour);
}

/// "1,204 in d3d11 (add 1,000, sub 204)", one rulebook after the other.
std::string where_text(const Finding& finding) {
  std::vector<std::string> books;
  for (const Finding::Count& count : finding.where) {
    if (std::ranges::find(books, count.rulebook) == books.end()) books.push_back(count.rulebook);
  }
  std::string result;
  for (const std::string& book : books) {
    std::uint64_t total = 0;
    std::string operations;
    for (const Finding::Count& count : finding.where) {
      if (count.rulebook != book) continue;
      total += count.count;
      operations += fmt::format("{}{} {}", operations.empty() ? "" : ", ",
                                called(count.operation, count.format, count.naming), grouped(count.count));
    }
    result += fmt::format("{}{} in {} ({})", result.empty() ? "" : "; ", grouped(total), book, operations);
  }
  return result;
}

std::string finding_text(const Finding& finding, bool colour) {
  const Explanation& explanation = finding.explanation;
  std::vector<ValueLine> lines = operand_lines(explanation);
  std::string note = finding.example.error_ulp ? fmt::format("{} ULP away", ulp_text(finding.example.error_ulp)) : "";
  lines.push_back({"result", explanation.result_format, finding.example.observed, std::move(note)});

  std::string result = paint(finding.name, Colour::bold, colour) + "\n";
  result += wrapped(where_text(finding), 2, kWidth);
  result += wrapped(finding.says, 2, kWidth);
  result += wrapped("[" + finding.source + "]", 2, kWidth);
  result += fmt::format("  {} by {}{}{}:\n", call_text(explanation), instruction_text(finding.variant),
                        finding.variant.operands.empty() ? "" : ", operands from ", finding.variant.operands);
  std::string details = value_lines(lines);
  details += fmt::format("  {}; permitted:\n", exact_text(explanation));
  details += permitted_lines(explanation.permitted);
  std::size_t start = 0;
  while (start < details.size()) {
    const std::size_t end = details.find('\n', start) + 1;
    result += "  " + details.substr(start, end - start);
    start = end;
  }
  return result + "  " + paint(finding.command, Colour::dim, colour) + "\n";
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
  const OperationInfo& row = info(side.operation);
  Explanation call;
  call.naming = rounding.naming;
  call.operation = side.operation;
  call.format = side.format;
  call.operands.assign(side.example.operands.begin(), side.example.operands.begin() + row.arity);
  std::vector<ValueLine> lines = operand_lines(call);
  lines.push_back({"result", row.result(side.format), side.example.observed, ""});
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

/// "does not conform to d3d11: 3 of 44 operations fail; 2 have results that pass under another reading only".
std::string book_verdict(const Report& report, const BookUsed& book, bool colour) {
  std::set<Operation> all;
  std::set<Operation> broken;
  std::set<Operation> reading;
  for (const Result& result : report.results) {
    if (result.rulebook != book.id || !result.variant.counts || result.tally.cases == 0) continue;
    all.insert(result.operation);
    if (breaks(result, report.strict)) broken.insert(result.operation);
    if (result.tally.reading > 0) reading.insert(result.operation);
  }
  const std::vector<std::string> by_run = broken_by_run(report, book.id);
  const bool conforms = broken.empty() && by_run.empty();
  const bool complete = !report.interrupted && !report.out_of_time && !lost(report);
  const std::string_view does = !conforms ? "does not conform to" : complete ? "conforms to" : "judged in part by";
  std::string line = fmt::format("{} {}: ", does, book.id);
  line += broken.empty() ? fmt::format("no failure in {} operation{}", all.size(), all.size() == 1 ? "" : "s")
                         : fmt::format("{} of {} operations fail", broken.size(), all.size());
  if (!reading.empty() && !report.strict) {
    line += fmt::format("; {} {} results that pass under another reading only", reading.size(),
                        reading.size() == 1 ? "has" : "have");
  }
  if (!by_run.empty()) line += fmt::format("; broken by the run as a whole: {}", fmt::join(by_run, ", "));
  return paint(line, conforms ? Colour::green : Colour::red, colour) + "\n";
}

/// Formats in which nothing was judged, and conversions of pixels where none was, as a whole; other operations by name.
std::string not_offered_text(const Report& report) {
  std::vector<std::string> names;
  const auto is_pixel = [](const auto& row) { return info(row.operation).family == OperationFamily::pixel; };
  const bool any_pixel = std::ranges::any_of(report.results, is_pixel);
  for (const FormatInfo& format : formats()) {
    const auto is_judged = [&](const Result& result) { return result.format == format.format; };
    const bool any = std::ranges::any_of(report.results, is_judged);
    bool told = false;
    for (const Asked& asked : report.not_offered) {
      if (asked.format != format.format || (!any_pixel && is_pixel(asked))) continue;
      if (any) names.push_back(called(asked.operation, asked.format, naming_of_others(report)));
      if (!any && !std::exchange(told, true)) names.push_back(fmt::format("everything in {}", format.name));
    }
  }
  if (!any_pixel && std::ranges::any_of(report.not_offered, is_pixel)) names.emplace_back("everything on pixels");
  return wrapped(fmt::format("not offered by the device, so not judged: {}", fmt::join(names, ", ")), 0, kWidth);
}

/// "out of time: 1,234 of 5,678 results were judged": those of each rulebook.
std::string out_of_time_text(const Report& report) {
  std::uint64_t planned = 0;
  std::uint64_t judged = 0;
  for (const Result& result : report.results) {
    planned += result.planned;
    judged += result.tally.cases;
  }
  return fmt::format("out of time: {} of {} results were judged", grouped(judged), grouped(planned));
}

std::string ending_text(const Report& report, const TextOptions& options) {
  std::string result = "\n";
  std::set<std::string> losses;
  std::uint64_t lost_cases = 0;
  for (const Result& one : report.results) {
    if (one.lost > 0) losses.insert(one.lost_because);
    lost_cases += one.lost;
  }
  const bool recorded = report.device.kind == "recorded";
  for (const std::string& loss : losses) {
    result += paint(recorded ? "reading ended: " : "device lost: ", Colour::red, options.colour) + loss + "\n";
  }
  if (lost_cases > 0) {
    result += recorded ? "what came before was judged\n"
                       : fmt::format("{} results were lost with it; the rest was judged\n", grouped(lost_cases));
  }
  if (report.interrupted) {
    result += paint("interrupted: this report is incomplete\n", Colour::yellow, options.colour);
  }
  if (report.out_of_time) result += paint(out_of_time_text(report) + "\n", Colour::yellow, options.colour);
  if (!report.not_offered.empty()) result += not_offered_text(report);
  for (const DeviceRounding& rounding : report.roundings) result += rounding_text(rounding);
  for (const BookUsed& book : report.rulebooks) result += book_verdict(report, book, options.colour);
  for (const auto& [kind, path] : options.files) result += fmt::format("{}: {}\n", kind, path);
  return result;
}

}  // namespace

std::string text(const Report& report, const TextOptions& options) {
  std::string result = device_text(report, options.colour) + "\n" + table_text(report, options.colour);
  result += findings_text(report.broken, "BROKEN RULES", true, options.colour);
  result += whole_run_text(report, options.colour);
  result += findings_text(report.broken, "BROKEN BY VARIANTS SHOWN FOR COMPARISON ONLY", false, options.colour);
  result += findings_text(report.under, "PASSES UNDER ANOTHER READING", true, options.colour);
  return result + ending_text(report, options);
}

}  // namespace halfulp::report
