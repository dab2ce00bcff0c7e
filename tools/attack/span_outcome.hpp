// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "judge/definition/ruling.hpp"

namespace halfulp::attack {

/// A result and the definition's verdict on it, which others keep.
struct JudgedCase {
  std::vector<Bits> operands;
  Bits observed = 0;
  const Judgement* expected = nullptr;
};

/// Verdicts on the cases of a span.
struct SpanOutcome {
  std::map<std::string, std::uint64_t> counts;                ///< of verdicts, options and roundings
  std::vector<std::pair<std::size_t, std::string>> failures;  ///< positions and rules

  [[nodiscard]] static SpanOutcome by_definition(std::span<const JudgedCase> cases);
  [[nodiscard]] static SpanOutcome by(const SpanJudge& judge, const judge::Ruling& ruling,
                                      std::span<const JudgedCase> cases);
  [[nodiscard]] std::string text() const;
  friend bool operator==(const SpanOutcome&, const SpanOutcome&) = default;
};

/// The command that judges the case at which SpanJudge and the definition part, and both outcomes; "" if they do not.
/// Where the case differs only after others, the outcomes are those of the shortest span from the first case that
/// differs. `rulebook`: its name or path.
[[nodiscard]] std::string difference(const std::string& rulebook, const SpanJudge& judge, const judge::Ruling& ruling,
                                     const Readings& chosen, std::span<const JudgedCase> cases);

}  // namespace halfulp::attack
