// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// The names in a list of devices: a comma ends one where the name of a kind of device follows, so that the command
/// line of `exec:` may hold commas.
[[nodiscard]] std::vector<std::string> device_names(std::string_view list);

/// Where the report of one of several devices goes: "report.vulkan-0.json" for "report.json" and "vulkan:0".
[[nodiscard]] std::string path_of_device(const std::string& path, std::string_view device);

/// Checks several devices, one after the other, by `check_one`, and writes what `halfulp matrix` does of their reports:
/// the table to standard output, and the page to --html. With --json each report goes to path_of_device() when its
/// device ends. All are opened by `open` first, so that one that is missing costs no run. The exit code is the largest
/// of the reports' own. Throws Error(kUsage) for options that are for one report, and Error(kInput) when a file cannot
/// be written.
[[nodiscard]] ExitCode check_devices(const Arguments& arguments, const std::vector<std::string>& names,
                                     const std::function<std::unique_ptr<Device>(const std::string&)>& open,
                                     const std::function<report::Report(Device&)>& check_one);

}  // namespace halfulp::cli
