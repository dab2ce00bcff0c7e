// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "cli/arguments.hpp"
#include "halfulp/device.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// Reads --device-timeout. Throws Error(kUsage) when it is 0 or above 86400.
[[nodiscard]] std::chrono::seconds read_timeout(const Arguments& arguments);

/// The device of that name, in a process of its own if it needs one, asked for the float controls that the rulebook
/// calls for. It gives up when a signal asks the run to end (run/interrupt.hpp). Throws as open_isolated_device().
[[nodiscard]] std::unique_ptr<Device> open_device_for(const Rulebook& rulebook, const std::string& name,
                                                      std::chrono::seconds timeout);

}  // namespace halfulp::cli
