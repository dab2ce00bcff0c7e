// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/arguments.hpp"
#include "cli/run/plan.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Throws Error(kUsage) with the nearest name.
[[nodiscard]] SuiteSize read_suite(const std::string& text);

/// Reads what is judged and by what: --rulebook, --reading, --strict, --operation and --format.
/// Throws Error(kUsage) for names that do not exist, and as open_books().
[[nodiscard]] RunRequest read_judging(const Arguments& arguments);

}  // namespace halfulp::cli
