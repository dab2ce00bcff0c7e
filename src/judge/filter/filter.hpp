// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "halfulp/operation.hpp"
#include "judge/filter/block.hpp"
#include "judge/filter/plan.hpp"

namespace halfulp::judge {

/// A block of cases with the answers of both tests.
struct FilteredBlock {
  Block all;
  Passed passed;                             ///< of all cases
  Block rest;                                ///< those that are neither permitted nor open there
  Block flushed;                             ///< the rest, denormal operands flushed, if plan.tells_flushed()
  std::array<std::uint16_t, kBlock> places;  ///< of the rest in the block
  Answers answers;                           ///< of the rest
};

/// Judges cases first ... first + block.all.count - 1, at most kBlock, in the default floating-point environment:
/// decides most as the definition does, in vectors of doubles, and leaves the others undecided. docs/numerics.md has
/// the proofs. The same answers on every SIMD target. `operands`, `results`: lanes of the operation's formats.
/// `sample`: cases that are of the rest, whatever their results are, so that their errors are measured.
void filter_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                  const CaseSet& sample, FilteredBlock& block);

}  // namespace halfulp::judge
