// SPDX-License-Identifier: Apache-2.0
#include "cli/report_output.hpp"

#include <fstream>

#include "cli/output.hpp"
#include "report/junit.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {

ReportOutput::ReportOutput(const Arguments& arguments)
    : json_(arguments.text("--json")),
      junit_(arguments.text("--junit")),
      options_{.colour = output_has_colours(), .files = {}} {
  if (!json_.empty()) options_.files.emplace_back("JSON", json_);
  if (!junit_.empty()) options_.files.emplace_back("JUnit", junit_);
  for (const auto& [kind, path] : options_.files) {
    if (!std::ofstream(path, std::ios::app)) write_file(path, "");
  }
}

void ReportOutput::also_written(const std::string& kind, const std::string& path) {
  options_.files.emplace_back(kind, path);
}

void ReportOutput::write(const report::Report& report) const {
  if (!json_.empty()) write_file(json_, report::json_text(report::report_shape(report)));
  if (!junit_.empty()) write_file(junit_, report::junit_text(report));
  write_output(report::text(report, options_));
}

ExitCode code_of(const report::Report& report) {
  if (report::lost(report)) return ExitCode::kDevice;
  return report::conforms(report) ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace halfulp::cli
