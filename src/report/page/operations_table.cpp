// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "report/page/markup.hpp"
#include "report/page/operations.hpp"
#include "report/page/pieces.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

/// How many results of an entry failed, and what else its row counts; of ways that count.
struct RowCounts {
  std::optional<double> worst;
  std::uint64_t cases = 0;
  std::uint64_t failed = 0;
  std::uint64_t reading = 0;
};

RowCounts counts_of(const Report& report, const Entry& entry) {
  RowCounts counts;
  for (const std::size_t i : entry.results) {
    const Result& result = report.results[i];
    if (!result.variant.counts) continue;
    counts.cases += result.tally.cases;
    counts.failed += result.tally.failed;
    counts.reading += result.tally.reading;
    const auto& worst = result.tally.worst;
    if (worst) counts.worst = std::max(counts.worst.value_or(0), worst->error_ulp.value_or(0));
  }
  return counts;
}

/// What a cell shows of all ways in which the device computes an operation: the first way's outcome, and whether
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

std::string row(const Report& report, const Entry& entry) {
  const Result& first = report.results[entry.results.front()];
  const RowCounts counts = counts_of(report, entry);
  std::string cells = fmt::format("<th><a href=\"#{}\">{}</a></th>", entry.id(),
                                  escaped(called(entry.operation, entry.format, first.naming)));
  for (const BookUsed& book : report.rulebooks) cells += cell(report, entry, book);
  cells += element("td", grouped(counts.failed), "number");
  cells += element("td", counts.worst ? ulp_text(counts.worst) + " ULP" : "", "number wide");
  for (const std::uint64_t count : {counts.reading, counts.cases})
    cells += element("td", grouped(count), "number wide");
  return fmt::format("<tr{}>{}</tr>\n", fails(report, entry) ? " data-fails" : "", cells);
}

}  // namespace

std::string Entry::id() const { return fmt::format("{}-{}", info(operation).name, info(format).name); }

bool fails(const Report& report, const Entry& entry) {
  return std::ranges::any_of(entry.results, [&](std::size_t i) { return breaks(report.results[i], report.strict); });
}

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

std::string operations_table(const Report& report, const std::vector<Entry>& entries) {
  std::string heading = element("th", "operation");
  for (const BookUsed& book : report.rulebooks) heading += element("th", escaped(book.id));
  heading += element("th", "failed", "number") + element("th", "worst error", "number wide");
  heading += element("th", "by reading", "number wide") + element("th", "results", "number wide");
  std::string rows;
  for (const Entry& entry : entries) rows += row(report, entry);
  const bool any = std::ranges::any_of(entries, [&](const Entry& entry) { return fails(report, entry); });
  const std::string filter = fmt::format(
      "<p class=\"filter\" hidden><input type=\"search\" placeholder=\"filter by name\" aria-label=\"filter by name\"> "
      "<label><input type=\"checkbox\"{}> only failing</label> <span class=\"shown\"></span></p>\n",
      any ? " checked" : "");
  return "<section id=\"operations\">\n" + element("h2", "Operations") +
         paragraph(
             "A row for each operation in each format. A second word in a cell is the verdict on another way of "
             "computing it that is worse, with where that takes its operands from. By reading: results that pass "
             "under another reading of the document only.") +
         filter + element("table", element("thead", element("tr", heading)) + element("tbody", rows), "matrix") +
         "</section>\n";
}

}  // namespace halfulp::report
