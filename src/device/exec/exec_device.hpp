// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// Runs a program, a command line of the shell, that computes blocks over its standard input and output; it is started
/// again as isolated devices are. docs/howto/exchange.md describes what is said. Throws Error(kUsage) when none is
/// named, Error(kDevice) when it does not begin as it should.
[[nodiscard]] std::unique_ptr<Device> open_exec(const std::string& program, const DeviceOptions& options);

}  // namespace halfulp::device
