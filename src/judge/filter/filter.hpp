// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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
  std::array<std::uint16_t, kBlock> places;  ///< of the rest in the block
  Answers answers;                           ///< of the rest
};

/// Decides most cases of a block as the definition does, in vectors of doubles, and leaves the others undecided.
/// docs/numerics.md has the proofs. Safe to share between threads.
class Filter {
 public:
  Filter(const Ruling& ruling, const OtherReadings& others) : plan_(Plan::of(ruling, others)) {}

  /// False: every case is undecided, and decide() may not be called.
  [[nodiscard]] bool decides() const { return plan_.has_value(); }

  /// Judges cases first ... first + block.all.count - 1, at most kBlock, in the default floating-point environment.
  /// The same answers on every SIMD target. `operands`, `results`: lanes of the operation's formats. `sample`: cases
  /// that are of the rest, whatever their results are, so that their errors are measured.
  void decide(std::span<const ConstLane> operands, ConstLane results, std::size_t first, const CaseSet& sample,
              FilteredBlock& block) const;

  /// Whether errors are those of the definition: not with muller_B, whose ULP at a value of the format is another.
  [[nodiscard]] bool measures() const { return plan_->policies.ulp != Ulp::muller_b; }

 private:
  std::optional<Plan> plan_;
};

}  // namespace halfulp::judge
