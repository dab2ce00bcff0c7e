// SPDX-License-Identifier: Apache-2.0
#include "report/page/difference_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "report/difference_text.hpp"
#include "report/page/document.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"
#include "report/rule_words.hpp"
#include "report/sentences.hpp"

namespace halfulp::report {
namespace {

constexpr std::array<std::string_view, 2> kSides = {"before", "after"};

/// A kind of change as the page has it: its id, its heading and what it is.
template <typename Kind>
struct Part {
  Kind kind;
  std::string_view id;
  std::string_view heading;
  std::string_view says;
};

constexpr std::array<Part<Change>, 8> kBreaches = {{
    {Change::broke, "broke", "Broke", "Only the later report has these rules as broken."},
    {Change::first_judged, "first-judged", "Broken where nothing was judged before",
     "The earlier run has no results that could show these rules as broken."},
    {Change::more_often, "more-often", "Breaks more often", "More of the same cases break these rules."},
    {Change::other_cases, "other-cases", "Breaks in other cases",
     "As many of the same cases break these rules, but not the same."},
    {Change::healed, "healed", "Healed",
     "Only the earlier report has these rules as broken, though the later run judged all its cases."},
    {Change::less_often, "less-often", "Breaks less often", "Fewer of the same cases break these rules."},
    {Change::not_seen, "not-seen", "Not seen",
     "Only the earlier report has these rules as broken; the later run did not judge what would show it."},
    {Change::still, "still", "Still broken",
     "Both reports have these rules as broken; how often is compared only where the cases are the same."},
}};

constexpr std::array<Part<bool>, 2> kErrors = {{
    {true, "error-grew", "Error grew", "The largest error of the same cases grew."},
    {false, "error-shrank", "Error shrank", "The largest error of the same cases shrank."},
}};

constexpr std::array<Part<RowFate>, 5> kRows = {{
    {RowFate::lost, "lost", "Lost", "The device was lost on these in the later run, not in the earlier."},
    {RowFate::no_longer, "no-longer", "Offered no more", "The device does not offer these any more."},
    {RowFate::not_judged, "not-judged", "Not judged", "The later run did not judge these, or not all their cases."},
    {RowFate::offered, "new", "New", "The device did not offer these before."},
    {RowFate::not_judged_before, "not-judged-before", "Not judged before",
     "The earlier run did not judge these, or not all their cases."},
}};

/// In brackets where it makes no device not conform.
std::string way(const Variant& variant) {
  const std::string operands = operands_text(variant);
  return element("td", code(instruction_text(variant)) +
                           (operands.empty() ? "" : escaped(", operands from " + operands)) +
                           (variant.counts ? "" : "<br>shown for comparison only"));
}

// ---- the two runs

/// Facts of the two runs, in the order in which they come first.
class SideBySide {
 public:
  void add(std::size_t side, const std::string& what, std::string value) {
    const auto known = std::ranges::find(lines_, what, &Line::what);
    Line& line = known != lines_.end() ? *known : lines_.emplace_back(Line{what, {}});
    line.values[side] = std::move(value);
  }

  [[nodiscard]] std::string rows() const {
    std::string text;
    for (const auto& [what, values] : lines_) {
      const bool differs = values[0] != values[1];
      std::string cells = element("th", escaped(what));
      for (const std::string& value : values) cells += element("td", value.empty() ? "–" : escaped(value));
      text += element("tr", cells + element("td", differs ? "differs" : ""), differs ? "differs" : "") + "\n";
    }
    return text;
  }

 private:
  struct Line {
    std::string what;
    std::array<std::string, 2> values;
  };
  std::vector<Line> lines_;
};

std::string extent(const Report& report) {
  if (lost(report)) return "device lost";
  if (report.out_of_time) return out_of_time_sentence(report);
  return report.interrupted ? "interrupted" : "complete";
}

std::string runs(const Difference& difference) {
  SideBySide device;
  SideBySide facts;  // a device may call them as it likes
  SideBySide run;
  for (std::size_t i = 0; i < 2; ++i) {
    const auto& [file, report] = difference.sides[i];
    device.add(i, "report", file);
    device.add(i, "device", report.device.title);
    device.add(i, "name", report.device.name);
    for (const auto& [what, value] : report.device.facts) facts.add(i, what, value);
    run.add(i, "suite", report.suite);
    run.add(i, "cases of each operation",
            report.cases == 0 ? std::string("as many as the suite has") : grouped(report.cases));
    run.add(i, "seed", fmt::to_string(report.seed));
    for (const BookUsed& book : report.rulebooks) {
      run.add(i, book.id, fmt::format("{} (rulebook {})", book.title, book.hash));
    }
    for (const auto& [id, option] : report.readings) run.add(i, "reading " + id, option);
    run.add(i, "strict", report.strict ? "yes" : "no");
    run.add(i, "halfulp", report.version);
    run.add(i, "extent", extent(report));
    for (const BookUsed& book : report.rulebooks) {
      run.add(i, "verdict by " + book.id, verdict_sentence(report, book.id));
    }
  }
  const std::string head = headings(std::array<std::string_view, 4>{"", "before", "after", ""});
  const std::string rows = device.rows() + facts.rows() + run.rows();
  return section("The two runs", element("table", head + element("tbody", rows), "changes") + "\n", "runs");
}

std::string mismatches(const Difference& difference) {
  std::string text = mismatches_table(difference.mismatches, kSides);
  if (!difference.paired.empty()) text += paragraph(paired_sentence(difference) + ".");
  return section("What the runs do not have in common", text, "mismatches");
}

// ---- rules

/// What the embedded rulebooks say.
class Words {
 public:
  explicit Words(const Difference& difference) : difference_(difference) {}

