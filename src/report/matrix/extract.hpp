// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/json_value.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// The JSON of a report with what matrix() and screen() need of it and no more, a line for each result. docs/json.md
/// has what it leaves out. `json`: what `report` was read from.
[[nodiscard]] std::string extract_text(const JsonValue& json, const Report& report);

/// What the text of one operation, or of all, lacks when it is printed of an extract: one line.
[[nodiscard]] std::string extract_note();

}  // namespace halfulp::report
