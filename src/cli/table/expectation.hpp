// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "cli/table/table.hpp"
#include "halfulp/judge.hpp"

namespace halfulp::cli {

/// How what an author's test accepts lies to what a rulebook permits.
enum class Fit : std::uint8_t {
  right,                   ///< both are the same
  too_strict,              ///< it rejects what is permitted
  too_lax,                 ///< it accepts what is forbidden
  too_strict_and_too_lax,  ///< both, and it accepts some of what is permitted
  wrong,                   ///< it accepts nothing that is permitted
};
inline constexpr std::size_t kFits = 5;

/// "right", "too_strict", "too_lax", "too_strict_and_too_lax", "wrong".
[[nodiscard]] std::string_view name(Fit fit) noexcept;

/// The verdict on what an author expects of one case.
struct ExpectationVerdict {
  Fit fit = Fit::right;
  PermittedSet accepted;        ///< by the author's test
  Explanation explanation;      ///< of what is permitted
  std::optional<Bits> rejects;  ///< of what is permitted and rejected the value nearest to the expected one; nothing
                                ///< where anything is permitted
  std::optional<Bits> accepts;  ///< of what is forbidden and accepted the same
};

/// Throws as explain().
[[nodiscard]] ExpectationVerdict judge_expectation(const Rulebook& book, const ExpectedCase& expected,
                                                   const Readings& readings);

/// An option of a reading, not chosen, by which the expectation would be right; empty for none. Throws as explain().
[[nodiscard]] Readings right_under(const Rulebook& book, const ExpectedCase& expected, const Readings& readings);

}  // namespace halfulp::cli
