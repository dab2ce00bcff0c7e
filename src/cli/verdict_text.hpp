// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/exit_code.hpp"
#include "halfulp/judge.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// `fail: breaks D3D-RSQ`, `reading: breaks D3D-RSQ, but passes under tie=odd`, `pass`.
[[nodiscard]] std::string verdict_text(const Judgement& judgement);

/// The rule's id and its sentence, indented, after an empty line; "" where the rulebook has no such rule.
[[nodiscard]] std::string rule_text(const Rulebook& book, const std::string& id);

/// How far the result is from the exact one: "0.75 ULP away"; "" where the rule that it breaks is of something else, a
/// flush or a zero's sign.
[[nodiscard]] std::string error_text(const Rulebook& book, const Judgement& judgement);

/// Where a decimal has fewer digits than the format needs, a failing result may be a permitted one that was printed
/// short: `0.718280` stands for 0.71828008, too. Of a result that was given as `text`; "" where it does not.
[[nodiscard]] std::string digits_text(const Explanation& explanation, Bits observed, std::string_view text);

/// Whether the verdict is a failure; with `strict` a pass under another reading is one.
[[nodiscard]] bool fails(Verdict verdict, bool strict) noexcept;

}  // namespace halfulp::cli
