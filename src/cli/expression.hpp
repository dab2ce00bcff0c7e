// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "report/range/range.hpp"

namespace halfulp::cli {

/// Whether a text is an expression and no operation's name.
[[nodiscard]] bool is_expression(std::string_view text);

/// Judges --result of an expression for the operands of `judge`, which are those of its names in the order in which
/// they come. Throws Error(kUsage), Error(kInput) as the readers of expressions and operands do.
ExitCode judge_expression(const Arguments& arguments);

}  // namespace halfulp::cli
