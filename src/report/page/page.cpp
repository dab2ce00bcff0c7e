// SPDX-License-Identifier: Apache-2.0
#include "report/page/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "halfulp/operation.hpp"
#include "report/gate/gate_text.hpp"
#include "report/page/charts.hpp"
#include "report/page/document.hpp"
#include "report/page/gate_section.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// One operation in one format, with all its results.
struct Entry {
  Operation operation;
  Format format;
  std::vector<std::size_t> results;  ///< their places in the report
};

std::vector<Entry> entries_of(const Report& report) {
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const Result& result = report.results[i];
    auto entry = std::ranges::find_if(
        entries, [&](const Entry& one) { return one.operation == result.operation && one.format == result.format; });
    if (entry == entries.end()) entry = entries.insert(entries.end(), {result.operation, result.format, {}});
    entry->results.push_back(i);
  }
  return entries;
}

std::string id_of(const Entry& entry) {
  return fmt::format("{}-{}", info(entry.operation).name, info(entry.format).name);
}

/// How an outcome looks: the style of its word.
std::string_view style_of(const Result& result, bool strict) {
  switch (outcome(result)) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return result.variant.counts ? "fail" : "shown";
    case Outcome::lost:
      return "fail";
    case Outcome::reading:
      return strict ? "fail" : "reading";
    case Outcome::unfinished:
    case Outcome::not_run:
      return "reading";
    case Outcome::unconstrained:
      return "none";
  }
  return "none";
}

std::string verdict(const Result& result, bool strict) {
  return element("span", escaped(name(outcome(result))), fmt::format("verdict {}", style_of(result, strict)));
}

// ---- the head

std::string title(const Report& report) {
  std::string books;
  for (const BookUsed& book : report.rulebooks) books += (books.empty() ? "" : ", ") + book.id;
  return fmt::format("{} · {}", report.device.title, books);
}

std::string verdicts(const Report& report) {
  std::string lines;
  for (const BookUsed& book : report.rulebooks) {
    const std::string_view style = !conforms(report, book.id) ? "fail" : "pass";
    lines += element("li", escaped(verdict_sentence(report, book.id)), style) + "\n";
  }
  if (report.gate) {
    const bool passed = passes(*report.gate);
    lines += element("li", fmt::format("<a href=\"#gate\">gate</a>: {}", escaped(gate_sentence(*report.gate))),
                     passed ? "pass" : "fail") +
             "\n";
  }
  std::string text = element("ul", lines, "verdicts") + "\n";
  if (report.interrupted) text += paragraph("interrupted: this report is incomplete", "warning");
  if (report.out_of_time) text += paragraph(out_of_time_sentence(report), "warning");
  std::uint64_t lost_cases = 0;
  std::string because;
  for (const Result& result : report.results) {
    lost_cases += result.lost;
    if (result.lost > 0) because = result.lost_because;
  }
  if (lost_cases > 0) {
    text += paragraph(fmt::format("device lost: {}; {} results were lost with it", because, grouped(lost_cases)),
                      "warning");
  }
  return text;
}

std::string facts(const Report& report) {
  std::string list = fact("device", report.device.name);
  for (const auto& [what, value] : report.device.facts) list += fact(what, value);
  for (const BookUsed& book : report.rulebooks) {
    list += fact(book.id, fmt::format("{} (rulebook {})", book.title, book.hash));
  }
  const std::string cases = report.cases == 0 ? "" : fmt::format(", {} cases of each operation", grouped(report.cases));
  list += fact("suite", fmt::format("{}{}, seed {}", report.suite, cases, report.seed));
  for (const auto& [id, option] : report.readings) list += fact("reading " + id, option);
  if (report.strict) list += fact("strict", "a result that passes under another reading only is a failure");
  list += fact("halfulp", report.version);
  return element("dl", list, "facts") + "\n";
}

// ---- operations and rulebooks

