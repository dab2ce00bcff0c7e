// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace halfulp::cli {

/// A shell whose users have completions: a script that asks the hidden subcommand `complete` for candidates.
struct Shell {
  std::string_view name;
  std::string_view file;  ///< where the script is installed, below share/
  std::string_view script;
};

extern const std::array<Shell, 3> kShells;

}  // namespace halfulp::cli
