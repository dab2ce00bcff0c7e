// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "cli/exit_code.hpp"

namespace halfulp::cli {

/// One row of what people read about exit codes: those of ExitCode, and 128 + the signal, which shells report.
struct ExitStatus {
  int code;
  std::string_view meaning;
};

inline constexpr std::array kExitStatuses = {
    ExitStatus{static_cast<int>(ExitCode::kConforms), "conforms; of subcommands that give no verdict: done"},
    ExitStatus{static_cast<int>(ExitCode::kDoesNotConform), "does not conform"},
    ExitStatus{static_cast<int>(ExitCode::kUsage),
               "usage: a name or an option that does not exist, operands too few or too many"},
    ExitStatus{static_cast<int>(ExitCode::kInput), "bad or unreadable input, or a file that cannot be written"},
    ExitStatus{static_cast<int>(ExitCode::kDevice), "the device is unavailable or was lost"},
    ExitStatus{static_cast<int>(ExitCode::kInternal), "an internal error: a defect of halfulp"},
    ExitStatus{130, "SIGINT ended it (143: SIGTERM); check and verify print and write what they judged until then"},
};

}  // namespace halfulp::cli
