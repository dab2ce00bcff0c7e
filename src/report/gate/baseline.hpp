// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace halfulp::report {

/// A report's failures as text that a person reviews (docs/howto/ci.md): what the run was, then a line for each
/// failure, sorted: rulebook, rule, operation, format, way of computing, causes, how many of how many cases, the first
/// case.
[[nodiscard]] std::string baseline_text(const Report& report);

/// Whether the text begins as baseline_text() does.
[[nodiscard]] bool is_baseline(std::string_view text) noexcept;

/// Reads baseline_text(): a report that has of the run what the text has, and results only where something fails.
/// Causes are not read. `file` stands for the file in messages; `version` is that of this halfulp. Throws Error(kInput)
/// with file:line, what is wrong and what would mend it.
[[nodiscard]] Report read_baseline(std::string_view text, const std::string& file, std::string_view version);

}  // namespace halfulp::report
