// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "report/difference.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {

/// The difference as a person reads it: the two runs, what cannot be compared, one table, a witness of each rule that
/// changed, and the verdict. At most 110 columns wide, but for names and commands that are wider.
[[nodiscard]] std::string difference_text(const Difference& difference, bool colour);

/// "worse: broke 2, healed 1", "not worse".
[[nodiscard]] std::string difference_sentence(const Difference& difference);

/// That ways of computing with other names are compared, with the first of them. There has to be one.
[[nodiscard]] std::string paired_sentence(const Difference& difference);

/// A rule's id; "reading tie=even" of what passes under a reading only.
[[nodiscard]] std::string rule_text(const Breach& breach);

/// How many results broke the rule before and after: "0", "kept" of a whole run, "?" of what was not judged after, "-"
/// before.
[[nodiscard]] std::array<std::string, 2> extents(const BreachChange& change);

/// What cannot be concluded, each once.
[[nodiscard]] std::vector<std::string> consequences(std::span<const Mismatch> mismatches);

/// What two runs do not have in common and what follows from it, one line each, indented by two; "" for nothing.
[[nodiscard]] std::string mismatch_lines(std::span<const Mismatch> mismatches);

/// The shapes of the command's JSON output; docs/json.md describes them.
[[nodiscard]] JsonValue difference_shape(const Difference& difference);
[[nodiscard]] JsonValue mismatches_shape(std::span<const Mismatch> mismatches);
[[nodiscard]] JsonValue breach_change_shape(const BreachChange& change);
/// The members that name a breach: rulebook, kind, rule, operation, format, variant, counts.
[[nodiscard]] JsonValue::Object breach_place_shape(const Breach& breach);

}  // namespace halfulp::report
