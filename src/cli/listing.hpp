// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::cli {

/// The devices of a kind that this machine has, and why it has none.
struct Listing {
  std::vector<DeviceDescription> found;
  std::string missing;  ///< where none was found
};

/// Lists them in a process of its own, so that a driver that crashes or hangs when it is loaded costs its own kind
/// alone. Of devices that need no driver too. Throws Error(kInternal) where no process can be made.
[[nodiscard]] Listing list_apart(std::string_view kind);

}  // namespace halfulp::cli
