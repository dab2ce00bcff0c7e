// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/report.hpp"

namespace halfulp::report {

/// Reads the JSON that check, verify and merge write of a report, or an extract of one (docs/json.md). Members that it
/// does not know are skipped; what JSON does not hold stays empty: findings, sentences and sources of rules, the title
/// of a rulebook that is not embedded, the numbers of witnesses in their suite. `file` stands for the file in messages;
/// `version` is that of this halfulp. Throws Error(kInput) that says where in the file, what, and what would mend it,
/// for a text that is no JSON or not of a report, that contradicts itself, or that a later version wrote.
[[nodiscard]] Report read_report(std::string_view text, const std::string& file, std::string_view version);

}  // namespace halfulp::report
