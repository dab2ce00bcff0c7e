// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/device.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {

ExitCode devices(const Arguments& arguments) {
  std::vector<DeviceDescription> found;
  std::vector<std::string> missing;
  for (const std::string_view kind : device_kinds()) {
    std::vector<DeviceDescription> some = list_devices(kind);
    std::ranges::move(some, std::back_inserter(found));
    std::string why = some.empty() ? why_no_device(kind) : "";
    // Kinds that share a driver share its message.
    if (!why.empty() && std::ranges::find(missing, why) == missing.end()) missing.push_back(std::move(why));
  }
  if (arguments.has("--json")) {
    write_output(report::json_text(report::devices_shape(found, missing)));
    return ExitCode::kConforms;
  }
  std::size_t width = 0;
  for (const DeviceDescription& device : found) width = std::max(width, device.name.size());
  std::string text;
  for (const DeviceDescription& device : found) {
    text += fmt::format("{:<{}} {}\n", device.name, width, device.title);
    for (const auto& [what, value] : device.facts) text += fmt::format("{:<{}}   {}: {}\n", "", width, what, value);
  }
  for (const std::string& why : missing) text += why + '\n';
  write_output(text);
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
