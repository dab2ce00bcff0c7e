// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// compare --allows: whether what the one permits may be used where the other is asked.
[[nodiscard]] ExitCode allows(const Arguments& arguments);

/// Chooses --reading in those of the compared rulebooks that have it. Returns what each took, ",
/// d3d11.addsubmul=nearest_even"; "" for nothing. Throws Error(kUsage) for a reading that neither has.
[[nodiscard]] std::array<std::string, 2> choose_readings(const Arguments& arguments,
                                                         const std::array<Rulebook*, 2>& books);

}  // namespace halfulp::cli
