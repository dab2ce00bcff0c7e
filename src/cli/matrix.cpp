// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix.hpp"

#include "cli/input_file.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "report/matrix/matrix_page.hpp"
#include "report/matrix/matrix_text.hpp"

namespace halfulp::cli {

ExitCode matrix(const Arguments& arguments) {
  std::vector<report::ReportOfFile> reports;
  for (const std::string& path : arguments.list("REPORT")) reports.push_back({path, read_report_file(path)});
  const report::Matrix matrix = report::matrix(reports);
  const std::string page = arguments.text("--html");
  const std::string markdown = arguments.text("--markdown");
  if (!page.empty()) write_file(page, report::matrix_page(matrix));
  if (!markdown.empty()) write_file(markdown, report::matrix_markdown(matrix));
  write_output(report::matrix_text(matrix, output_has_colours()));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
