// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device in a process of its own: `executable` run with `serve-device` and serve_arguments(). The rulebook among the
/// options is not passed on.
/// Throws what opening the device there throws; Error(kDevice) when the process cannot be run.
[[nodiscard]] std::unique_ptr<Device> open_in_child_process(const std::string& name, const DeviceOptions& options,
                                                            const std::string& executable);

}  // namespace halfulp::device
