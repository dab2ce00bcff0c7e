// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"

namespace halfulp::cli {

/// All of a file, or of a pipe that has a path. Throws Error(kInput) naming the path when it cannot be read.
[[nodiscard]] std::string read_input(const std::string& path);

/// A report that check, verify or merge wrote with --json, or an extract of one. Throws as read_input() and
/// report::read_report().
[[nodiscard]] report::Report read_report_file(const std::string& path);

/// Throws Error(kInput): an extract will not do.
[[noreturn]] void refuse_extract(const std::string& path);

/// The same as read_report_file(), but for an extract, which it refuses.
[[nodiscard]] report::Report read_whole_report_file(const std::string& path);

}  // namespace halfulp::cli
