// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device in a process of its own: `executable` run as `serve-device NAME CONTROL...` (serve.hpp).
/// Throws what opening the device there throws; Error(kDevice) when the process cannot be run.
[[nodiscard]] std::unique_ptr<Device> open_in_child_process(const std::string& name, const FormatControls& controls,
                                                            const std::string& executable);

}  // namespace halfulp::device
