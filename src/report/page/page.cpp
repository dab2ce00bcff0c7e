// SPDX-License-Identifier: Apache-2.0
#include "report/page/page.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "report/gate/gate_text.hpp"
#include "report/page/cause_section.hpp"
#include "report/page/charts.hpp"
#include "report/page/document.hpp"
#include "report/page/gate_section.hpp"
#include "report/page/markup.hpp"
#include "report/page/operations.hpp"
#include "report/page/pieces.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

// ---- the head

std::string title(const Report& report) {
  std::string books;
  for (const BookUsed& book : report.rulebooks) books += (books.empty() ? "" : ", ") + book.id;
  return fmt::format("halfulp {} · {} · {}", report.version, report.device.title, books);
}

std::string verdicts(const Report& report) {
  std::string lines;
  for (const BookUsed& book : report.rulebooks) {
    const std::string_view style = !conforms(report, book.id) ? "fail" : is_complete(report) ? "pass" : "reading";
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

/// What else the run is known by, folded away.
std::string facts(const Report& report, const std::string& command_line) {
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
  const std::string suite = fmt::format("{} ({}); suite {}, seed {}, halfulp {}", report.device.title,
                                        report.device.name, report.suite, report.seed, report.version);
  const std::string again = command_line.empty() ? "" : command(command_line);
  return folded_away(escaped(suite), element("dl", list, "facts") + "\n" + again, "class=\"run\"");
}

// ---- rules

std::uint64_t count_of(const Finding& one) {
  std::uint64_t count = 0;
  for (const Finding::Count& place : one.where) count += place.count;
  return count;
}

std::string finding(const Finding& one, std::string_view style) {
  std::string text = quotation(one.says, one.source);
  text += paragraph(where_sentence(one));
  if (!one.failing.empty()) text += paragraph("Failing: " + failing_sentence(one.failing) + ".");
  if (one.explained.failures > 0) text += paragraph("Device: " + sentence(one.explained) + ".", "explained");
  text += example(one.explanation, one.example, one.variant, one.command);
  if (!one.unexplained.empty()) {
    text += paragraph("The first that nothing explains:") + command(one.unexplained);
  }
  const std::string summary =
      fmt::format("<b>{}</b> {} <small>{}</small>", escaped(one.name), grouped(count_of(one)), escaped(one.says));
  return folded_away(summary, text,
                     fmt::format("class=\"finding {}\" id=\"{}\"", style, finding_id(one.name, one.counts)));
}

std::string findings(const std::vector<Finding>& list, bool counts, std::string_view heading, std::string_view style,
                     std::string_view id) {
  std::string text;
  for (const Finding& one : list) {
    if (one.counts == counts) text += finding(one, style);
  }
  return section(heading, text, id);
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
  text = section("Broken by the run as a whole", text, "whole-run");
  std::string others;
  for (const DeviceRounding& rounding : report.roundings) {
    others += paragraph(fmt::format("Rounding by {}: {}.", rounding.rulebook, sentence(rounding)));
  }
  if (!report.not_offered.empty()) {
    others += folded_away(fmt::format("{} operations not offered by the device", report.not_offered.size()),
                          paragraph(not_offered_sentence(report) + "."));
  }
  return text + section("Also", others);
}

/// Links to the sections that the page has.
std::string contents(std::string_view main) {
  constexpr std::pair<std::string_view, std::string_view> kSections[] = {{"gate", "Gate"},
                                                                         {"causes", "Causes"},
                                                                         {"unexplained", "Unexplained"},
                                                                         {"whole-run", "Whole run"},
                                                                         {"operations", "Operations"},
                                                                         {"broken", "Broken rules"},
                                                                         {"readings", "Other readings"},
                                                                         {"comparison", "For comparison"}};
  std::string links;
  for (const auto& [id, name] : kSections) {
    if (main.find(fmt::format("<section id=\"{}\">", id)) == std::string_view::npos) continue;
    links += element("li", fmt::format("<a href=\"#{}\">{}</a>", id, name));
  }
  return element("ul", links, "contents") + "\n";
}

}  // namespace

std::string page(const Report& report, const std::vector<PageDetails>& details, const std::string& command_line) {
  const std::vector<Entry> entries = entries_of(report);
  std::string main = shared_axes(report) + (report.gate ? gate_section(report) : "");
  main += cause_sections(report, details);
  main += whole_run(report);
  main += operations_table(report, entries);
  main += element("h2", "Operation by operation") + "\n";
  for (const Entry& entry : entries) main += operation_section(report, entry, details);
  main += findings(report.broken, true, "Broken rules", "fail", "broken");
  main += findings(report.under, true, "Results that pass under another reading only", "reading", "readings");
  main += findings(report.broken, false, "Broken by variants shown for comparison only", "shown", "comparison");
  const std::string header = element("h1", escaped(report.device.title)) + "\n" + verdicts(report) +
                             facts(report, command_line) + contents(main);
  return document(title(report), header, main, Programs::charts);
}

}  // namespace halfulp::report
