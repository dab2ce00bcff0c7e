// SPDX-License-Identifier: Apache-2.0
#include "report/difference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "report/command_line.hpp"
#include "report/values.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::report {
namespace {

constexpr std::string_view kOtherCases =
    "other cases were tried, so counts and errors are not compared; a rule that broke may have been broken before, and "
    "one that healed may not have been tried";
constexpr std::string_view kOtherRules =
    "results were judged by other rules, so counts and errors are not compared, and a change may be the rules' and not "
    "the device's";
constexpr std::string_view kInPart = "what was not judged is not compared";

/// Where a result or a breach stands, but for the way of computing.
template <typename One, typename Other>
bool same_operation(const One& one, const Other& other) {
  return one.rulebook == other.rulebook && one.operation == other.operation && one.format == other.format;
}

/// The row of a report that a result or a breach of the same report is of.
template <typename Place>
const Result* find_row(const Report& report, const Place& place) {
  const auto found = std::ranges::find_if(report.results, [&](const Result& row) {
    return same_operation(row, place) && row.variant.name == place.variant.name;
  });
  return found == report.results.end() ? nullptr : &*found;
}

const Result* find_principal(const Report& report, const Result& place) {
  const auto found = std::ranges::find_if(
      report.results, [&](const Result& row) { return row.principal && same_operation(row, place); });
  return found == report.results.end() ? nullptr : &*found;
}

const BookUsed* find_book(const Report& report, std::string_view id) {
  const auto found = std::ranges::find(report.rulebooks, id, &BookUsed::id);
  return found == report.rulebooks.end() ? nullptr : &*found;
}

Row row_of(const Result& result) {
  return {result.rulebook, result.naming, result.operation, result.format, result.variant};
}

std::string readings_text(const Readings& readings) {
  return readings.empty() ? "defaults" : rulebook::options_text(readings);
}

std::string extent_text(const Report& report) {
  if (lost(report)) return "device lost";
  if (report.out_of_time) return "out of time";
  return report.interrupted ? "interrupted" : "complete";
}

/// Compares two reports part by part.
class Comparer {
 public:
  explicit Comparer(Difference& difference)
      : difference_(difference), earlier_(difference.sides[0].report), later_(difference.sides[1].report) {}

  void run() {
    pair_principal_ways();
    compare_facts();
    compare_runs();
    compare_rows();
    compare_breaches();
  }

 private:
  using Way = std::tuple<std::string, Operation, Format, std::string>;

  /// Two devices have other names for their ways: then the principal one of each is compared with that of the other.
  void pair_principal_ways() {
    for (const Result& after : later_.results) {
      const Result* before = find_principal(earlier_, after);
      if (!after.principal || before == nullptr || before->variant.name == after.variant.name) continue;
      if (find_row(earlier_, after) != nullptr || find_row(later_, *before) != nullptr) continue;
      later_names_.emplace(Way(before->rulebook, before->operation, before->format, before->variant.name),
                           after.variant.name);
      difference_.paired.push_back({row_of(*before), row_of(after)});
    }
  }

  /// What the later report calls the way of computing of a place in the earlier one.
  template <typename Place>
  [[nodiscard]] const std::string& later_name(const Place& before, Operation operation) const {
    const auto renamed = later_names_.find(Way(before.rulebook, operation, before.format, before.variant.name));
    return renamed == later_names_.end() ? before.variant.name : renamed->second;
  }
  [[nodiscard]] const std::string& later_name(const Result& before) const {
    return later_name(before, before.operation);
  }
  [[nodiscard]] const std::string& later_name(const Breach& before) const {
    return before.operation ? later_name(before, *before.operation) : before.variant.name;
  }

  /// The later report's row for a place in the earlier one.
  template <typename Place>
  [[nodiscard]] const Result* find_later(const Place& before) const {
    const auto found = std::ranges::find_if(later_.results, [&](const Result& row) {
      return same_operation(row, before) && row.variant.name == later_name(before);
    });
    return found == later_.results.end() ? nullptr : &*found;
  }

  /// The earlier report's row for a place in the later one.
  template <typename Place>
  [[nodiscard]] const Result* find_earlier(const Place& after) const {
    const auto found = std::ranges::find_if(earlier_.results, [&](const Result& row) {
      return same_operation(row, after) && later_name(row) == after.variant.name;
    });
    return found == earlier_.results.end() ? nullptr : &*found;
  }

