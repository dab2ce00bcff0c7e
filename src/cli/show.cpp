// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cli/case.hpp"
#include "cli/input_file.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/report_output.hpp"
#include "cli/run/findings.hpp"
#include "cli/subcommand.hpp"
#include "cli/writes.hpp"
#include "halfulp/error.hpp"
#include "report/matrix/extract.hpp"
#include "report/read_report.hpp"
#include "report/rule_words.hpp"
#include "report/screen.hpp"
#include "report/text.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

/// A rulebook that the report was judged by: of those of --rulebook, or embedded; nothing where it is neither.
std::optional<BookToJudgeBy> book_of(const report::Report& report, const report::BookUsed& used,
                                     const std::vector<std::string>& given) {
  const std::vector<std::string> embedded = Rulebook::embedded();
  const auto path =
      std::ranges::find_if(given, [&](const std::string& one) { return Rulebook::open(one).id() == used.id; });
  if (path == given.end() && std::ranges::find(embedded, used.id) == embedded.end()) return std::nullopt;
  BookToJudgeBy opened = open_books({path == given.end() ? used.id : *path}, {}).front();
  for (const Reading& reading : opened.book.readings()) {
    const auto chosen = report.readings.find(reading.id);
    if (chosen != report.readings.end()) opened.readings.insert(*chosen);
  }
  if (opened.book.hash() != used.hash) {
    write_diagnostic(fmt::format("halfulp: rulebook {} has hash {}, in the report {}: what it permits may differ",
                                 used.id, opened.book.hash(), used.hash));
  }
  return opened;
}

/// What is permitted in the example of each cause, which JSON leaves to the rulebook.
void explain_causes(report::Report& report, const std::vector<BookToJudgeBy>& books) {
  for (report::Cause& cause : report.causes) {
    Explanation& explanation = cause.explanation;
    const auto naming = explanation.naming;
    const auto operands =
        std::span(cause.example.operands).first(static_cast<std::size_t>(info(explanation.operation).arity));
    const auto book =
        std::ranges::find(books, explanation.rulebook, [](const BookToJudgeBy& one) { return one.book.id(); });
    explanation = book == books.end()
                      ? report::call_of(explanation.operation, explanation.format, naming, operands)
                      : explain(book->book, explanation.operation, explanation.format, operands, book->readings);
  }
}

/// Puts the results in the order of a run: an operation's, then those of its other ways, which JSON lists apart.
void order(std::vector<report::Result>& results) {
  std::map<std::pair<Operation, Format>, std::size_t> places;
  const auto place = [&](const report::Result& result) {
    return places.try_emplace({result.operation, result.format}, places.size()).first->second;
  };
  std::ranges::for_each(results, place);
  std::ranges::stable_sort(results, {}, place);
}

/// What else JSON leaves to the rulebooks: what is permitted in the example of each broken rule, and the sentences of
/// the rules that the run as a whole breaks.
void add_from_books(const RunRequest& request, report::Report& report) {
  for (report::Result& result : report.results) {
    for (const auto& [rule, group] : result.tally.broken) {
      result.broken.at(rule).example = explained(book_of(request, result), result, group.example);
    }
  }
  const auto add_words = [&](auto& listed) {
    for (auto& one : listed) {
      const auto book =
          std::ranges::find(request.books, one.rulebook, [](const auto& opened) { return opened.book.id(); });
      const report::RuleWords words = report::words_of_rule(book->book, one.rule);
      one.says = words.says;
      one.source = words.source;
    }
  };
  add_words(report.properties);
  add_words(report.completeness);
  add_words(report.roundings);
}

/// Leaves what the report has on one operation, in all formats.
void keep(Operation operation, report::Report& report) {
  const auto is_other = [&](const auto& row) { return row.operation != operation; };
  std::erase_if(report.results, is_other);
  std::erase_if(report.properties, is_other);
  std::erase_if(report.not_offered, is_other);
  report.roundings.clear();
  report.completeness.clear();
}

/// Prints the report as the command line asks.
void print(const Arguments& arguments, report::Report report) {
  const std::string path = arguments.text("REPORT");
  RunRequest request;
  std::string missing;
  for (const report::BookUsed& used : report.rulebooks) {
    std::optional<BookToJudgeBy> book = book_of(report, used, arguments.parts("--rulebook"));
    if (book) {
      request.books.push_back(std::move(*book));
    } else {
      missing = used.id;
    }
  }
  explain_causes(report, request.books);
  report::TextOptions options{.colour = output_has_colours(), .more = {}, .files = {}};
  if (!arguments.has("OPERATION") && !arguments.has("--verbose")) {
    options.more = more_of(path);
    return write_output(report::screen(report, options));
  }
  if (arguments.has("OPERATION")) {
    const std::string name = arguments.text("OPERATION");
    keep(read_operation(name), report);
    if (report.results.empty()) {
      throw Error(Error::Kind::kUsage, fmt::format("{} has no results of {}", path, name));
    }
  }
  if (!missing.empty()) {
    throw Error(
        Error::Kind::kUsage,
        fmt::format("the report is by rulebook '{}', which is not embedded: give its file with --rulebook", missing));
  }
  order(report.results);
  add_from_books(request, report);
  find(request, report);
  write_output(report::text(report, options));
  if (report.is_extract) write_output(report::extract_note());
}

}  // namespace

ExitCode show(const Arguments& arguments) {
  const std::string path = arguments.text("REPORT");
  const std::string extract = arguments.text("--extract");
  const std::string baseline = arguments.text("--write-baseline");
  require_own_files(std::vector<NamedFile>{{"the report", path}},
                    std::vector<NamedFile>{{"--extract", extract}, {"--write-baseline", baseline}});
  const std::string json = read_input(path);
  const report::Report report = report::read_report(json, path, HALFULP_VERSION);
  if (report.is_extract && !baseline.empty()) refuse_extract(path);
  print(arguments, report);
  flush_output();
  Writes writes;
  const auto write = [&](const std::string& file, const auto& text) {
    if (!file.empty()) writes.attempt([&] { write_file(file, text()); });
  };
  write(extract, [&] { return report::extract_text(report::parse_json(json), report); });
  write(baseline, [&] { return baseline_of(report); });
  writes.end();
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
