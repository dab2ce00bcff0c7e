// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix.hpp"

#include "cli/input_file.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/subcommand.hpp"
#include "cli/writes.hpp"
#include "report/matrix/matrix_page.hpp"
#include "report/matrix/matrix_text.hpp"

namespace halfulp::cli {

ExitCode matrix(const Arguments& arguments) {
  const std::string page = arguments.text("--html");
  const std::string markdown = arguments.text("--markdown");
  std::vector<NamedFile> read;
  for (const std::string& path : arguments.list("REPORT")) read.push_back({"a report", path});
  require_own_files(read, std::vector<NamedFile>{{"--html", page}, {"--markdown", markdown}});
  std::vector<report::ReportOfFile> reports;
  for (const std::string& path : arguments.list("REPORT")) reports.push_back({path, read_report_file(path)});
  const report::Matrix matrix = report::matrix(reports);
  write_output(report::matrix_text(matrix, output_has_colours()));
  flush_output();
  Writes writes;
  if (!page.empty()) writes.attempt([&] { write_file(page, report::matrix_page(matrix)); });
  if (!markdown.empty()) writes.attempt([&] { write_file(markdown, report::matrix_markdown(matrix)); });
  writes.end();
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