  void compare_facts() {
    const auto note = [&](const std::string& what, const std::string& before, const std::string& after) {
      if (before != after) difference_.facts.push_back({what, {before, after}});
    };
    const auto value = [](const Report& report, const std::string& what) {
      for (const auto& [name, text] : report.device.facts) {
        if (name == what) return text;
      }
      return std::string();
    };
    note("name", earlier_.device.name, later_.device.name);
    note("title", earlier_.device.title, later_.device.title);
    for (const auto& fact : earlier_.device.facts) note(fact.first, fact.second, value(later_, fact.first));
    for (const auto& [what, text] : later_.device.facts) {
      const auto is = [&name = what](const auto& fact) { return fact.first == name; };
      if (std::ranges::none_of(earlier_.device.facts, is)) note(what, "", text);
    }
  }

  void mismatch(std::string what, std::string before, std::string after, std::string_view follows) {
    if (before == after) return;
    difference_.mismatches.push_back({std::move(what), {std::move(before), std::move(after)}, std::string(follows)});
  }

  void compare_runs() {
    const auto asked = [](const Report& report) {
      return report.cases == 0 ? std::string("as many as the suite has") : grouped(report.cases);
    };
    mismatch("suite", earlier_.suite, later_.suite, kOtherCases);
    mismatch("seed", fmt::to_string(earlier_.seed), fmt::to_string(later_.seed), kOtherCases);
    mismatch("cases of each operation", asked(earlier_), asked(later_), kOtherCases);
    mismatch("halfulp", earlier_.version, later_.version, kOtherCases);
    if (earlier_.suite == "given" && later_.suite == "given") {
      difference_.mismatches.push_back(
          {"suite", {"given", "given"}, fmt::format("a report does not hold the operands: perhaps {}", kOtherCases)});
    }
    same_cases_ = difference_.mismatches.empty();
    same_readings_ = earlier_.readings == later_.readings;
    mismatch("readings", readings_text(earlier_.readings), readings_text(later_.readings), kOtherRules);
    for (const BookUsed& book : earlier_.rulebooks) {
      const BookUsed* after = find_book(later_, book.id);
      if (after == nullptr) {
        mismatch("rulebook " + book.id, "judged by", "not judged by",
                 "a rulebook that only one of them has is not compared");
      } else {
        mismatch("rulebook " + book.id, book.hash, after->hash, kOtherRules);
      }
    }
    for (const BookUsed& book : later_.rulebooks) {
      if (find_book(earlier_, book.id) == nullptr) {
        mismatch("rulebook " + book.id, "not judged by", "judged by",
                 "a rulebook that only one of them has is not compared");
      }
    }
    mismatch("strict", earlier_.strict ? "yes" : "no", later_.strict ? "yes" : "no",
             "both are compared as the later one was judged");
    const std::string before = extent_text(earlier_);
    const std::string after = extent_text(later_);
    if (before != "complete" || after != "complete") {
      difference_.mismatches.push_back({"extent", {before, after}, std::string(kInPart)});
    }
  }

  /// Whether the two judged the same cases by the same rules.
  [[nodiscard]] bool comparable(const Result& before, const Result& after) const {
    return same_cases_ && same_readings_ &&
           find_book(earlier_, before.rulebook)->hash == find_book(later_, after.rulebook)->hash &&
           is_complete(before) && is_complete(after) && before.planned == after.planned &&
           before.suite == after.suite && before.sampled == after.sampled;
  }

  static bool is_in(const std::vector<Asked>& listed, const Result& row) {
    return std::ranges::any_of(
        listed, [&](const Asked& asked) { return asked.operation == row.operation && asked.format == row.format; });
  }

  /// Whether the report says that the device does not offer the row: the operation, or this way of computing it among
  /// others.
  static bool is_known_not_offered(const Report& report, const Result& row) {
    return is_in(report.not_offered, row) || std::ranges::any_of(report.results, [&](const Result& other) {
             return other.rulebook == row.rulebook && other.operation == row.operation && other.format == row.format;
           });
  }