  /// A rule's sentence and source; "" where no embedded rulebook has it.
  std::string operator()(const Breach& breach) {
    const Rulebook* book = open(breach.rulebook);
    if (book == nullptr) return "";
    RuleWords words =
        breach.kind == BreachKind::reading ? words_of_readings(*book, breach.rule) : words_of_rule(*book, breach.rule);
    if (words.says.empty()) return "";
    if (!is_of_both(*book)) words.source += fmt::format("; as rulebook {} has it", book->hash());
    return quotation(words.says, words.source);
  }

 private:
  const Rulebook* open(const std::string& id) {
    const auto known = books_.find(id);
    if (known != books_.end()) return known->second ? &*known->second : nullptr;
    const std::vector<std::string> names = Rulebook::embedded();
    std::optional<Rulebook>& book = books_[id];
    if (std::ranges::find(names, id) != names.end()) book = Rulebook::open(id);
    return book ? &*book : nullptr;
  }

  [[nodiscard]] bool is_of_both(const Rulebook& book) const {
    return std::ranges::all_of(difference_.sides, [&](const Difference::Side& side) {
      const auto used = std::ranges::find(side.report.rulebooks, book.id(), &BookUsed::id);
      return used == side.report.rulebooks.end() || used->hash == book.hash();
    });
  }

