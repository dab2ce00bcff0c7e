// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments.hpp"
#include "cli/byte_stream.hpp"
#include "cli/exit_code.hpp"
#include "cli/table/records.hpp"
#include "report/range/range.hpp"

namespace halfulp::cli {

/// Whether a text is an expression and no operation's name: x+y is the name of add in several languages.
[[nodiscard]] bool is_expression(std::string_view text);

/// Reads --contract and --reassociate.
[[nodiscard]] range::Freedom freedom_asked(const Arguments& arguments);

/// The question about an expression and its operands, one value each, that `judge` and `try` are given: OPERATION,
/// OPERAND... in the order in which the names come, a vector's in brackets, --format, --reading, --result. Throws
/// Error(kUsage), Error(kInput) for what cannot be read.
[[nodiscard]] report::RangeReport question_of_operands(const Arguments& arguments);

/// Answers the question by a rulebook and prints it, as JSON with --json; the exit code is that of what was observed.
ExitCode write_answer(const Arguments& arguments, report::RangeReport report, const Rulebook& book);

/// Judges --result of an expression for the operands of `judge`, which are those of its names in the order in which
/// they come. Throws Error(kUsage), Error(kInput) as the readers of expressions and operands do.
ExitCode judge_expression(const Arguments& arguments);

/// The same of each line of --file, a table with a header: a column for each operand, by its name (of a vector
/// n.x, n.y, ...), and `result`. Lines
/// that cannot be read are named on standard error. Throws Error(kInput) where a column is missing.
ExitCode judge_expression_table(const Arguments& arguments);

/// `try` of an expression: the device computes it step by step. Throws as question_of_operands(), Error(kUsage) for a
/// step that the device does not offer, Error(kDevice) where the device is lost.
ExitCode try_expression(const Arguments& arguments);

/// The expression that --operation of `verify` is; nothing where it names operations.
[[nodiscard]] std::optional<std::string> expression_asked(const Arguments& arguments);

/// Throws Error(kUsage) where --contract or --reassociate is given for operations.
void refuse_freedoms(const Arguments& arguments);

/// Judges a table of results of an expression by each of --rulebook, as `verify` does, and prints how many pass and the
/// first that do not; writes --json. Throws Error(kUsage) for options that expressions do not have, and as
/// judge_expression_table().
ExitCode verify_expression(const Arguments& arguments, const std::string& expression, const InputBytes& input,
                           Records records);

}  // namespace halfulp::cli
