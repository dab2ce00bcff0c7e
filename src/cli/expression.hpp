// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "report/range/range.hpp"

namespace halfulp::cli {

/// Whether a text is an expression and no operation's name: x+y is the name of add in several languages.
[[nodiscard]] bool is_expression(std::string_view text);

/// Reads --contract and --reassociate.
[[nodiscard]] range::Freedom freedom_asked(const Arguments& arguments);

/// Judges --result of an expression for the operands of `judge`, which are those of its names in the order in which
/// they come. Throws Error(kUsage), Error(kInput) as the readers of expressions and operands do.
ExitCode judge_expression(const Arguments& arguments);

/// The same of each line of --file, a table with a header: a column for each operand, by its name (of a vector
/// n.x, n.y, ...), and `result`. Lines
/// that cannot be read are named on standard error. Throws Error(kInput) where a column is missing.
ExitCode judge_expression_table(const Arguments& arguments);

}  // namespace halfulp::cli
