// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/report.hpp"

namespace halfulp::report {

// What reports say in every form, on a terminal and on a page.

/// "does not conform to d3d11: 3 of 44 operations fail; 2 have results that pass under another reading only".
[[nodiscard]] std::string verdict_sentence(const Report& report, std::string_view rulebook);

/// Whether neither a result nor the run as a whole makes the device not conform to the rulebook.
[[nodiscard]] bool conforms(const Report& report, std::string_view rulebook);

/// "1,204 in d3d11 (add 1,000, sub 204)", one rulebook after the other.
[[nodiscard]] std::string where_sentence(const Finding& finding);

/// Which cases fail: "all 12 denormal operands, both signs", and of which operations where they differ in that.
[[nodiscard]] std::string failing_sentence(const std::vector<Finding::Failing>& failing);

/// What the device does not offer: "everything in binary64", "everything on pixels", other operations by name.
[[nodiscard]] std::vector<std::string> not_offered_names(const Report& report);

/// Formats in which nothing was judged, and conversions of pixels where none was, as a whole; other operations by name.
[[nodiscard]] std::string not_offered_sentence(const Report& report);

/// "out of time: 1,234 of 5,678 results were judged": those of each rulebook.
[[nodiscard]] std::string out_of_time_sentence(const Report& report);

/// "composed: exp2(y * log2(x))".
[[nodiscard]] std::string instruction_text(const Variant& variant);

/// Where the operands come from, in a word: "buffer", "constants".
[[nodiscard]] std::string operands_text(const Variant& variant);

}  // namespace halfulp::report