  void compare_rows() {
    for (const Result& after : later_.results) {
      if (find_book(earlier_, after.rulebook) == nullptr) continue;
      const auto note = [&](RowFate fate, std::string because = "") {
        difference_.rows.push_back({fate, row_of(after), outcome(after), std::move(because)});
      };
      const Result* before = find_earlier(after);
      if (before == nullptr) {
        note(is_known_not_offered(earlier_, after) ? RowFate::offered : RowFate::not_judged_before);
        continue;
      }
      if (after.lost > 0 && before->lost == 0) note(RowFate::lost, after.lost_because);
      if (after.lost == 0 && !is_complete(after) && is_complete(*before)) note(RowFate::not_judged);
      if (is_complete(after) && !is_complete(*before)) note(RowFate::not_judged_before);
      compare_errors(*before, after);
    }
    for (const Result& before : earlier_.results) {
      if (find_book(later_, before.rulebook) == nullptr || find_later(before) != nullptr) continue;
      const RowFate fate = is_known_not_offered(later_, before) ? RowFate::no_longer : RowFate::not_judged;
      difference_.rows.push_back({fate, row_of(before), outcome(before), ""});
    }
  }

  void compare_errors(const Result& before, const Result& after) {
    const auto& worst = before.tally.worst;
    const auto& later = after.tally.worst;
    if (!worst || !later || !worst->error_ulp || !later->error_ulp || worst->error_ulp == later->error_ulp) return;
    if (!comparable(before, after)) return;
    difference_.errors.push_back({row_of(after), {*worst, *later}, command(later_, after, *later)});
  }

  void compare_breaches() {
    std::vector<Breach> before = breaches(earlier_);
    const auto has_both = [&](const Breach& breach) {
      return find_book(earlier_, breach.rulebook) != nullptr && find_book(later_, breach.rulebook) != nullptr;
    };
    for (Breach& after : breaches(later_)) {
      if (!has_both(after)) continue;
      BreachChange change;
      const auto known = std::ranges::find_if(before, [&](const Breach& one) {
        return one.kind == after.kind && one.rule == after.rule && same_operation(one, after) &&
               later_name(one) == after.variant.name;
      });
      if (known != before.end()) {
        change.breaches[0] = std::move(*known);
        before.erase(known);
      }
      change.breaches[1] = std::move(after);
      change.change = change_of_broken(change);
      change.worse = fails(*change.breaches[1], difference_.strict || later_.strict) &&
                     change.change != Change::still && change.change != Change::less_often;
      add(std::move(change));
    }
    for (Breach& gone : before) {
      if (!has_both(gone) || is_of_gone_row(gone)) continue;
      BreachChange change;
      change.change = is_kept(gone) ? Change::healed : Change::not_seen;
      change.breaches[0] = std::move(gone);
      add(std::move(change));
    }
  }

  /// Whether the earlier report has any results of what the later one has as broken.
  [[nodiscard]] bool is_judged_before(const Breach& after) const {
    if (!after.example) return true;
    const Result* row = find_earlier(after);
    return row != nullptr && row->tally.cases > 0;
  }

  /// What became of a rule that the later report has as broken.
  [[nodiscard]] Change change_of_broken(const BreachChange& change) const {
    if (!change.breaches[0]) return is_judged_before(*change.breaches[1]) ? Change::broke : Change::first_judged;
    const Breach& before = *change.breaches[0];
    const Breach& after = *change.breaches[1];
    if (!after.example) return Change::still;
    const Result* row = find_row(earlier_, before);
    const Result* later_row = find_row(later_, after);
    if (!comparable(*row, *later_row)) return Change::still;
    if (before.count != after.count) return before.count < after.count ? Change::more_often : Change::less_often;
    return before.example->operands == after.example->operands ? Change::still : Change::other_cases;
  }

  /// Of a row that the later report does not have: what became of the row is reported instead.
  [[nodiscard]] bool is_of_gone_row(const Breach& breach) const {
    return breach.example && find_later(breach) == nullptr;
  }

  /// Whether the later run would have shown the breach, had there been one.
  [[nodiscard]] bool is_kept(const Breach& breach) const {
    const auto says = [&](const auto& of_run) {
      return of_run.rulebook == breach.rulebook && of_run.rule == breach.rule;
    };
    switch (breach.kind) {
      case BreachKind::rounding:
        return std::ranges::any_of(later_.roundings, [&](const auto& one) { return one.rulebook == breach.rulebook; });
      case BreachKind::completeness:
        return std::ranges::any_of(later_.completeness, says);
      case BreachKind::property:
        return std::ranges::any_of(later_.properties, [&](const Property& one) {
          return says(one) && one.operation == breach.operation && one.format == breach.format &&
                 one.variant.name == later_name(breach);
        });
      case BreachKind::rule:
      case BreachKind::reading:
        break;
    }
    const Result* row = find_later(breach);
    return row != nullptr && is_complete(*row);
  }

