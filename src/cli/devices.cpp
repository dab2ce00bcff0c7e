// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/device.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {

ExitCode devices(const Arguments& arguments) {
  const std::vector<DeviceDescription> found = list_devices();
  std::vector<std::string> missing;
  for (const std::string_view kind : device_kinds()) {
    if (std::string why = why_no_device(kind); !why.empty()) missing.push_back(std::move(why));
  }
  if (arguments.has("--json")) {
    write_output(report::json_text(report::devices_shape(found, missing)));
    return ExitCode::kConforms;
  }
  std::string text;
  for (const DeviceDescription& device : found) {
    text += fmt::format("{:<12} {}\n", device.name, device.title);
    for (const auto& [what, value] : device.facts) text += fmt::format("{:<12}   {}: {}\n", "", what, value);
  }
  for (const std::string& why : missing) text += why + '\n';
  write_output(text);
  return ExitCode::kConforms;
}

}  // namespace halfulp::cli
