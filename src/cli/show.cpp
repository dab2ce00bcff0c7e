// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "cli/case.hpp"
#include "cli/input_file.hpp"
#include "cli/output.hpp"
#include "cli/report_output.hpp"
#include "cli/run/findings.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "report/screen.hpp"
#include "report/text.hpp"

namespace halfulp::cli {
namespace {

/// The rulebooks that the report was judged by: those of --rulebook, the others by name.
RunRequest request_of(const report::Report& report, const std::vector<std::string>& given) {
  RunRequest request;
  std::vector<Rulebook> books;
  books.reserve(given.size());
  for (const std::string& path : given) books.push_back(Rulebook::open(path));
  const std::vector<std::string> embedded = Rulebook::embedded();
  for (const report::BookUsed& used : report.rulebooks) {
    const auto book = std::ranges::find(books, used.id, [](const Rulebook& one) { return one.id(); });
    const bool is_embedded = std::ranges::find(embedded, used.id) != embedded.end();
    if (book == books.end() && !is_embedded) {
      throw Error(
          Error::Kind::kUsage,
          fmt::format("the report is by rulebook '{}', which is not embedded: give its file with --rulebook", used.id));
    }
    const std::string argument = book == books.end() ? used.id : given[static_cast<std::size_t>(book - books.begin())];
    request.books.push_back(std::move(open_books({argument}, {}).front()));
    BookToJudgeBy& opened = request.books.back();
    for (const Reading& reading : opened.book.readings()) {
      const auto chosen = report.readings.find(reading.id);
      if (chosen != report.readings.end()) opened.readings.insert(*chosen);
    }
    if (opened.book.hash() == used.hash) continue;
    write_diagnostic(fmt::format("halfulp: rulebook {} has hash {}, in the report {}: what it permits may differ",
                                 used.id, opened.book.hash(), used.hash));
  }
  return request;
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

}  // namespace

ExitCode show(const Arguments& arguments) {
  const std::string path = arguments.text("REPORT");
  report::Report report = read_report_file(path);
  report::TextOptions options{.colour = output_has_colours(), .more = {}, .files = {}};
  if (!arguments.has("OPERATION") && !arguments.has("--verbose")) {
    options.more = more_of(path);
    write_output(report::screen(report, options));
    return ExitCode::kConforms;
  }
  if (arguments.has("OPERATION")) {
    const std::string name = arguments.text("OPERATION");
    keep(read_operation(name, report::naming_of_others(report)), report);
    if (report.results.empty()) {
      throw Error(Error::Kind::kUsage, fmt::format("{} has no results of {}", path, name));
    }
  }
  find(request_of(report, arguments.parts("--rulebook")), report);
  write_output(report::text(report, options));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
