// SPDX-License-Identifier: Apache-2.0
#include "cli/report_output.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/run/page_details.hpp"
#include "cli/writes.hpp"
#include "halfulp/error.hpp"
#include "report/gate/baseline.hpp"
#include "report/gate/gate.hpp"
#include "report/junit.hpp"
#include "report/page/page.hpp"
#include "report/screen.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {

std::string more_of(const std::string& json) {
  return fmt::format("halfulp show {} [OPERATION | --verbose]", shell_word(json));
}

ReportOutput::ReportOutput(const Arguments& arguments)
    : html_(arguments.text("--html")),
      json_(arguments.text("--json")),
      junit_(arguments.text("--junit")),
      baseline_(arguments.text("--write-baseline")),
      verbose_(arguments.has("--verbose")),
      options_{.colour = output_has_colours(),
               .more = "--verbose; or --json FILE, then 'halfulp show FILE [OPERATION]'",
               .files = {}} {
  if (!json_.empty()) options_.more = more_of(json_);
  if (verbose_) options_.more.clear();
  if (!html_.empty()) options_.files.emplace_back("HTML", html_);
  if (!json_.empty()) options_.files.emplace_back("JSON", json_);
  if (!junit_.empty()) options_.files.emplace_back("JUnit", junit_);
  if (arguments.has("--failures")) options_.files.emplace_back("failures", arguments.text("--failures"));
  if (!baseline_.empty()) options_.files.emplace_back("baseline", baseline_);
  std::vector<NamedFile> written;
  for (const auto& [kind, path] : options_.files) {
    if (path == "-") {
      throw Error(Error::Kind::kUsage,
                  fmt::format("-: standard output has the verdicts; give the {} report a file", kind));
    }
    written.push_back({kind, path});
  }
  std::vector<NamedFile> read;
  for (const char* input : {"--baseline", "--waivers", "VECTORS"}) read.push_back({input, arguments.text(input)});
  for (const std::string& book : arguments.parts("--rulebook")) read.push_back({"--rulebook", book});
  require_own_files(read, written);
  for (const auto& [kind, path] : options_.files) {
    if (require_writable(path)) made_.paths.push_back(path);
  }
}

ReportOutput::Made::~Made() {
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (std::filesystem::is_empty(path, ignored) && !ignored) std::filesystem::remove(path, ignored);
  }
}

void ReportOutput::write(const RunRequest& request, const report::Report& report, unsigned threads) const {
  report::TextOptions options = options_;
  if (report.interrupted) std::erase_if(options.files, [](const auto& file) { return file.first == "baseline"; });
  // First what a full disk does not take.
  write_output(verbose_ ? report::text(report, options) : report::screen(report, options));
  flush_output();
  Writes writes;
  const auto write = [&](const std::string& path, const auto& text) {
    if (!path.empty()) writes.attempt([&] { write_file(path, text()); });
  };
  write(json_, [&] { return report::json_text(report::report_shape(report)); });
  write(junit_, [&] { return report::junit_text(report); });
  write(baseline_, [&] { return baseline_of(report); });
  write(html_,
        [&] { return report::page(report, page_details(request, report, threads), command_of(request, report)); });
  writes.end();
}

std::string baseline_of(const report::Report& report) {
  if (!report.interrupted) return report::baseline_text(report);
  throw Error(Error::Kind::kInput,
              "--write-baseline: the run was interrupted and may have more failures than it found, "
              "so no baseline is written; run it to its end");
}

ExitCode code_of(const report::Report& report) {
  if (report::lost(report)) return ExitCode::kDevice;
  const bool passed = report.gate ? report::passes(*report.gate) : report::conforms(report);
  return passed ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace halfulp::cli
