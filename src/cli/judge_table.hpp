// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"

namespace halfulp::cli {

/// judge --file: the verdict on each line of a table, its result and what its author expects.
[[nodiscard]] ExitCode judge_table(const Arguments& arguments);

}  // namespace halfulp::cli