/// What a cell tells of all ways in which the device computes an operation: the first way's outcome, and whether
/// another that counts is worse.
std::string cell(const Report& report, const Entry& entry, const BookUsed& book) {
  std::string text;
  for (const std::size_t i : entry.results) {
    const Result& result = report.results[i];
    if (result.rulebook != book.id) continue;
    const bool worse = !result.principal && result.variant.counts && breaks(result, report.strict) &&
                       text.find("fail") == std::string::npos;
    if (result.principal || worse) text += (text.empty() ? "" : " ") + verdict(result, report.strict);
    if (worse) text += escaped(" " + operands_text(result.variant));
  }
  return element("td", text.empty() ? "<span class=\"verdict none\">no rule</span>" : text);
}

std::string matrix(const Report& report, const std::vector<Entry>& entries) {
  std::string heading = element("th", "operation");
  for (const BookUsed& book : report.rulebooks) heading += element("th", escaped(book.id));
  for (const char* counted : {"worst error", "results", "failed", "by reading"}) {
    heading += element("th", counted, "number");
  }
  std::string rows;
  for (const Entry& entry : entries) {
    const Result& first = report.results[entry.results.front()];
    std::string cells = fmt::format("<th><a href=\"#{}\">{}</a></th>", id_of(entry),
                                    escaped(called(entry.operation, entry.format, first.naming)));
    for (const BookUsed& book : report.rulebooks) cells += cell(report, entry, book);
    std::optional<double> worst;
    std::uint64_t cases = 0;
    std::uint64_t failed = 0;
    std::uint64_t by_reading = 0;
    for (const std::size_t i : entry.results) {
      const Result& result = report.results[i];
      if (!result.variant.counts) continue;
      cases += result.tally.cases;
      failed += result.tally.failed;
      by_reading += result.tally.reading;
      if (result.tally.worst) worst = std::max(worst.value_or(0), *result.tally.worst->error_ulp);
    }
    cells += element("td", worst ? ulp_text(worst) + " ULP" : "", "number");
    for (const std::uint64_t count : {cases, failed, by_reading}) cells += element("td", grouped(count), "number");
    rows += element("tr", cells) + "\n";
  }
  return "<section id=\"operations\">\n" + element("h2", "Operations and rulebooks") +
         paragraph(
             "A row for each operation in each format; the verdict above counts an operation once. A second word in a "
             "cell is of another way of computing it, with where that has its operands from, that is worse. By "
             "reading: "
             "results that pass under another reading of the document only.") +
         element("table", element("thead", element("tr", heading)) + element("tbody", rows), "matrix") + "</section>\n";
}

// ---- rules

std::string example(const Explanation& explanation, const Witness& witness, const Variant& variant,
                    std::string_view command) {
  std::vector<ValueLine> lines = operand_lines(explanation);
  std::string note = witness.error_ulp ? fmt::format("{} ULP away", ulp_text(witness.error_ulp)) : "";
  lines.push_back({"result", explanation.result_format, witness.observed, std::move(note)});
  std::string text =
      element("p", fmt::format("{} by {}", code(call_text(explanation)), code(instruction_text(variant))));
  text += values(lines);
  text += element("p", fmt::format("{}; permitted: {}", escaped(exact_text(explanation)),
                                   code(explanation.permitted.text()))) +
          "\n";
  return text + report::command(command);
}

std::string finding(const Finding& one, std::string_view style) {
  std::string text = fmt::format("<article class=\"{}\" id=\"{}\">\n", style, finding_id(one.name, one.counts));
  text += element("h3", escaped(one.name)) + "\n";
  text += quotation(one.says, one.source);
  text += paragraph(where_sentence(one));
  if (!one.failing.empty()) text += paragraph("Failing: " + failing_sentence(one.failing) + ".");
  if (one.explained.failures > 0) text += paragraph("Device: " + sentence(one.explained) + ".", "explained");
  text += example(one.explanation, one.example, one.variant, one.command);
  if (!one.unexplained.empty()) {
    text += paragraph("The first that nothing explains:") + command(one.unexplained);
  }
  return text + "</article>\n";
}

