// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "halfulp/operation.hpp"
#include "judge/filter/block.hpp"
#include "judge/filter/plan.hpp"

namespace halfulp::judge {

/// Judges cases first ... first + block.all.count - 1, at most kBlock, in the default floating-point environment:
/// decides most as the definition does, in vectors of doubles, and leaves the others undecided. docs/numerics.md has
/// the proofs. The same answers on every SIMD target. `operands`, `results`: lanes of the operation's formats.
/// `sample`: cases that are of the rest, whatever their results are, so that their errors are measured.
void filter_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                  const CaseSet& sample, FilteredBlock& block);

}  // namespace halfulp::judge
