// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace halfulp::cli {

/// compare --allows: whether what the one permits may be used where the other is asked.
[[nodiscard]] ExitCode allows(const Arguments& arguments);

}  // namespace halfulp::cli
