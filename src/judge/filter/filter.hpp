// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "judge/filter/plan.hpp"

namespace halfulp::judge {

/// The number of cases judged together.
inline constexpr std::size_t kBlock = 512;

/// A set of cases of a block: bit i % 64 of word i / 64 is case i.
using CaseSet = std::array<std::uint64_t, kBlock / 64>;
[[nodiscard]] inline bool contains(const CaseSet& set, std::size_t i) { return (set[i / 64] >> (i % 64) & 1) != 0; }
/// The cases of a word that are below `count`.
[[nodiscard]] inline std::uint64_t cases_below(std::size_t count, std::size_t word) {
  const std::size_t first = 64 * word;
  return count >= first + 64 ? ~std::uint64_t{0} : count <= first ? 0 : (std::uint64_t{1} << (count - first)) - 1;
}
inline void insert(CaseSet& set, std::size_t i) { set[i / 64] |= std::uint64_t{1} << (i % 64); }
[[nodiscard]] inline std::size_t cases_in(const CaseSet& set) {
  std::size_t cases = 0;
  for (const std::uint64_t word : set)
    if (word != 0) cases += static_cast<std::size_t>(std::popcount(word));
  return cases;
}
/// The first case of a set that has one.
[[nodiscard]] inline std::size_t first_of(const CaseSet& set) {
  const auto* const word = std::ranges::find_if(set, [](std::uint64_t bits) { return bits != 0; });
  return static_cast<std::size_t>(64 * (word - set.begin()) + std::countr_zero(*word));
}
inline void erase(CaseSet& set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

/// Cases as doubles, which hold every value of a format of 32 bits exactly.
struct Block {
  std::size_t count = 0;
  alignas(64)
      std::array<std::array<double, kBlock>, kMaxArity> operands;  ///< flushed where they must be; of codes the code
  alignas(64) std::array<double, kBlock> observed;                 ///< of codes the code
  alignas(64) std::array<double, kBlock> exact;  ///< at most `slack` from the exact result; of codes the exact code
  alignas(64) std::array<double, kBlock> slack;  ///< infinity: nothing is known of the exact result
  std::span<const double> most_used;             ///< of each band, the largest amount used so far, in its unit
};

/// The answer of the first test.
struct Passed {
  CaseSet rest{};             ///< cases that are neither permitted nor open
  CaseSet by_nearest_only{};  ///< permitted results that rounding toward zero does not give
  std::size_t permitted = 0;
  std::size_t nearest = 0;  ///< of these, results that have an error: at most half an ULP or step
  std::size_t open = 0;     ///< a policy of NaN leaves these open: any result is permitted
};

/// The answer of the second test, before tables and identities; a case in none of the first sets is undecided.
struct Answers {
  CaseSet permitted{};
  CaseSet by_nearest_only{};     ///< permitted, by rounding to nearest alone
  CaseSet by_truncation_only{};  ///< permitted, by rounding toward zero alone
  CaseSet unconstrained{};
  CaseSet open{};         ///< of these, cases that policies leave open before tables and identities
  CaseSet fails{};        ///< under every reading; the accuracy rule is broken
  CaseSet overridable{};  ///< a table or an identity may decide the case
  std::array<CaseSet, kMostIdentities> identity_holds{};
  CaseSet identity_unknown{};  ///< whether some identity holds is not certain
  CaseSet measured{};          ///< cases with an error
  /// How far each result is from the reference, in ULP or steps of the code.
  alignas(64) std::array<double, kBlock> errors;
  /// Measured cases whose exact result may be on either side of a power of two: its ULP is not known.
  CaseSet unmeasured{};
  CaseSet beyond_half{};  ///< measured cases with an error that is certainly more than half an ULP or step
  CaseSet uses_more{};    ///< measured cases that use more of their bound than any before

  template <class Use>
  void for_each_set(Use use) {
    for (CaseSet* set : {&permitted, &by_nearest_only, &by_truncation_only, &unconstrained, &open, &fails, &overridable,
                         &identity_unknown, &measured, &unmeasured, &beyond_half, &uses_more}) {
      use(*set);
    }
    for (CaseSet& set : identity_holds) use(set);
  }
};

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

// Compiled for every SIMD target; all give the same answers.

/// Whether the operation has exact results as doubles, in the plan's formats of at most 32 bits.
[[nodiscard]] bool has_reference(const Plan& plan);

/// Writes the operands of the first block.count cases as doubles, and their exact results.
void find_references(const Plan& plan, std::span<const ConstLane> operands, Block& block);

/// The part of filter_block() that knows nothing of tables and identities.
void judge_block(const Plan& plan, std::span<const ConstLane> operands, ConstLane results, std::size_t first,
                 const CaseSet& sample, FilteredBlock& block);

}  // namespace halfulp::judge
