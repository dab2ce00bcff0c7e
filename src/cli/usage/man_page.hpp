// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "cli/subcommand.hpp"

namespace halfulp::cli {

/// The man page halfulp(1), in the man macros of roff.
[[nodiscard]] std::string man_page(std::span<const Subcommand> table);

/// The man page of a subcommand: halfulp-check(1).
[[nodiscard]] std::string man_page(const Subcommand& subcommand);

}  // namespace halfulp::cli
