// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "cli/listing.hpp"
#include "cli/output.hpp"
#include "cli/subcommand.hpp"
#include "halfulp/device.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {

ExitCode devices(const Arguments& arguments) {
  std::vector<DeviceDescription> found;
  std::vector<std::string> missing;
  for (const std::string_view kind : device_kinds()) {
    Listing listing = list_apart(kind);
    std::ranges::move(listing.found, std::back_inserter(found));
    // Kinds that share a driver share its message.
    const bool is_new = std::ranges::find(missing, listing.missing) == missing.end();
    if (!listing.missing.empty() && is_new) missing.push_back(std::move(listing.missing));
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
