// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "cli/subcommand.hpp"

namespace halfulp::cli {

/// What halfulp is, in one line.
inline constexpr std::string_view kTagline = "the floating-point rules of Direct3D and Metal, executable";

/// The paragraphs that `halfulp --help` and its man page begin with, a blank line between two.
[[nodiscard]] std::string_view introduction();

/// `explain [OPTIONS] BOOK OPERATION OPERAND...`: how a subcommand is called.
[[nodiscard]] std::string usage_line(const Subcommand& subcommand);

/// `OPERAND...`, `[OPERATION]`: a positional argument in a usage line.
[[nodiscard]] std::string positional_text(const ArgumentRow& row);

/// What `halfulp --help` prints, in lines of 90 characters at most.
[[nodiscard]] std::string help_text(std::span<const Subcommand> table);

/// What `halfulp SUBCOMMAND --help` prints.
[[nodiscard]] std::string help_text(const Subcommand& subcommand);

}  // namespace halfulp::cli
