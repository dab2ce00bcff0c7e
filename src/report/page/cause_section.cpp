// SPDX-License-Identifier: Apache-2.0
#include "report/page/cause_section.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/cause_words.hpp"
#include "report/page/charts.hpp"
#include "report/page/markup.hpp"
#include "report/page/operations.hpp"
#include "report/page/pieces.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// Where the failing results lie and how large their errors are, of the place with most of them that has a picture.
std::string pictures(const Report& report, const std::vector<PageDetails>& details, const Cause& cause) {
  for (const Cause::Where& place : cause.where) {
    const Result* result = result_at(report, place);
    if (result == nullptr) continue;
    std::string drawn = failure_chart(*result, cause.rule);
    const auto at = static_cast<std::size_t>(result - report.results.data());
    drawn += error_chart(*result, details[at].permitted);
    if (!drawn.empty()) return element("div", drawn, "pictures") + "\n";
  }
  return "";
}

std::string link_to(const Cause::Where& place, std::string_view text) {
  return fmt::format("<a href=\"#{}\">{}</a>", Entry{place.operation, place.format, {}}.id(), escaped(text));
}

/// The operations, most results first: links, of which some stand and the others are folded away.
std::string operations_list(const std::vector<Cause::Where>& where) {
  constexpr std::size_t kMost = 8;
  std::string first;
  std::string rest;
  const std::vector<Cause::Where> merged = by_operation(where);
  for (std::size_t i = 0; i < merged.size(); ++i) {
    std::string& list = i < kMost ? first : rest;
    const Cause::Where& place = merged[i];
    list += (list.empty() ? "" : ", ") + link_to(place, called(place.operation, place.format, place.naming)) + " " +
            grouped(place.count);
  }
  std::string text = element("p", fmt::format("In {}: {}", number_of(merged.size(), "operation"), first)) + "\n";
  if (!rest.empty()) text += folded_away(fmt::format("{} more", merged.size() - kMost), element("p", rest));
  return text;
}

std::string cause_article(const Report& report, const std::vector<PageDetails>& details, const Cause& cause) {
  std::string text = element("h3", escaped(cause.statement)) + "\n";
  text += paragraph(counts_text(cause) + std::string(control_text(cause.control)), "extent");
  text += operations_list(cause.where);
  if (!cause.rule.empty()) {
    text +=
        element("p", "Breaks " + finding_link(report, cause.rule, true) + ":") + quotation(cause.says, cause.source);
  }
  text += pictures(report, details, cause);
  Witness shown = cause.example;
  shown.error_ulp.reset();  // a distance says nothing of a flush or a sign, and a cause has failures of many rules
  text += folded_away("one case", example(cause.explanation, shown, cause.variant, cause.command), "open");
  return fmt::format("<article class=\"{}\" id=\"cause-{}\">\n{}</article>\n", cause.failed > 0 ? "fail" : "reading",
                     anchor(cause.id), text);
}

std::string unexplained_section(const Report& report) {
  std::string rows;
  std::uint64_t total = 0;
  std::size_t count = 0;
  for (const Cause::Where& place : by_operation(unexplained_places(report))) {
    total += place.count;
    ++count;
    rows += element("tr", element("th", link_to(place, called(place.operation, place.format, place.naming))) +
                              element("td", grouped(place.count), "number")) +
            "\n";
  }
  if (rows.empty()) return "";
  const std::string table = element("table", rows, "changes") + "\n";
  constexpr std::size_t kMostShown = 12;
  const std::string summary = number_of(total, "failure") + " that no cause explains, by operation";
  return section("Unexplained", folded_away(summary, table, count > kMostShown ? "" : "open"), "unexplained");
}

}  // namespace

std::string cause_sections(const Report& report, const std::vector<PageDetails>& details) {
  std::string causes;
  for (const Cause& cause : report.causes) causes += cause_article(report, details, cause);
  return section("Causes", causes, "causes") + unexplained_section(report);
}

}  // namespace halfulp::report
