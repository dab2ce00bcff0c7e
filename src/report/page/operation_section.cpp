// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "report/page/charts.hpp"
#include "report/page/markup.hpp"
#include "report/page/operations.hpp"
#include "report/page/pieces.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"
#include "report/ways.hpp"

namespace halfulp::report {
namespace {

std::string unit_text(std::string_view unit) {
  if (unit == "ulp") return "ULP";
  if (unit == "steps") return "steps of a code";
  return unit == "relative" ? "of the exact result" : "";
}

/// "uses 3.2e-08 of 0.0008 (0.004 %) where abs(x) <= 100 * pi, at sin(12.3)".
std::string margin_text(const Result& result, const Margin& margin) {
  const Explanation call = call_of(result.operation, result.format, result.naming, margin.operands);
  const std::string unit = unit_text(margin.unit);
  return fmt::format("{} of {}{}{} ({} %){}{}, at {}", figure_text(margin.used, 4), figure_text(margin.stated, 4),
                     unit.empty() ? "" : " ", unit, figure_text(100 * margin.used / margin.stated, 3),
                     margin.where.empty() ? "" : ", ", margin.where, call_text(call));
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

/// `instruction`: of all ways that the result stands for.
std::string result_text(const Report& report, const Result& result, const std::string& instruction,
                        const PageDetails& details) {
  const bool failing = breaks(result, report.strict);
  std::string text = fmt::format("<article class=\"result {}\">\n", style_of(result, report.strict));
  std::string way = code(instruction);
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
  if (result.principal) text += error_chart(result, details.permitted) + histogram_chart(result);
  if (result.principal) text += failure_chart(result);
  std::string broken;
  for (const PageDetails::Broken& one : details.broken) {
    const Tally::Group& group = result.tally.broken.at(one.rule.id);
    const BrokenRule& known = result.broken.at(one.rule.id);
    broken += fmt::format("<li>{}: {} of {}", finding_link(report, one.rule.id, result.variant.counts),
                          grouped(group.count), grouped(result.tally.cases));
    broken += paragraph(sentence(known.cases));
    const diagnosis::FailuresBySet sets = result.hypotheses.of_rule(one.rule.id);
    if (sets.failures > 0) broken += paragraph(sentence(diagnosis::explained(sets)), "explained");
    broken += example(known.example, group.example, result.variant, one.command) + "</li>\n";
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

/// How the ways of one rulebook came out; of those that pass as the first one does only how many there are.
std::string ways_text(const Report& report, std::span<const Result* const> results,
                      const std::vector<PageDetails>& details) {
  std::string text;
  for (const Ways& ways : folded(results)) {
    const auto place = static_cast<std::size_t>(ways.first - report.results.data());
    const bool clean = outcome(*ways.first) == Outcome::pass || outcome(*ways.first) == Outcome::unconstrained;
    if (clean && ways.first != results.front()) {
      text += element("p",
                      fmt::format("{} {} {}", verdict(*ways.first, report.strict), escaped(ways.first->rulebook),
                                  escaped(ways.instruction)),
                      "way") +
              "\n";
    } else {
      text += result_text(report, *ways.first, ways.instruction, details[place]);
    }
  }
  return text;
}

}  // namespace

std::string operation_section(const Report& report, const Entry& entry, const std::vector<PageDetails>& details) {
  const Result& first = report.results[entry.results.front()];
  std::string text;
  std::string words;
  for (const BookUsed& book : report.rulebooks) {
    std::vector<const Result*> results;
    for (const std::size_t i : entry.results) {
      if (report.results[i].rulebook != book.id) continue;
      if (results.empty() && !details[i].accuracy.id.empty()) text += permitted(details[i].accuracy);
      results.push_back(&report.results[i]);
    }
    if (results.empty()) continue;
    words += " " + verdict(*results.front(), report.strict);
    text += ways_text(report, results, details);
  }
  const std::string name = escaped(called(entry.operation, entry.format, first.naming));
  const std::string summary =
      fmt::format("<b>{}</b>{} <small>{}</small>", name, words, escaped(info(entry.operation).meaning));
  return folded_away(
      summary, text,
      fmt::format("class=\"operation\" id=\"{}\"{}", entry.id(), fails(report, entry) ? " data-fails" : ""));
}

}  // namespace halfulp::report
