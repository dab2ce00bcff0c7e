// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace halfulp::device {

/// How long a device may take for one block before it counts as hung: 60 seconds, or the environment variable
/// HALFULP_DEVICE_TIMEOUT in seconds (1 to 86400). Throws Error(kUsage) when that is something else.
[[nodiscard]] std::chrono::seconds block_timeout();

}  // namespace halfulp::device
