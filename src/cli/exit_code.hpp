// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/error.hpp"

namespace halfulp::cli {

/// What the command ends with. A run that a signal ends first writes what was judged, then ends by that signal.
enum class ExitCode : int {
  kConforms = 0,  ///< and for the subcommands that give no verdict: done
  kDoesNotConform = 1,
  kUsage = 2,
  kInput = 3,      ///< bad or unreadable input, or a file that cannot be written
  kDevice = 4,     ///< the device is unavailable or was lost
  kInternal = 70,  ///< a defect of halfulp
};

[[nodiscard]] constexpr ExitCode exit_code(Error::Kind kind) noexcept {
  switch (kind) {
    case Error::Kind::kUsage:
      return ExitCode::kUsage;
    case Error::Kind::kInput:
      return ExitCode::kInput;
    case Error::Kind::kDevice:
      return ExitCode::kDevice;
    case Error::Kind::kInternal:
      break;
  }
  return ExitCode::kInternal;
}

}  // namespace halfulp::cli