std::string findings(const std::vector<Finding>& list, bool counts, std::string_view heading, std::string_view style) {
  std::string text;
  for (const Finding& one : list) {
    if (one.counts == counts) text += finding(one, style);
  }
  return section(heading, text);
}

template <typename Broken>
std::string broken_by_all(const Broken& broken) {
  return "<article class=\"fail\">\n" + element("h3", escaped(broken.rule)) + "\n" +
         quotation(broken.says, broken.source) +
         paragraph(fmt::format("in {}: {}", broken.rulebook, sentence(broken))) + "</article>\n";
}

std::string whole_run(const Report& report) {
  std::string text;
  for (const DeviceRounding& rounding : report.roundings) {
    if (breaks(rounding)) text += broken_by_all(rounding);
  }
  for (const Completeness& completeness : report.completeness) {
    if (breaks(completeness)) text += broken_by_all(completeness);
  }
  for (const Property& property : report.properties) {
    if (breaks(property)) text += broken_by_all(property);
  }
  text = section("Broken by the run as a whole", text);
  std::string told;
  for (const DeviceRounding& rounding : report.roundings) {
    told += paragraph(fmt::format("Rounding by {}: {}.", rounding.rulebook, sentence(rounding)));
  }
  if (!report.not_offered.empty()) told += paragraph(not_offered_sentence(report) + ".");
  return text + section("Also", told);
}

// ---- one operation

std::string unit_text(std::string_view unit) {
  if (unit == "ulp") return "ULP";
  if (unit == "steps") return "steps of a code";
  return unit == "relative" ? "of the exact result" : "";
}

/// "uses 3.2e-08 of 0.0008 (0.004 %) where abs(x) <= 100 * pi, at sin(12.3)".
std::string margin_text(const Result& result, const Margin& margin) {
  const Explanation call = call_of(result.operation, result.format, result.naming, margin.operands);
  const std::string unit = unit_text(margin.unit);
  return fmt::format("{:.4g} of {:.4g}{}{} ({:.3g} %){}{}, at {}", margin.used, margin.stated, unit.empty() ? "" : " ",
                     unit, 100 * margin.used / margin.stated, margin.where.empty() ? "" : ", ", margin.where,
                     call_text(call));
}

std::string numbers(const Result& result) {
  const Tally& tally = result.tally;
  std::string text;
  const auto add = [&](std::string_view what, std::uint64_t count, bool always) {
    if (count > 0 || always) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", grouped(count), what);
  };
  add("results", tally.cases, true);
  add("failed", tally.failed, true);
  add("pass under another reading only", tally.reading, false);
  add("unconstrained", tally.unconstrained, false);
  add("with operands that the document forbids", tally.invalid_operand, false);
  add("lost with the device", result.lost, false);
  return text;
}

/// Where a picture tells more than a sentence: errors of the device's principal way that are more than those of correct
/// rounding, or fail.
bool is_drawn(const Result& result) {
  const bool rounded = !result.tally.worst || *result.tally.worst->error_ulp <= 0.5;
  return result.principal && (!rounded || outcome(result) == Outcome::fail);
}

