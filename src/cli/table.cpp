// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "report/glance/special_cases.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

report::SpecialCases asked_table(const Arguments& arguments) {
  if (arguments.has("OPERATION")) {
    const Case asked = read_question(arguments);
    return report::special_cases(asked.book, asked.operation, asked.format, asked.readings);
  }
  const Rulebook book = Rulebook::open(arguments.text("BOOK"));
  const Readings readings = read_readings(arguments.list("--reading"));
  book.check(readings);
  return report::special_cases(book, format_asked(arguments), readings);
}

}  // namespace

ExitCode table(const Arguments& arguments) {
  const bool markdown = arguments.has("--markdown");
  const std::string page = arguments.text("--html");
  require_own_files(std::array{NamedFile{"BOOK", arguments.text("BOOK")}}, std::array{NamedFile{"--html", page}});
  const report::SpecialCases table = asked_table(arguments);
  const bool json = arguments.has("--json");
  if (json && markdown) throw Error(Error::Kind::kUsage, "--json and --markdown exclude each other; give one of them");
  write_output(json       ? report::json_text(report::special_cases_shape(table))
               : markdown ? report::glance_markdown(table)
                          : report::glance_text(table));
  flush_output();
  if (!page.empty()) write_file(page, report::glance_page(table));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
