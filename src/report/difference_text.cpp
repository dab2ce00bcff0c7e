// SPDX-License-Identifier: Apache-2.0
#include "report/difference_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/paint.hpp"
#include "report/sentences.hpp"
#include "report/table.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

constexpr std::size_t kWidth = 110;
constexpr std::array<std::string_view, 2> kSides = {"before", "after"};
constexpr std::array kFates = {RowFate::lost, RowFate::no_longer, RowFate::not_judged, RowFate::offered,
                               RowFate::not_judged_before};

std::string side_text(const Difference& difference, std::size_t i, bool colour) {
  const auto& [file, report] = difference.sides[i];
  const std::string head = fmt::format("{:<6}", kSides[i]);
  return fmt::format("{} {} ({}): {}\n", head, paint(report.device.title, Colour::bold, colour), report.device.name,
                     file) +
         fmt::format("       suite {}, seed {}, halfulp {}\n", report.suite, report.seed, report.version);
}

std::string or_nothing(const std::string& value) { return value.empty() ? "nothing" : value; }

Colour colour_of(const BreachChange& change) {
  if (change.worse) return Colour::red;
  return change.is_better() ? Colour::green : Colour::yellow;
}

/// In brackets where it makes no device not conform.
std::string label(std::string_view change, bool counts) {
  return counts ? std::string(change) : fmt::format("({})", change);
}

void add_breaches(const Difference& difference, const std::string& book, Table& table) {
  for (const BreachChange& change : difference.breaches) {
    const Breach& breach = change.breach();
    if (breach.rulebook != book || change.change == Change::still) continue;
    const auto [before, after] = extents(change);
    table.add({{label(name(change.change), breach.variant.counts), colour_of(change)},
               {breach.operation ? called(*breach.operation, breach.format, breach.naming) : "whole run"},
               {breach.variant.instruction, Colour::dim},
               {operands_text(breach.variant), Colour::dim},
               {rule_text(breach)},
               {before},
               {after}});
  }
}

void add_errors(const Difference& difference, const std::string& book, Table& table) {
  for (const ErrorChange& change : difference.errors) {
    if (change.row.rulebook != book) continue;
    table.add({{label(change.grew() ? "error grew" : "error shrank", change.row.variant.counts),
                change.grew() ? Colour::yellow : Colour::green},
               {called(change.row)},
               {change.row.variant.instruction, Colour::dim},
               {operands_text(change.row.variant), Colour::dim},
               {""},
               {ulp_text(change.worst[0].error_ulp) + " ULP"},
               {ulp_text(change.worst[1].error_ulp) + " ULP"}});
  }
}

void add_losses(const Difference& difference, const std::string& book, Table& table) {
  for (const RowChange& change : difference.rows) {
    if (change.row.rulebook != book || change.fate != RowFate::lost) continue;
    table.add({{label(name(change.fate), change.row.variant.counts), Colour::red},
               {called(change.row)},
               {change.row.variant.instruction, Colour::dim},
               {operands_text(change.row.variant), Colour::dim},
               {change.because},
               {""},
               {std::string(name(change.outcome))}});
  }
}

/// "offered no more in d3d11: add (binary16, ufloat11), rcp by FMin".
std::string rows_text(const Difference& difference, const BookUsed& book, RowFate fate) {
  std::vector<std::pair<std::string, std::vector<std::string_view>>> names;
  for (const RowChange& change : difference.rows) {
    const Row& row = change.row;
    if (row.rulebook != book.id || change.fate != fate) continue;
    std::string operation(name(row.operation, row.naming));
    if (!row.variant.name.empty()) operation += " by " + row.variant.name;
    const auto known = std::ranges::find(names, operation, [](const auto& entry) { return entry.first; });
    auto& in = (known != names.end() ? *known : names.emplace_back(operation, std::vector<std::string_view>())).second;
    if (!info(row.operation).only_format()) in.push_back(info(row.format).name);
  }
  if (names.empty()) return "";
  std::string list;
  for (const auto& [operation, formats] : names) {
    list += (list.empty() ? "" : ", ") + operation;
    if (!formats.empty()) list += fmt::format(" ({})", fmt::join(formats, ", "));
  }
  return wrapped(fmt::format("{} in {}: {}", name(fate), book.id, list), 0, kWidth);
}

std::string all_rows_text(const Difference& difference) {
  std::string result;
  for (const BookUsed& book : difference.sides[1].report.rulebooks) {
    for (const RowFate fate : kFates) {
      if (fate != RowFate::lost) result += rows_text(difference, book, fate);
    }
  }
  return result.empty() ? "" : "\n" + result;
}

