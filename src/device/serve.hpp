// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// What follows `serve-device` on the command line of a device's process: its name, the float controls that are
/// asked for as a report has them, and the block timeout in seconds.
[[nodiscard]] std::vector<std::string> serve_arguments(const std::string& name, const DeviceOptions& options);

/// The other side of open_isolated_device(): opens the device that `arguments` name and computes what arrives on
/// standard input, until that ends; a device that hangs then does not keep the process. Returns the exit code: 0, also
/// when the device could not be opened, of which the other side gets a message; 2 for arguments that are not
/// serve_arguments(). `open` opens the device.
int serve_device(std::span<const std::string> arguments, decltype(&open_device) open = &open_device);

}  // namespace halfulp::device
