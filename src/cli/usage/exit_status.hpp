// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "cli/exit_code.hpp"

namespace halfulp::cli {

/// One row of what people read about exit codes.
struct ExitStatus {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr std::array kExitStatuses = {
    ExitStatus{ExitCode::kConforms, "conforms; of subcommands that give no verdict: done"},
    ExitStatus{ExitCode::kDoesNotConform, "does not conform"},
    ExitStatus{ExitCode::kUsage, "usage: a name or an option that does not exist, operands too few or too many"},
    ExitStatus{ExitCode::kInput, "bad or unreadable input, or a file that cannot be written"},
    ExitStatus{ExitCode::kDevice, "the device is unavailable or was lost"},
    ExitStatus{ExitCode::kInternal, "an internal error: a defect of halfulp"},
};

}  // namespace halfulp::cli
