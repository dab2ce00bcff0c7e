// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace halfulp::cli {

/// What `halfulp --version` prints: `halfulp 0.2.0` on a line of its own, then the embedded rulebooks with the hashes
/// that reports name, the vector instructions that are used on this CPU, and the compiler.
[[nodiscard]] std::string version_text();

}  // namespace halfulp::cli
