// SPDX-License-Identifier: Apache-2.0
#include "report/matrix/matrix.hpp"

#include "cli/input_file.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "report/matrix/matrix_text.hpp"

namespace halfulp::cli {

ExitCode matrix(const Arguments& arguments) {
  std::vector<report::ReportOfFile> reports;
  for (const std::string& path : arguments.list("REPORT")) reports.push_back({path, read_report_file(path)});
  write_output(report::matrix_text(report::matrix(reports), output_has_colours()));
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
