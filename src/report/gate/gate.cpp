// SPDX-License-Identifier: Apache-2.0
#include "report/gate/gate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "number/nearest_name.hpp"
#include "report/report.hpp"

namespace halfulp::report {
namespace {

bool has_name(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::ranges::find(names, name) != names.end();
}

/// What a rulebook has of the rule or reading that a waiver names: where it applies. Nothing when it has none.
struct Scope {
  std::vector<std::string> operations;  ///< empty: all
  std::vector<std::string> formats;
};

std::optional<Scope> scope_of(const Waiver& waiver, const Rulebook& book) {
  if (const std::size_t equals = waiver.rule.find('='); equals != std::string::npos) {
    const bool known =
        std::ranges::find(book.readings(), waiver.rule.substr(0, equals), &Reading::id) != book.readings().end();
    return known ? std::optional<Scope>(Scope()) : std::nullopt;
  }
  for (const RuleInfo& rule : book.rules()) {
    if (rule.id == waiver.rule) return Scope{rule.operations, rule.formats};
  }
  return std::nullopt;
}

/// How much of a waiver's places a run judged.
struct Extent {
  bool any = false;
  bool all = true;
};

void judge_place(const Report& report, const Waiver& waiver, const Rulebook& book, Operation operation, Format format,
                 Extent& extent) {
  bool found = std::ranges::any_of(
      report.not_offered, [&](const Asked& asked) { return asked.operation == operation && asked.format == format; });
  for (const Result& result : report.results) {
    if (result.rulebook != book.id() || result.operation != operation || result.format != format) continue;
    found = true;
    if (!result.variant.counts || (waiver.variant && *waiver.variant != result.variant.name)) continue;
    const bool complete = is_complete(result);
    extent.any = extent.any || complete;
    extent.all = extent.all && complete;
  }
  extent.all = extent.all && found;
}

Extent extent_of(const Report& report, const Waiver& waiver, const Rulebook& book, const Scope& scope) {
  Extent extent;
  for (const OperationInfo& row : operations()) {
    if (waiver.operation && *waiver.operation != row.operation) continue;
    if (!has_name(scope.operations, name(row.operation, book.naming()))) continue;
    for (const FormatInfo& format : formats()) {
      if ((waiver.format && *waiver.format != format.format) || !has_name(scope.formats, format.name)) continue;
      if (book.has(row.operation, format.format)) {
        judge_place(report, waiver, book, row.operation, format.format, extent);
      }
    }
  }
  return extent;
}

/// Why a waiver that matches no failure excuses nothing.
IdleWaiver idle(const Report& report, const Waiver& waiver, std::span<const Rulebook> books) {
  bool known = false;
  Extent extent;
  for (const Rulebook& book : books) {
    const std::optional<Scope> scope = scope_of(waiver, book);
    if (!scope) continue;
    known = true;
    if (!waiver.rulebook.empty() && waiver.rulebook != book.id()) continue;
    const Extent here = extent_of(report, waiver, book, *scope);
    extent.any = extent.any || here.any;
    extent.all = extent.all && here.all;
  }
  const bool of_reading = waiver.rule.find('=') != std::string::npos;
  if (known) {
    const bool judged = extent.any && extent.all && (report.strict || !of_reading);
    return {waiver, judged ? Idleness::needless : Idleness::not_judged, ""};
  }
  std::set<std::string> ids;
  const auto note = [&](const Rulebook& book) {
    for (const RuleInfo& rule : book.rules()) ids.insert(rule.id);
    for (const Reading& reading : book.readings()) {
      for (const ReadingOption& option : reading.options) ids.insert(fmt::format("{}={}", reading.id, option.name));
    }
  };
  std::ranges::for_each(books, note);
  for (const std::string& embedded : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(embedded);
    if (scope_of(waiver, book)) return {waiver, Idleness::not_judged, ""};
    note(book);
  }
  // A rulebook of one's own that this run does not have.
  const auto is_named = [&](const Rulebook& book) { return book.id() == waiver.rulebook; };
  if (!waiver.rulebook.empty() && std::ranges::none_of(books, is_named)) return {waiver, Idleness::not_judged, ""};
  const std::vector<std::string> names(ids.begin(), ids.end());
  return {waiver, Idleness::unknown_rule, number::nearest_name(waiver.rule, std::span(names))};
}

/// Whether the row is that of the breach, or the same way of computing as another row.
template <typename Place>
bool is_row_of(const Result& row, const Place& place) {
  return row.rulebook == place.rulebook && row.operation == place.operation && row.format == place.format &&
         row.variant.name == place.variant.name;
}

/// The row that has the breach's cases; null for what the whole run breaks.
const Result* row_of(const Report& report, const Breach& breach) {
  const auto row = std::ranges::find_if(report.results, [&](const Result& one) { return is_row_of(one, breach); });
  return breach.example && row != report.results.end() ? &*row : nullptr;
}

/// The report of a baseline that lists failures alone: rows that it does not name have none.
Report with_all_rows(const Report& baseline, const Report& report) {
  Report whole = baseline;
  whole.results.clear();
  for (const Result& row : report.results) {
    Result& before = whole.results.emplace_back();
    const auto listed = std::ranges::find_if(baseline.results, [&](const Result& one) { return is_row_of(one, row); });
    if (listed != baseline.results.end()) before = *listed;
    before.rulebook = row.rulebook;
    before.naming = row.naming;
    before.operation = row.operation;
    before.format = row.format;
    before.variant = row.variant;
    before.suite = row.suite;
    before.sampled = row.sampled;
    if (listed == baseline.results.end()) before.planned = before.tally.cases = before.tally.passed = row.planned;
    if (!is_complete(baseline)) ++before.planned;  // which rows were judged in full it does not say
  }
  for (const Result& listed : baseline.results) {
    const auto is_there = [&](const Result& one) { return is_row_of(one, listed); };
    if (std::ranges::none_of(whole.results, is_there)) whole.results.push_back(listed);
  }
  return whole;
}

/// Compares with the baseline: what of it is healed or gone, and what became of each failure.
void hold_to_baseline(const Report& report, const GateTerms& terms, Gate& gate) {
  const Report baseline = terms.lists_failures ? with_all_rows(*terms.baseline, report) : *terms.baseline;
  const Difference compared =
      difference({.file = terms.baseline_file, .report = baseline}, {.file = "", .report = report}, gate.strict);
  gate.mismatches = compared.mismatches;
  // A report has what passes under readings whether or not that is a failure; a list has it only where it is one.
  const bool has_readings = !terms.lists_failures || baseline.strict || !report.strict;
  std::erase_if(gate.mismatches, [&](const Mismatch& mismatch) { return has_readings && mismatch.what == "strict"; });
  const DeviceDescription& before = terms.baseline->device;
  if (before.kind != report.device.kind || before.title != report.device.title) {
    gate.mismatches.push_back({"device",
                               {fmt::format("{} ({})", before.title, before.name),
                                fmt::format("{} ({})", report.device.title, report.device.name)},
                               "the baseline may be another device's"});
  }
  std::ranges::copy_if(compared.rows, std::back_inserter(gate.no_longer), [](const RowChange& change) {
    return change.row.variant.counts && change.fate == RowFate::no_longer;
  });
  for (const BreachChange& change : compared.breaches) {
    if (change.change == Change::healed && fails(*change.breaches[0], gate.strict)) gate.healed.push_back(change);
  }
  for (GatedFailure& failure : gate.failures) {
    const auto change = std::ranges::find_if(compared.breaches, [&](const BreachChange& one) {
      return one.breaches[1] && same_place(*one.breaches[1], failure.breach);
    });
    failure.since = change == compared.breaches.end() ? Change::broke : change->change;
    if (change != compared.breaches.end()) failure.before = change->breaches[0];
    const bool known = *failure.since == Change::still || *failure.since == Change::less_often;
    if (known) failure.standing = Standing::known;
  }
}

void hold_to_waivers(const Report& report, const GateTerms& terms, std::span<const Rulebook> books, Gate& gate) {
  for (const Waiver& waiver : terms.waivers) {
    bool used = false;
    for (GatedFailure& failure : gate.failures) {
      if (!speaks_of(waiver, failure.breach)) continue;
      used = true;
      if (is_expired(waiver, gate.today)) {
        if (!failure.expired) failure.expired = waiver;
      } else if (!failure.waiver) {
        failure.waiver = waiver;
        failure.standing = Standing::waived;
      }
    }
    if (used && is_expired(waiver, gate.today)) {
      gate.idle.push_back({waiver, Idleness::expired, ""});
    } else if (!used) {
      gate.idle.push_back(idle(report, waiver, books));
    }
  }
  for (GatedFailure& failure : gate.failures) {
    if (failure.standing != Standing::fails) failure.expired.reset();
  }
}

template <typename IsOfTest>
std::optional<std::string> excuse_where(const Gate& gate, const IsOfTest& is_of_test) {
  std::vector<std::string> reasons;
  for (const GatedFailure& failure : gate.failures) {
    if (!is_of_test(failure.breach)) continue;
    if (failure.standing == Standing::fails) return std::nullopt;
    std::string reason = failure.standing == Standing::waived
                             ? fmt::format("{} waived: {}", failure.breach.rule, reason_text(*failure.waiver))
                             : fmt::format("{} known from {}", failure.breach.rule, gate.baseline_file);
    reasons.push_back(std::move(reason));
  }
  if (reasons.empty()) return std::nullopt;
  return fmt::format("{}", fmt::join(reasons, "; "));
}

}  // namespace

std::string_view name(Standing standing) noexcept {
  switch (standing) {
    case Standing::known:
      return "known";
    case Standing::waived:
      return "waived";
    case Standing::fails:
      break;
  }
  return "new";
}

std::string_view name(Idleness idleness) noexcept {
  switch (idleness) {
    case Idleness::expired:
      return "expired";
    case Idleness::needless:
      return "needless";
    case Idleness::unknown_rule:
      return "unknown rule";
    case Idleness::not_judged:
      break;
  }
  return "not judged";
}

Gate gate_of(const Report& report, const GateTerms& terms, std::span<const Rulebook> books) {
  Gate gate;
  gate.baseline_file = terms.baseline_file;
  gate.waivers_file = terms.waivers_file;
  gate.today = terms.today;
  gate.strict = report.strict;
  for (Breach& breach : breaches(report)) {
    if (!fails(breach, report.strict)) continue;
    GatedFailure& failure = gate.failures.emplace_back();
    failure.breach = std::move(breach);
    const Result* row = row_of(report, failure.breach);
    if (row != nullptr) failure.shown = shown_case(report, *row, failure.breach.rule);
  }
  if (terms.baseline) hold_to_baseline(report, terms, gate);
  hold_to_waivers(report, terms, books, gate);
  return gate;
}

bool passes(const Gate& gate) noexcept {
  const auto is_in_vain = [](const IdleWaiver& waiver) {
    return waiver.why == Idleness::needless || waiver.why == Idleness::unknown_rule;
  };
  if (std::ranges::find(gate.failures, Standing::fails, &GatedFailure::standing) != gate.failures.end()) return false;
  return !gate.strict || (gate.no_longer.empty() && std::ranges::none_of(gate.idle, is_in_vain));
}

std::optional<std::string> excuse(const Gate& gate, const Result& row) {
  return excuse_where(gate, [&](const Breach& breach) {
    return (breach.kind == BreachKind::rule || breach.kind == BreachKind::reading) && breach.rulebook == row.rulebook &&
           breach.operation == row.operation && breach.format == row.format && breach.variant.name == row.variant.name;
  });
}

std::optional<std::string> excuse(const Gate& gate, const Breach& of_run) {
  return excuse_where(gate, [&](const Breach& breach) { return same_place(breach, of_run); });
}

}  // namespace halfulp::report
