// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "halfulp/device.hpp"

namespace halfulp::windows {

/// Computes what the device that `open` opens, once the manifest is read, offers of a folder of vectors and writes
/// results and their manifest into a folder, as docs/howto/exchange.md describes both. Reports on standard error what
/// is left out: an operation that the device does not offer, or whose block fails. Returns whether no block failed.
/// Throws Error(kInput) for a file that is missing or is not what the manifest says, or that cannot be written.
[[nodiscard]] bool compute_folder(const std::function<Device&()>& open, const std::string& vectors,
                                  const std::string& results);

}  // namespace halfulp::windows
