// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/arguments.hpp"
#include "cli/subcommand.hpp"

namespace halfulp::cli {

/// What a command line asks for: a subcommand, or (nothing) a text such as the help or the version.
struct Parsed {
  const Subcommand* subcommand = nullptr;
  Arguments arguments;
  std::string text;
};

/// Reads a command line (without the program's own name) by the table of subcommands.
/// Throws Error(kUsage) that names what is wrong and the nearest thing that exists.
[[nodiscard]] Parsed parse(const std::vector<std::string>& command_line, std::span<const Subcommand> table);

}  // namespace halfulp::cli
