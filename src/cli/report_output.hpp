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

/// By which commands one sees more of a JSON report.
[[nodiscard]] std::string more_of(const std::string& json);

/// Where check, verify and merge write a report.
class ReportOutput {
 public:
  /// From --html, --json, --junit, --write-baseline and --verbose. Throws Error(kInput), now and not after a long run,
  /// when a file cannot be written, and Error(kUsage) when two of them name one file.
  explicit ReportOutput(const Arguments& arguments);
  ReportOutput(const ReportOutput&) = delete;
  ReportOutput& operator=(const ReportOutput&) = delete;
  ReportOutput(ReportOutput&&) = delete;
  ReportOutput& operator=(ReportOutput&&) = delete;
  ~ReportOutput() = default;

  /// Writes the screen, or with --verbose the whole text, to standard output, and then the files; finds what the page
  /// says on `threads` threads (0: number::default_threads()). Throws Error(kInput) when a file cannot be written,
  /// after it has written the others.
  void write(const RunRequest& request, const report::Report& report, unsigned threads = 0) const;

 private:
  /// The files that were made to see whether they can be written. Those that write() does not fill are removed, also
  /// where one of them cannot be written and the constructor throws.
  struct Made {
    Made() = default;
    Made(const Made&) = delete;
    Made& operator=(const Made&) = delete;
    Made(Made&&) = delete;
    Made& operator=(Made&&) = delete;
    ~Made();
    std::vector<std::string> paths;
  };

  std::string html_;
  std::string json_;
  std::string junit_;
  std::string baseline_;
  bool verbose_;
  report::TextOptions options_;
  Made made_;
};

/// What --write-baseline writes. Throws Error(kInput) for an interrupted run.
[[nodiscard]] std::string baseline_of(const report::Report& report);

/// The exit code that a report gives.
[[nodiscard]] ExitCode code_of(const report::Report& report);

}  // namespace halfulp::cli
