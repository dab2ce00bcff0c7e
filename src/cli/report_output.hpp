// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "cli/run/plan.hpp"
#include "report/report.hpp"
#include "report/text.hpp"

namespace halfulp::cli {

/// Where check, verify and merge write a report.
class ReportOutput {
 public:
  /// From --html, --json and --junit. Throws Error(kInput), now and not after a long run, when a file cannot be
  /// written, and Error(kUsage) when two of them name one file.
  explicit ReportOutput(const Arguments& arguments);
  ReportOutput(const ReportOutput&) = delete;
  ReportOutput& operator=(const ReportOutput&) = delete;
  ReportOutput(ReportOutput&&) = delete;
  ReportOutput& operator=(ReportOutput&&) = delete;
  /// Removes the files that it made and that write() did not fill.
  ~ReportOutput();

  /// What else was written: its kind and path are told with the report.
  void also_written(const std::string& kind, const std::string& path);
  /// Writes the files, and the text to standard output. Throws Error(kInput) when a file cannot be written.
  void write(const RunRequest& request, const report::Report& report) const;

 private:
  std::string html_;
  std::string json_;
  std::string junit_;
  report::TextOptions options_;
  std::vector<std::string> made_;
};

/// The exit code that a report gives.
[[nodiscard]] ExitCode code_of(const report::Report& report);

}  // namespace halfulp::cli
