// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>

#include "cli/case.hpp"
#include "cli/output.hpp"
#include "cli/run/interrupt.hpp"
#include "cli/run/reproducers.hpp"
#include "cli/run/run.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "report/junit.hpp"
#include "report/shapes.hpp"
#include "report/text.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

SuiteSize read_suite(const std::string& text) {
  if (const auto size = find_suite(text)) return *size;
  const std::vector<std::string_view> names = {name(SuiteSize::quick), name(SuiteSize::standard),
                                               name(SuiteSize::exhaustive)};
  throw Error(Error::Kind::kUsage, fmt::format("unknown suite '{}'{}; suites are {}", text,
                                               number::did_you_mean(text, names), fmt::join(names, ", ")));
}

RunRequest read_request(const Arguments& arguments) {
  RunRequest request;
  request.suite = read_suite(arguments.text("--suite"));
  request.seed = arguments.number("--seed");
  request.strict = arguments.has("--strict");
  for (const std::string& name : arguments.parts("--operation")) request.operations.push_back(read_operation(name));
  for (const std::string& name : arguments.parts("--format")) request.formats.push_back(read_format(name));
  const std::vector<std::string> books = arguments.parts("--rulebook");
  if (books.empty()) throw Error(Error::Kind::kUsage, "--rulebook is empty; 'halfulp rules' lists rulebooks");
  request.books = open_books(books, read_readings(arguments.list("--reading")));
  return request;
}

std::unique_ptr<Device> open(const Arguments& arguments, const RunRequest& request) {
  const Rulebook& first = request.books.front().book;
  const DeviceOptions options{.rulebook = first, .float_controls = rulebook::float_controls(first.model())};
  // The device's process, if it needs one, runs this same file.
  return open_isolated_device(arguments.text("--device"), options, "/proc/self/exe");
}

/// Says now, not after a long run, that a file cannot be written.
void require_writable(const std::string& path) {
  if (!std::ofstream(path, std::ios::app)) write_file(path, "");
}

ExitCode code_of(const report::Report& report) {
  if (report::lost(report)) return ExitCode::kDevice;
  return report::conforms(report) ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace

ExitCode check(const Arguments& arguments) {
  const RunRequest request = read_request(arguments);
  report::TextOptions options{.colour = output_has_colours(), .files = {}};
  const std::string json = arguments.text("--json");
  const std::string junit = arguments.text("--junit");
  if (!json.empty()) options.files.emplace_back("JSON", json);
  if (!junit.empty()) options.files.emplace_back("JUnit", junit);
  for (const auto& [kind, path] : options.files) require_writable(path);

  const std::unique_ptr<Device> device = open(arguments, request);
  const std::string reproducers = arguments.text("--reproducer");
  if (!reproducers.empty()) require_shaders(device->description());
  catch_interrupts();
  const report::Report report = run(request, *device, has_progress_terminal());
  if (!json.empty()) write_file(json, report::json_text(report::report_shape(report)));
  if (!junit.empty()) write_file(junit, report::junit_text(report));
  if (!reproducers.empty()) {
    const std::size_t shaders = write_reproducers(request, report, reproducers);
    options.files.emplace_back("reproducers", fmt::format("{} ({} shaders)", reproducers, shaders));
  }
  write_output(report::text(report, options));
  return code_of(report);
}

}  // namespace halfulp::cli