std::string table_text(const Difference& difference, bool colour) {
  Table table({{"change"}, {"operation"}, {"instruction"}, {"operands"}, {"rule"}, {"before", true}, {"after", true}});
  bool any = false;
  for (const BookUsed& book : difference.sides[1].report.rulebooks) {
    const auto in_book = [&](const ErrorChange& change) { return change.row.rulebook == book.id; };
    const auto lost_in_book = [&](const RowChange& change) {
      return change.row.rulebook == book.id && change.fate == RowFate::lost;
    };
    const auto breach_in_book = [&](const BreachChange& change) {
      return change.breach().rulebook == book.id && change.change != Change::still;
    };
    if (std::ranges::none_of(difference.breaches, breach_in_book) && std::ranges::none_of(difference.errors, in_book) &&
        std::ranges::none_of(difference.rows, lost_in_book)) {
      continue;
    }
    any = true;
    table.add_title(fmt::format("{}: {}", book.id, book.title));
    add_breaches(difference, book.id, table);
    add_errors(difference, book.id, table);
    add_losses(difference, book.id, table);
  }
  return any ? "\n" + table.text(colour) : "";
}

/// "new cause: keeps binary32 denormals, operands and results (1,204 failures in add, mul)".
std::string causes_text(const Difference& difference) {
  std::string result;
  for (const auto& [is_new, cause] : difference.causes) {
    std::vector<std::string> operations;
    for (const Cause::Where& place : cause.where) {
      const std::string operation = called(place.operation, place.format, place.naming);
      if (std::ranges::find(operations, operation) == operations.end()) operations.push_back(operation);
    }
    const std::string failures = grouped(cause.failed) + (cause.failed == 1 ? " failure" : " failures");
    result += wrapped(
        fmt::format("{}: {} ({} in {})", is_new ? "new cause" : "cause gone", cause.statement,
                    cause.failed > 0 ? failures : grouped(cause.reading) + " results", fmt::join(operations, ", ")),
        0, kWidth);
  }
  return result.empty() ? "" : "\n" + result;
}

/// The case that shows a change, with what each report has as its result.
std::string witness_text(const Difference& difference, const BreachChange& change, bool colour) {
  const Breach& breach = change.breach();
  if (!change.witness) {
    std::string result;
    for (std::size_t i = 0; i < 2; ++i) {
      if (change.breaches[i]) result += wrapped(fmt::format("{}: {}", kSides[i], change.breaches[i]->found), 2, kWidth);
    }
    return result;
  }
  const Explanation call = call_of(*breach.operation, breach.format, breach.naming, change.witness->operands);
  std::vector<ValueLine> lines = operand_lines(call);
  std::string result = fmt::format("  {} by {}:\n", call_text(call), breach.variant.instruction);
  std::string unknown;
  for (std::size_t i = 0; i < 2; ++i) {
    if (change.observed[i]) {
      lines.push_back({std::string(kSides[i]), info(*breach.operation).result(breach.format), *change.observed[i], ""});
    } else if (i == 1 || change.change != Change::first_judged) {
      unknown = fmt::format("  ({} does not keep the result {})\n", difference.sides[i].file, kSides[i]);
    }
  }
  return result + value_lines(lines) + unknown + "  " + paint(change.command, Colour::dim, colour) + "\n";
}

/// Of each rulebook and rule the first change of that kind in full, with all operations that have it.
std::string witnesses_text(const Difference& difference, Change kind, std::string_view heading, bool colour) {
  std::string result;
  std::vector<const BreachChange*> listed;
  for (const BreachChange& change : difference.breaches) {
    if (change.change != kind) continue;
    const auto like = [&](const BreachChange& other) {
      return other.change == kind && other.breach().rulebook == change.breach().rulebook &&
             other.breach().kind == change.breach().kind && other.breach().rule == change.breach().rule;
    };
    if (std::ranges::any_of(listed, [&](const BreachChange* other) { return like(*other); })) continue;
    listed.push_back(&change);
    std::string places;
    for (const BreachChange& other : difference.breaches) {
      if (like(other)) places += fmt::format("{}{}", places.empty() ? "" : ", ", place_text(other.breach()));
    }
    result += "\n" + paint(rule_text(change.breach()), Colour::bold, colour) + "\n";
    result += wrapped(fmt::format("in {}: {}", change.breach().rulebook, places), 2, kWidth);
    result += witness_text(difference, change, colour);
  }
  return result.empty() ? "" : fmt::format("\n{}\n{}", heading, result);
}

}  // namespace