  const Difference& difference_;
  std::map<std::string, std::optional<Rulebook>> books_;
};

/// The case that shows a change, with what each report has as its result.
std::string shown_case(const Difference& difference, const BreachChange& change) {
  const Breach& breach = change.breach();
  std::string text;
  if (!change.witness) {
    for (std::size_t i = 0; i < 2; ++i) {
      if (change.breaches[i]) text += paragraph(fmt::format("{}: {}", kSides[i], change.breaches[i]->found));
    }
    return text;
  }
  const Explanation call = call_of(*breach.operation, breach.format, breach.naming, change.witness->operands);
  std::vector<ValueLine> lines = operand_lines(call);
  std::string unknown;
  for (std::size_t i = 0; i < 2; ++i) {
    if (change.observed[i]) {
      const Format result = info(*breach.operation).result(breach.format);
      lines.push_back({fmt::format("result {}", kSides[i]), result, *change.observed[i], ""});
    } else if (i == 1 || change.change != Change::first_judged) {
      unknown += paragraph(fmt::format("{} does not keep the result {}", difference.sides[i].file, kSides[i]), "way");
    }
  }
  return element("p", code(call_text(call))) + values(lines) + unknown + command(change.command);
}

bool of_one_rule(const BreachChange& one, const BreachChange& other) {
  return one.change == other.change && one.breach().rulebook == other.breach().rulebook &&
         one.breach().kind == other.breach().kind && one.breach().rule == other.breach().rule;
}

std::string_view style_of(const BreachChange& change) {
  if (change.worse) return "fail";
  return change.is_better() ? "pass" : "reading";
}

/// A rule's changes of one kind: its sentence, and a row for each way of computing.
std::string rule_article(const Difference& difference, const BreachChange& first, Words& words) {
  const Breach& rule = first.breach();
  std::string rows;
  bool worse = false;
  for (const BreachChange& change : difference.breaches) {
    if (!of_one_rule(change, first)) continue;
    worse = worse || change.worse;
    const Breach& breach = change.breach();
    const auto counts = extents(change);
    const bool of_run = !breach.operation;
    rows +=
        element("tr", element("td", of_run ? "the whole run" : escaped(name(*breach.operation, breach.naming))) +
                          element("td", of_run ? "" : escaped(info(breach.format).name)) +
                          (of_run ? element("td", "") : way(breach.variant)) +
                          element("td", escaped(counts[0]), "number") + element("td", escaped(counts[1]), "number") +
                          element("td", shown_case(difference, change))) +
        "\n";
  }
  const std::array<std::string_view, 6> columns = {"operation", "format", "by", "before", "after", "case"};
  const std::string_view style = worse ? "fail" : style_of(first);
  return element("article",
                 "\n" + element("h3", escaped(rule_text(rule)) + element("small", escaped("in " + rule.rulebook))) +
                     "\n" + words(rule) + element("table", headings(columns) + element("tbody", rows), "changes") +
                     "\n",
                 style) +
         "\n";
}

std::string breach_sections(const Difference& difference) {
  Words words(difference);
  std::string text;
  for (const auto& [kind, id, heading, says] : kBreaches) {
    std::string articles;
    for (auto change = difference.breaches.begin(); change != difference.breaches.end(); ++change) {
      const bool listed = std::any_of(difference.breaches.begin(), change,
                                      [&](const BreachChange& other) { return of_one_rule(other, *change); });
      if (change->change == kind && !listed) articles += rule_article(difference, *change, words);
    }
    text += section(heading, articles.empty() ? "" : paragraph(says) + articles, id);
  }
  return text;
}

// ---- errors

std::string worst_case(const ErrorChange& change) {
  std::string text;
  for (std::size_t i = 0; i < 2; ++i) {
    const Row& row = change.row;
    const Witness& worst = change.worst[i];
    const Explanation call = call_of(row.operation, row.format, row.naming, worst.operands);
    std::vector<ValueLine> lines = operand_lines(call);
    lines.push_back({"result", info(row.operation).result(row.format), worst.observed, ""});
    text += element("p", escaped(fmt::format("{}: ", kSides[i])) + code(call_text(call))) + values(lines);
  }
  return text + command(change.command);
}

std::string error_sections(const Difference& difference) {
  std::string text;
  for (const auto& [grew, id, heading, says] : kErrors) {
    std::string rows;
    for (const ErrorChange& change : difference.errors) {
      if (change.grew() != grew) continue;
      const Row& row = change.row;
      rows +=
          element("tr", element("td", escaped(row.rulebook)) + element("td", escaped(name(row.operation, row.naming))) +
                            element("td", escaped(info(row.format).name)) + way(row.variant) +
                            element("td", ulp_text(change.worst[0].error_ulp) + " ULP", "number") +
                            element("td", ulp_text(change.worst[1].error_ulp) + " ULP", "number") +
                            element("td", worst_case(change))) +
          "\n";
    }
    const std::array<std::string_view, 7> columns = {"rulebook", "operation", "format", "by",
                                                     "before",   "after",     "case"};
    const std::string table = element("table", headings(columns) + element("tbody", rows), "changes") + "\n";
    text += section(heading, rows.empty() ? "" : paragraph(says) + table, id);
  }
  return text;
}

// ---- operations that came or went

std::string row_sections(const Difference& difference) {
  std::string text;
  for (const auto& [fate, id, heading, says] : kRows) {
    std::string rows;
    for (const RowChange& change : difference.rows) {
      if (change.fate != fate) continue;
      const Row& row = change.row;
      rows +=
          element("tr", element("td", escaped(row.rulebook)) + element("td", escaped(called(row))) + way(row.variant) +
                            element("td", escaped(name(change.outcome))) + element("td", escaped(change.because))) +
          "\n";
    }
    const std::array<std::string_view, 5> columns = {"rulebook", "operation", "by", "outcome", ""};
    const std::string table = element("table", headings(columns) + element("tbody", rows), "changes") + "\n";
    text += section(heading, rows.empty() ? "" : paragraph(says) + table, id);
  }
  return text;
}

// ---- the head

/// The sections that there are, with how much is in each.
std::string contents(const Difference& difference) {
  std::string items;
  const auto tell = [&](std::string_view id, std::string_view heading, std::ptrdiff_t count) {
    if (count > 0) items += element("li", fmt::format("<a href=\"#{}\">{}</a> {}", id, escaped(heading), count)) + "\n";
  };
  for (const auto& part : kBreaches) {
    tell(part.id, part.heading, std::ranges::count(difference.breaches, part.kind, &BreachChange::change));
  }
  for (const auto& part : kErrors) {
    tell(part.id, part.heading, std::ranges::count(difference.errors, part.kind, &ErrorChange::grew));
  }
  for (const auto& part : kRows) {
    tell(part.id, part.heading, std::ranges::count(difference.rows, part.kind, &RowChange::fate));
  }
  return items.empty() ? "" : element("ul", items, "contents") + "\n";
}

std::string title(const Difference& difference) {
  const std::string& before = difference.sides[0].report.device.title;
  const std::string& after = difference.sides[1].report.device.title;
  return before == after ? "What changed: " + after : fmt::format("From {} to {}", before, after);
}

}  // namespace

std::string difference_page(const Difference& difference) {
  const std::string called = title(difference);
  std::string header = element("h1", escaped(called)) + "\n";
  header +=
      element("ul", element("li", escaped(difference_sentence(difference)), is_worse(difference) ? "fail" : "pass"),
              "verdicts") +
      "\n";
  if (difference.strict) {
    header += paragraph(
        "Strict: an error that grew, what needs another reading, is no longer offered or judged is worse too.");
  }
  header += contents(difference);
  const std::string main = runs(difference) + mismatches(difference) + breach_sections(difference) +
                           error_sections(difference) + row_sections(difference);
  return document(called, header, main, Programs::none);
}

}  // namespace halfulp::report
