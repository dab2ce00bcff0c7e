// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "cli/arguments.hpp"
#include "cli/run/plan.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Throws Error(kUsage) with the nearest name.
[[nodiscard]] SuiteSize read_suite(const std::string& text);

/// Reads what is judged and by what: --rulebook, --reading, --strict, --operation and --format.
/// Throws Error(kUsage) for names that do not exist, and as open_books().
[[nodiscard]] RunRequest read_judging(const Arguments& arguments);

/// The one operation that --operation names, in its one format or in --format (binary32 without it).
/// Throws Error(kUsage), naming what has one operation ("lines"), where it is not one.
[[nodiscard]] std::pair<Operation, Format> read_one_operation(const RunRequest& request, std::string_view what);

/// The request for the cases of --operands, where that is given, in place of a suite's. Throws Error(kUsage) for
/// options that choose cases otherwise, and as read_one_operation() and read_operands_file().
void take_operands(const Arguments& arguments, RunRequest& request);

}  // namespace halfulp::cli
