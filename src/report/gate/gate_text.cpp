// SPDX-License-Identifier: Apache-2.0
#include "report/gate/gate_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "report/difference_text.hpp"
#include "report/paint.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 110;

/// A row for each new failure, `most` at most.
std::string new_text(const Gate& gate, std::size_t most, bool colour) {
  Table table({{"new"}, {"operation"}, {"rule"}, {"baseline", true}, {"now", true}, {""}});
  std::size_t found = 0;
  for (const GatedFailure& failure : gate.failures) {
    if (failure.standing != Standing::fails || ++found > most) continue;
    const Breach& breach = failure.breach;
    table.add({{failure.since ? std::string(name(*failure.since)) : "fails", Colour::red},
               {fmt::format("{} {}", breach.rulebook, place_text(breach))},
               {breach.rule},
               {baseline_extent(failure)},
               {extent_text(breach)},
               {failure.expired ? "waiver expired " + failure.expired->expires : ""}});
  }
  if (found == 0) return "";
  return table.text(colour) + (found > most ? fmt::format("and {} more\n", found - most) : "");
}

/// The first case of each new failure, `most` at most, and how to ask for it again.
std::string cases_text(const Gate& gate, std::size_t most, bool colour) {
  std::string text;
  std::size_t found = 0;
  for (const GatedFailure& failure : gate.failures) {
    if (failure.standing != Standing::fails || !failure.shown) continue;
    if (++found > most) continue;
    text += wrapped(fmt::format("{}: {}", failure.breach.rule, failure.shown->call), 2, kWidth);
    if (!failure.shown->permitted.empty()) text += wrapped(failure.shown->permitted, 4, kWidth);
    text += "    " + paint(failure.shown->command, Colour::dim, colour) + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// "D3D-FLUSH-OPERANDS in d3d11: add 7, sub 8", one line for each rulebook and rule.
std::string listed(const std::vector<const Breach*>& breaches) {
  std::vector<std::pair<std::string, std::string>> lines;
  for (const Breach* breach : breaches) {
    const std::string head = fmt::format("{} in {}", breach->rule, breach->rulebook);
    const auto known = std::ranges::find(lines, head, [](const auto& line) { return line.first; });
    auto& places = (known != lines.end() ? *known : lines.emplace_back(head, "")).second;
    places += (places.empty() ? "" : ", ") + place_text(*breach);
    if (breach->example) places += " " + grouped(breach->count);
  }
  std::string text;
  for (const auto& [head, places] : lines) text += wrapped(fmt::format("{}: {}", head, places), 4, kWidth);
  return text;
}

std::string known_text(const Gate& gate) {
  std::vector<const Breach*> known;
  for (const GatedFailure& failure : gate.failures) {
    if (failure.standing == Standing::known) known.push_back(&failure.breach);
  }
  return known.empty() ? "" : "  known from the baseline:\n" + listed(known);
}

std::string waiver_name(const Gate& gate, const Waiver& waiver) {
  return fmt::format("{}:{} {}", gate.waivers_file, waiver.line, waiver.rule);
}

/// By waiver, what it excuses.
std::string waived_text(const Gate& gate) {
  std::string text;
  std::vector<std::size_t> shown;
  for (const GatedFailure& failure : gate.failures) {
    if (!failure.waiver || std::ranges::find(shown, failure.waiver->line) != shown.end()) continue;
    shown.push_back(failure.waiver->line);
    std::vector<const Breach*> excused;
    for (const GatedFailure& other : gate.failures) {
      if (other.waiver && other.waiver->line == failure.waiver->line) excused.push_back(&other.breach);
    }
    text += wrapped(fmt::format("waived ({}:{}): {}", gate.waivers_file, failure.waiver->line,
                                reason_text(*failure.waiver)),
                    2, kWidth) +
            listed(excused);
  }
  return text;
}

std::string healed_text(const Gate& gate) {
  std::vector<const Breach*> healed;
  for (const BreachChange& change : gate.healed) healed.push_back(&change.breach());
  return healed.empty() ? "" : "  healed since the baseline:\n" + listed(healed);
}

std::string no_longer_text(const Gate& gate) {
  std::vector<std::string> names;
  for (const RowChange& change : gate.no_longer) {
    std::string called_in = called(change.row);
    if (!change.row.variant.name.empty()) called_in += " by " + change.row.variant.name;
    names.push_back(fmt::format("{} in {}", called_in, change.row.rulebook));
  }
  if (names.empty()) return "";
  return wrapped(fmt::format("offered no more since the baseline: {}", fmt::join(names, ", ")), 2, kWidth);
}

std::string idle_text(const Gate& gate, bool colour) {
  std::string text;
  std::size_t not_judged = 0;
  for (const IdleWaiver& idle : gate.idle) {
    if (idle.why == Idleness::not_judged) {
      ++not_judged;
      continue;
    }
    std::string line =
        wrapped(fmt::format("waiver {} {}", waiver_name(gate, idle.waiver), idle_sentence(idle)), 2, kWidth);
    text += paint(line.substr(0, line.size() - 1), Colour::yellow, colour) + "\n";
  }
  if (not_judged > 0) text += fmt::format("  waivers of what this run did not judge in full: {}\n", not_judged);
  return text;
}

/// What the run is held to, and where the baseline's run differs.
std::string heading(const Gate& gate, bool colour) {
  std::string terms = gate.baseline_file.empty() ? "" : "baseline " + gate.baseline_file;
  if (!gate.waivers_file.empty()) {
    terms += fmt::format("{}waivers {} on {}", terms.empty() ? "" : ", ", gate.waivers_file, gate.today);
  }
  std::string text = fmt::format("\nGATE: {}\n", terms);
  if (gate.mismatches.empty()) return text;
  return text + "\n" + paint("THE RUNS DIFFER (baseline / now)", Colour::yellow, colour) + "\n" +
         mismatch_lines(gate.mismatches);
}

}  // namespace

std::string baseline_extent(const GatedFailure& failure) {
  if (!failure.since) return "";
  return failure.since == Change::first_judged ? "-" : extent_text(failure.before);
}

std::string idle_sentence(const IdleWaiver& idle) {
  switch (idle.why) {
    case Idleness::expired:
      return fmt::format("counts no more: it expired after {}", idle.waiver.expires);
    case Idleness::needless:
      return "is needless: what it excuses was judged and does not fail; remove it";
    case Idleness::unknown_rule:
      return idle.nearest.empty() ? "is of a rule that no rulebook has"
                                  : fmt::format("is of a rule that no rulebook has (did you mean '{}'?)", idle.nearest);
    case Idleness::not_judged:
      break;
  }
  return "";
}

std::string gate_news(const Gate& gate, bool colour) {
  constexpr std::size_t kMost = 30;
  constexpr std::size_t kMostCases = 10;
  std::string text = heading(gate, colour);
  if (std::string news = new_text(gate, kMost, colour); !news.empty()) {
    text += "\n" + news + cases_text(gate, kMostCases, colour);
  }
  const std::string others = healed_text(gate) + no_longer_text(gate) + idle_text(gate, colour);
  return others.empty() ? text : text + "\n" + others;
}

std::string gate_text(const Gate& gate, bool colour) {
  std::string text = heading(gate, colour);
  for (const std::string& part :
       {new_text(gate, gate.failures.size(), colour) + cases_text(gate, gate.failures.size(), colour),
        known_text(gate) + waived_text(gate) + healed_text(gate) + no_longer_text(gate) + idle_text(gate, colour)}) {
    if (!part.empty()) text += "\n" + part;
  }
  return text;
}

std::string gate_sentence(const Gate& gate) {
  std::vector<std::string> parts;
  const auto tell = [&](std::ptrdiff_t number, std::string_view what) {
    if (number > 0) parts.push_back(fmt::format("{} {}", number, what));
  };
  for (const Standing standing : {Standing::fails, Standing::known, Standing::waived}) {
    tell(std::ranges::count(gate.failures, standing, &GatedFailure::standing), name(standing));
  }
  tell(std::ssize(gate.healed), "healed");
  tell(std::ssize(gate.no_longer), "offered no more");
  for (const Idleness why : {Idleness::expired, Idleness::needless, Idleness::unknown_rule}) {
    tell(std::ranges::count(gate.idle, why, &IdleWaiver::why), fmt::format("waiver {}", name(why)));
  }
  return fmt::format("{}: {}", passes(gate) ? "passes" : "does not pass",
                     parts.empty() ? "nothing fails" : fmt::format("{}", fmt::join(parts, ", ")));
}

std::string gate_verdict(const Gate& gate, bool colour) {
  return paint("gate: " + gate_sentence(gate), passes(gate) ? Colour::green : Colour::red, colour) + "\n";
}

}  // namespace halfulp::report
