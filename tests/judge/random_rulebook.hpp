// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/operation.hpp"

namespace halfulp::test {

/// A rulebook as a user may write it: rules, conditions, bounds, tables, policies and readings of every kind.
struct RandomRulebook {
  std::string toml;
  std::vector<std::pair<Operation, Format>> operations;  ///< those for which it has rules of its own
};

/// The rulebook of a seed: the same text on every machine. It has nothing that today ends the process or makes bits of
/// one format those of another: an accuracy that is omitted under a reading and stated by no other rule, a rule that
/// is implemented as an expression of itself, a negative power of an operand, a cell, identity or allowance of a
/// conversion that gives an operand, "src1" in a table of one operand, `exact` of codes.
[[nodiscard]] RandomRulebook random_rulebook(std::uint64_t seed);

}  // namespace halfulp::test
