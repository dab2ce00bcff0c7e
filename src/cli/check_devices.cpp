// SPDX-License-Identifier: Apache-2.0
#include "cli/check_devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "cli/report_output.hpp"
#include "cli/run/interrupt.hpp"
#include "halfulp/error.hpp"
#include "report/matrix/matrix_page.hpp"
#include "report/matrix/matrix_text.hpp"
#include "report/read_report.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

bool begins_a_device(std::string_view text) {
  const std::string_view kind = text.substr(0, text.find_first_of(":,"));
  const std::vector<std::string_view> kinds = device_kinds();
  return std::ranges::find(kinds, kind) != kinds.end();
}

void refuse_options_of_one_report(const Arguments& arguments) {
  for (const char* option : {"--junit", "--baseline", "--write-baseline", "--waivers", "--failures", "--reproducer",
                             "--out", "--shard", "--resume", "--verbose"}) {
    if (!arguments.has(option)) continue;
    throw Error(Error::Kind::kUsage,
                fmt::format("{} is for the report of one device, and --device names several; give it in a run of each, "
                            "or of each one's report to 'halfulp show'",
                            option));
  }
}

}  // namespace

std::vector<std::string> device_names(std::string_view list) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  for (std::size_t comma = list.find(','); comma != std::string_view::npos; comma = list.find(',', comma + 1)) {
    if (!begins_a_device(list.substr(comma + 1))) continue;
    names.emplace_back(list.substr(begin, comma - begin));
    begin = comma + 1;
  }
  names.emplace_back(list.substr(begin));
  return names;
}

std::string path_of_device(const std::string& path, std::string_view device) {
  std::string word(device);
  std::ranges::replace_if(
      word, [](char letter) { return letter == ':' || letter == '/' || letter == ' '; }, '-');
  const std::filesystem::path whole(path);
  return (whole.parent_path() / (whole.stem().string() + '.' + word + whole.extension().string())).string();
}

ExitCode check_devices(const Arguments& arguments, const std::vector<std::string>& names,
                       const std::function<std::unique_ptr<Device>(const std::string&)>& open,
                       const std::function<report::Report(Device&)>& check_one) {
  refuse_options_of_one_report(arguments);
  for (const char* option : {"--json", "--html"}) {
    if (arguments.text(option) != "-") continue;
    throw Error(Error::Kind::kUsage, fmt::format("{} -: standard output has the table; name a file", option));
  }
  const std::string page = arguments.text("--html");
  std::vector<NamedFile> files{{"--html", page}};
  for (const std::string& name : names) {
    const std::string json = arguments.text("--json");
    files.push_back({"the report of " + name, json.empty() ? "" : path_of_device(json, name)});
  }
  require_own_files({}, files);
  for (const NamedFile& file : files) {
    if (!file.path.empty() && require_writable(file.path)) std::filesystem::remove(file.path);
  }
  std::vector<std::unique_ptr<Device>> devices;
  devices.reserve(names.size());
  for (const std::string& name : names) devices.push_back(open(name));

  std::vector<report::ReportOfFile> reports;
  ExitCode code = ExitCode::kConforms;
  for (std::size_t i = 0; i < devices.size() && !interrupted(); ++i) {
    const report::Report report = check_one(*devices[i]);
    code = std::max(code, code_of(report));
    const std::string json = report::json_text(report::report_shape(report));
    const std::string& path = files[i + 1].path;
    if (!path.empty()) write_file(path, json);
    // The table of the reports as a later `halfulp matrix` reads them.
    reports.push_back({path.empty() ? names[i] : path, report::read_report(json, names[i], HALFULP_VERSION)});
  }
  if (reports.empty()) return code;
  const report::Matrix matrix = report::matrix(reports);
  write_output(report::matrix_text(matrix, output_has_colours()));
  flush_output();
  if (!page.empty()) write_file(page, report::matrix_page(matrix));
  return code;
}

}  // namespace halfulp::cli