std::string result_text(const Report& report, const Result& result, const PageDetails& details) {
  const bool failing = breaks(result, report.strict);
  std::string text = fmt::format("<article class=\"result {}\">\n", style_of(result, report.strict));
  std::string way = code(instruction_text(result.variant));
  if (!result.variant.operands.empty()) way += escaped(", operands from " + result.variant.operands);
  if (!result.variant.counts) way += ", shown for comparison only";
  text += element("h4", fmt::format("{} {} <span class=\"way\">{}</span>", verdict(result, report.strict),
                                    escaped(result.rulebook), way)) +
          "\n";
  text += paragraph(numbers(result));
  if (result.tally.worst) {
    const Witness& worst = *result.tally.worst;
    std::string operands;
    for (int i = 0; i < info(result.operation).arity; ++i) {
      const Format format = info(result.operation).operand_format(i, result.format);
      operands += (i == 0 ? "" : ", ") + bits_text(format, worst.operands[static_cast<std::size_t>(i)]);
    }
    text +=
        element("p", fmt::format(
                         "Worst error {} ULP: {}", ulp_text(worst.error_ulp),
                         code(fmt::format("{}({}) = {}", name(result.operation, result.naming), operands,
                                          bits_text(info(result.operation).result(result.format), worst.observed))))) +
        "\n";
  }
  for (const Margin& margin : result.margins) text += paragraph("Used: " + margin_text(result, margin), "margin");
  if (is_drawn(result)) text += error_chart(result, details.permitted) + histogram_chart(result);
  if (result.principal) text += failure_chart(result);
  std::string broken;
  for (const PageDetails::Example& one : details.broken) {
    const auto group = result.tally.broken.find(one.rule.id);
    broken +=
        fmt::format("<li>{}: {} of {}", finding_link(report, one.rule.id, result.variant.counts),
                    grouped(group == result.tally.broken.end() ? 0 : group->second.count), grouped(result.tally.cases));
    const auto failures = result.failures.find(one.rule.id);
    if (failures != result.failures.end() && result.tried) {
      broken += paragraph(sentence(diagnosis::failure_words(result.operation, *result.tried, failures->second)));
    }
    const diagnosis::FailuresBySet sets = result.hypotheses.of_rule(one.rule.id);
    if (sets.failures > 0) broken += paragraph(sentence(diagnosis::explained(sets)), "explained");
    broken += example(one.explanation, one.witness, result.variant, one.command) + "</li>\n";
  }
  if (!broken.empty()) text += element("ul", broken, failing ? "broken" : "broken shown") + "\n";
  std::string under;
  for (const auto& [readings, group] : result.tally.under) {
    under += element("li", finding_link(report, readings, result.variant.counts) + ": " + grouped(group.count)) + "\n";
  }
  if (!under.empty()) text += paragraph("Pass only under") + element("ul", under) + "\n";
  return text + "</article>\n";
}

std::string permitted(const PageDetails::Rule& rule) {
  return element("p",
                 fmt::format("Permitted by {}: {} {}<br>{}", code(rule.id), escaped(rule.says),
                             element("cite", escaped("[" + rule.source + "]")), code(rule.permits)),
                 "permitted") +
         "\n";
}

std::string operation(const Report& report, const Entry& entry, const std::vector<PageDetails>& details) {
  const Result& first = report.results[entry.results.front()];
  std::string text = fmt::format("<section class=\"operation\" id=\"{}\">\n", id_of(entry));
  text += element("h3", escaped(called(entry.operation, entry.format, first.naming)) +
                            element("small", escaped(info(entry.operation).meaning))) +
          "\n";
  std::string_view told;
  for (const std::size_t i : entry.results) {
    if (report.results[i].rulebook != told && !details[i].accuracy.id.empty()) text += permitted(details[i].accuracy);
    told = report.results[i].rulebook;
    text += result_text(report, report.results[i], details[i]);
  }
  return text + "</section>\n";
}

}  // namespace

std::string page(const Report& report, const std::vector<PageDetails>& details) {
  const std::vector<Entry> entries = entries_of(report);
  std::string main = matrix(report, entries) + (report.gate ? gate_section(report) : "");
  main += findings(report.broken, true, "Broken rules", "fail");
  main += whole_run(report);
  main += findings(report.under, true, "Results that pass under another reading only", "reading");
  main += "<h2>Operation by operation</h2>\n" + shared_axes(report);
  for (const Entry& entry : entries) main += operation(report, entry, details);
  main += findings(report.broken, false, "Broken by variants shown for comparison only", "shown");
  const std::string header = element("h1", escaped(report.device.title)) + "\n" + verdicts(report) + facts(report);
  return document(title(report), header, main, Programs::charts);
}

}  // namespace halfulp::report
