// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Runs a program, a command line of the shell, that computes blocks over its standard input and output; it is started
/// again as isolated devices are. docs/howto/exchange.md describes what is said. `block_timeout`: how long the greeting
/// and each block may take. Throws Error(kUsage) when none is named, Error(kDevice) when it does not begin as it
/// should.
[[nodiscard]] std::unique_ptr<Device> open_exec(const std::string& program, std::chrono::seconds block_timeout);

}  // namespace halfulp::device
