// SPDX-License-Identifier: Apache-2.0
#include "report/page/gate_section.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "report/gate/gate_text.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"

namespace halfulp::report {
namespace {

constexpr std::array<std::string_view, 2> kSides = {"baseline", "now"};

template <std::size_t kColumns>
std::string table(std::string_view heading, const std::array<std::string_view, kColumns>& columns,
                  const std::string& rows) {
  if (rows.empty()) return "";
  return element("h3", escaped(heading)) + "\n" +
         element("table", headings(columns) + element("tbody", rows), "changes") + "\n";
}

std::string place_cells(const Breach& breach) {
  return element("td", escaped(breach.rulebook)) + element("td", escaped(place_text(breach)));
}

std::string new_failures(const Report& report) {
  std::string rows;
  for (const GatedFailure& failure : report.gate->failures) {
    if (failure.standing != Standing::fails) continue;
    const Breach& breach = failure.breach;
    const std::string since(failure.since ? name(*failure.since) : "fails");
    rows +=
        element("tr", element("td", since, "fail") +
                          element("td", finding_link(report, breach.rule, breach.variant.counts)) +
                          place_cells(breach) + element("td", baseline_extent(failure), "number") +
                          element("td", extent_text(breach), "number") +
                          element("td", failure.expired ? escaped("waiver expired " + failure.expired->expires) : "")) +
        "\n";
  }
  return table<7>("New", {"", "rule", "rulebook", "operation", "baseline", "now", ""}, rows);
}

std::string waived(const Report& report) {
  const Gate& gate = *report.gate;
  std::string rows;
  for (const GatedFailure& failure : gate.failures) {
    if (!failure.waiver) continue;
    const Waiver& waiver = *failure.waiver;
    rows += element("tr", element("td", finding_link(report, failure.breach.rule, failure.breach.variant.counts)) +
                              place_cells(failure.breach) + element("td", extent_text(failure.breach), "number") +
                              element("td", escaped(waiver.reason)) + element("td", code(waiver.link)) +
                              element("td", escaped(waiver.expires)) +
                              element("td", escaped(fmt::format("{}:{}", gate.waivers_file, waiver.line)))) +
            "\n";
  }
  return table<8>("Waived", {"rule", "rulebook", "operation", "now", "reason", "link", "until", "waiver"}, rows);
}

std::string known(const Report& report) {
  std::string rows;
  for (const GatedFailure& failure : report.gate->failures) {
    if (failure.standing != Standing::known) continue;
    rows += element("tr", element("td", finding_link(report, failure.breach.rule, failure.breach.variant.counts)) +
                              place_cells(failure.breach) + element("td", extent_text(failure.before), "number") +
                              element("td", extent_text(failure.breach), "number")) +
            "\n";
  }
  return table<5>("Known from the baseline", {"rule", "rulebook", "operation", "baseline", "now"}, rows);
}

/// What fails no more, and what is excused though it does not fail.
std::string unexpected_passes(const Gate& gate) {
  std::string items;
  for (const BreachChange& change : gate.healed) {
    const Breach& breach = change.breach();
    items += element("li", escaped(fmt::format("{} in {}, {}: healed since the baseline, where {} failed", breach.rule,
                                               breach.rulebook, place_text(breach), extent_text(breach)))) +
             "\n";
  }
  for (const IdleWaiver& idle : gate.idle) {
    if (idle.why != Idleness::needless) continue;
    items += element("li", escaped(fmt::format("waiver {}:{} {} {}", gate.waivers_file, idle.waiver.line,
                                               idle.waiver.rule, idle_sentence(idle)))) +
             "\n";
  }
  return items.empty() ? "" : element("h3", "Unexpected passes") + "\n" + element("ul", items) + "\n";
}

/// Waivers that excuse nothing for other reasons.
std::string idle_waivers(const Gate& gate) {
  std::string items;
  for (const IdleWaiver& idle : gate.idle) {
    if (idle.why != Idleness::expired && idle.why != Idleness::unknown_rule) continue;
    items += element("li", escaped(fmt::format("{}:{} {} {}", gate.waivers_file, idle.waiver.line, idle.waiver.rule,
                                               idle_sentence(idle)))) +
             "\n";
  }
  const auto not_judged = std::ranges::count(gate.idle, Idleness::not_judged, &IdleWaiver::why);
  if (not_judged > 0) items += element("li", fmt::format("of what this run did not judge in full: {}", not_judged));
  return items.empty() ? "" : element("h3", "Waivers that excuse nothing") + "\n" + element("ul", items) + "\n";
}

std::string no_longer_offered(const Gate& gate) {
  std::string rows;
  for (const RowChange& change : gate.no_longer) {
    const Row& row = change.row;
    rows += element("tr", element("td", escaped(row.rulebook)) + element("td", escaped(called(row))) +
                              element("td", escaped(row.variant.instruction))) +
            "\n";
  }
  return table<3>("Offered no more since the baseline", {"rulebook", "operation", "by"}, rows);
}

}  // namespace

std::string gate_section(const Report& report) {
  const Gate& gate = *report.gate;
  std::string terms;
  if (!gate.baseline_file.empty()) terms += fact("baseline", gate.baseline_file);
  if (!gate.waivers_file.empty()) terms += fact("waivers", fmt::format("{} on {}", gate.waivers_file, gate.today));
  if (gate.strict)
    terms += fact("strict", "a needless waiver fails too, one of an unknown rule, and what is offered no more");
  std::string text = element("dl", terms, "facts") + "\n";
  text += paragraph(gate_sentence(gate), passes(gate) ? "pass" : "fail");
  if (!gate.mismatches.empty()) text += element("h3", "The runs differ") + mismatches_table(gate.mismatches, kSides);
  text += new_failures(report) + waived(report) + known(report) + unexpected_passes(gate) + no_longer_offered(gate) +
          idle_waivers(gate);
  return section("Baseline and waivers", text, "gate");
}

}  // namespace halfulp::report
