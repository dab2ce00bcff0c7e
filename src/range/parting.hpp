// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "range/answer.hpp"

namespace halfulp::range {

/// A result that one rulebook permits and another forbids, of one component and the same operands.
struct Parting {
  Attained permitted;
  std::size_t component;
  judge::ValueSet others;  ///< what the other rulebook permits there at most
};

/// Searches for operands in the sets for which an admissible execution of `one` gives what `other`, the same expression
/// under another rulebook, cannot: at the ends and the middle of the sets, then at drawn operands. Nothing where none
/// of `tries` operands shows one.
[[nodiscard]] std::optional<Parting> find_parting(const Program& one, const Program& other,
                                                  std::span<const judge::ValueSet> operands, int tries);

}  // namespace halfulp::range