  /// Adds a change with its witness, and what each report knows of it.
  void add(BreachChange change) const {
    const bool in_later = change.breaches[1].has_value();
    const Breach& breach = change.breach();
    if (breach.example) {
      const Report& report = in_later ? later_ : earlier_;
      change.witness = breach.example;
      const Result* row = find_row(report, breach);
      change.observed = {observed(in_later ? find_earlier(breach) : row, *breach.example),
                         observed(in_later ? row : find_later(breach), *breach.example)};
      change.command = command(report, *row, *breach.example);
    }
    difference_.breaches.push_back(std::move(change));
  }

  /// The result of a case that a row keeps, if it does.
  [[nodiscard]] static std::optional<Bits> observed(const Result* row, const Witness& witness) {
    if (row == nullptr) return std::nullopt;
    const auto& operands = witness.operands;
    for (const auto* groups : {&row->tally.broken, &row->tally.under}) {
      for (const auto& [rule, group] : *groups) {
        if (group.example.operands == operands) return group.example.observed;
      }
    }
    if (row->tally.worst && row->tally.worst->operands == operands) return row->tally.worst->observed;
    return std::nullopt;
  }

  /// The command line that judges a case of a report again. Of a rulebook that is not embedded the file is not known.
  [[nodiscard]] std::string command(const Report& report, const Result& row, const Witness& witness) const {
    const bool known = std::ranges::find(embedded_, row.rulebook) != embedded_.end();
    return judge_command(known ? row.rulebook : fmt::format("the .toml file of {}", row.rulebook), row, witness,
                         readings_of(report, row.rulebook, known));
  }

  /// The chosen readings that the rulebook has.
  static Readings readings_of(const Report& report, const std::string& rulebook, bool known) {
    Readings readings = report.readings;
    if (!known) return readings;
    const Rulebook book = Rulebook::open(rulebook);
    std::erase_if(readings, [&](const auto& chosen) {
      return std::ranges::find(book.readings(), chosen.first, &Reading::id) == book.readings().end();
    });
    return readings;
  }

  Difference& difference_;
  const Report& earlier_;
  const Report& later_;
  const std::vector<std::string> embedded_ = Rulebook::embedded();
  std::map<Way, std::string> later_names_;  ///< of ways of the earlier report that are paired with one of another name
  bool same_cases_ = true;
  bool same_readings_ = true;
};

}  // namespace

std::string_view name(Change change) noexcept {
  switch (change) {
    case Change::broke:
      return "broke";
    case Change::first_judged:
      return "first judged";
    case Change::more_often:
      return "more often";
    case Change::other_cases:
      return "other cases";
    case Change::less_often:
      return "less often";
    case Change::healed:
      return "healed";
    case Change::not_seen:
      return "not seen";
    case Change::still:
      break;
  }
  return "still";
}

std::string called(const Row& row) { return called(row.operation, row.format, row.naming); }

std::string_view name(RowFate fate) noexcept {
  switch (fate) {
    case RowFate::lost:
      return "lost";
    case RowFate::no_longer:
      return "offered no more";
    case RowFate::not_judged:
      return "not judged";
    case RowFate::offered:
      return "new";
    case RowFate::not_judged_before:
      break;
  }
  return "not judged before";
}

Difference difference(Difference::Side earlier, Difference::Side later, bool strict) {
  Difference difference;
  difference.sides = {std::move(earlier), std::move(later)};
  difference.strict = strict;
  Comparer(difference).run();
  difference.causes = cause_changes(difference.sides[0].report, difference.sides[1].report);
  return difference;
}

bool is_worse(const Difference& difference) noexcept {
  const auto worse_row = [&](const RowChange& change) {
    if (!change.row.variant.counts) return false;
    if (change.fate == RowFate::lost) return true;
    return difference.strict && (change.fate == RowFate::no_longer || change.fate == RowFate::not_judged);
  };
  const auto grew = [](const ErrorChange& change) { return change.row.variant.counts && change.grew(); };
  return std::ranges::any_of(difference.breaches, &BreachChange::worse) ||
         std::ranges::any_of(difference.rows, worse_row) ||
         (difference.strict && std::ranges::any_of(difference.errors, grew));
}

}  // namespace halfulp::report
