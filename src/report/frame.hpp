// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"
#include "report/text.hpp"

namespace halfulp::report {

// What the screen and the whole text have in common: lines, each with its end.

/// "llvmpipe (LLVM 15.0.6, 256 bits) (vulkan:0)".
[[nodiscard]] std::string title_line(const Report& report, bool colour);

/// Why the report does not hold all that was asked for: the device was lost, the run ended early; "" where it does.
[[nodiscard]] std::string loss_lines(const Report& report, bool colour);

/// The verdict by each rulebook.
[[nodiscard]] std::string verdict_lines(const Report& report, bool colour);

/// Where more is: how to see it, and the files.
[[nodiscard]] std::string more_lines(const TextOptions& options);

}  // namespace halfulp::report
