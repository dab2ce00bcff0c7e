// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/difference.hpp"
#include "report/report.hpp"
#include "report/values.hpp"

namespace halfulp::report {

// What the pages have in common, as HTML; what they are given is text.

[[nodiscard]] std::string code(std::string_view text);

[[nodiscard]] std::string paragraph(std::string_view text, std::string_view style = {});

/// A line of a list of facts.
[[nodiscard]] std::string fact(std::string_view what, std::string_view value);

/// A table of values: label, decimal, hex float, bits and note.
[[nodiscard]] std::string values(std::span<const ValueLine> lines);

/// A command line.
[[nodiscard]] std::string command(std::string_view line);

/// A rule's sentence and its source.
[[nodiscard]] std::string quotation(std::string_view says, std::string_view source);

/// A section with its heading; "" where it has nothing to tell. `inner` is HTML.
[[nodiscard]] std::string section(std::string_view heading, std::string_view inner, std::string_view id = {});

/// A row of a table's headings.
[[nodiscard]] std::string headings(std::span<const std::string_view> names);

/// What two runs do not have in common, and what follows from it; "" for nothing.
[[nodiscard]] std::string mismatches_table(std::span<const Mismatch> mismatches,
                                           std::span<const std::string_view, 2> sides);

/// The id of a page's part on a rule or of readings.
[[nodiscard]] std::string finding_id(std::string_view name, bool counts);

/// The name of a rule or of readings, as a link to the page's part on it, if there is one.
[[nodiscard]] std::string finding_link(const Report& report, const std::string& name, bool counts);

/// The style of an outcome's word: "pass", "fail", "reading", "shown", "none".
[[nodiscard]] std::string_view style_of(const Result& result, bool strict);

/// The word of an outcome, in its style.
[[nodiscard]] std::string verdict(const Result& result, bool strict);

/// A case with its operands, its result, what is permitted and the command that judges it again.
[[nodiscard]] std::string example(const Explanation& explanation, const Witness& witness, const Variant& variant,
                                  std::string_view command);

/// What is shown when its summary is clicked on. `summary` and `inner` are HTML; `attributes` stand in the tag.
[[nodiscard]] std::string folded_away(std::string_view summary, std::string_view inner,
                                      std::string_view attributes = {});

}  // namespace halfulp::report