std::string rule_text(const Breach& breach) {
  return breach.kind == BreachKind::reading ? "reading " + breach.rule : breach.rule;
}

std::array<std::string, 2> extents(const BreachChange& change) {
  const std::string kept = change.change == Change::not_seen ? "?" : !change.breach().example ? "kept" : "0";
  const std::string before = change.change == Change::first_judged ? "-" : kept;
  return {change.breaches[0] ? extent_text(change.breaches[0]) : before,
          change.breaches[1] ? extent_text(change.breaches[1]) : kept};
}

std::vector<std::string> consequences(std::span<const Mismatch> mismatches) {
  std::vector<std::string> all;
  for (const Mismatch& mismatch : mismatches) {
    if (std::ranges::find(all, mismatch.follows) == all.end()) all.push_back(mismatch.follows);
  }
  return all;
}

std::string mismatch_lines(std::span<const Mismatch> mismatches) {
  std::string result;
  for (const auto& [what, values, follows] : mismatches) {
    result += wrapped(fmt::format("{}: {} / {}", what, values[0], values[1]), 2, kWidth);
  }
  for (const std::string& consequence : consequences(mismatches)) result += wrapped(consequence, 2, kWidth);
  return result;
}

std::string paired_sentence(const Difference& difference) {
  const auto& [before, after] = difference.paired.front();
  return fmt::format(
      "The principal ways of computing are compared where their names differ: {} results, the first {} by {} / {}",
      difference.paired.size(), called(before), before.variant.instruction, after.variant.instruction);
}

std::string difference_sentence(const Difference& difference) {
  std::vector<std::string> parts;
  const auto tell = [&](std::ptrdiff_t number, std::string_view what) {
    if (number > 0) parts.push_back(fmt::format("{} {}", what, number));
  };
  for (const Change kind : {Change::broke, Change::first_judged, Change::more_often, Change::other_cases,
                            Change::healed, Change::less_often, Change::not_seen, Change::still}) {
    tell(std::ranges::count(difference.breaches, kind, &BreachChange::change), name(kind));
  }
  const auto grew = std::ranges::count_if(difference.errors, &ErrorChange::grew);
  tell(grew, "error grew");
  tell(std::ssize(difference.errors) - grew, "error shrank");
  for (const RowFate fate : kFates) {
    tell(std::ranges::count(difference.rows, fate, &RowChange::fate), name(fate));
  }
  const auto new_causes = std::ranges::count(difference.causes, true, &CauseChange::is_new);
  tell(new_causes, "new cause");
  tell(std::ssize(difference.causes) - new_causes, "cause gone");
  return fmt::format("{}{}{}", is_worse(difference) ? "worse" : "not worse", parts.empty() ? "" : ": ",
                     fmt::join(parts, ", "));
}

std::string difference_text(const Difference& difference, bool colour) {
  std::string result = side_text(difference, 0, colour) + side_text(difference, 1, colour);
  for (const FactChange& fact : difference.facts) {
    result += wrapped(fmt::format("{}: {} / {}", fact.what, or_nothing(fact.values[0]), or_nothing(fact.values[1])), 2,
                      kWidth);
  }
  if (!difference.mismatches.empty()) {
    result += "\n" + paint("THE RUNS DIFFER (before / after)", Colour::yellow, colour) + "\n" +
              mismatch_lines(difference.mismatches);
  }
  if (!difference.paired.empty()) {
    result += "\n" + wrapped(paired_sentence(difference), 0, kWidth);
  }
  result += causes_text(difference);
  result += table_text(difference, colour);
  result += witnesses_text(difference, Change::broke, "BROKE", colour);
  result += witnesses_text(difference, Change::first_judged, "BROKEN WHERE NOTHING WAS JUDGED BEFORE", colour);
  result += witnesses_text(difference, Change::more_often, "BREAKS MORE OFTEN", colour);
  result += witnesses_text(difference, Change::other_cases, "BREAKS IN OTHER CASES", colour);
  result += witnesses_text(difference, Change::healed, "HEALED", colour);
  const Colour verdict = is_worse(difference) ? Colour::red : Colour::green;
  return result + all_rows_text(difference) + "\n" + paint(difference_sentence(difference), verdict, colour) + "\n";
}

}  // namespace halfulp::report
