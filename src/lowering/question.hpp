// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "halfulp/suite.hpp"
#include "lowering/shape.hpp"
#include "lowering/side.hpp"

namespace halfulp::lowering {

/// "May what A permits be used where B is asked?" Both sides are asked in one format, take the same operands and are
/// of operations with the same exact results, or A is an expression of B's operands.
struct Question {
  Side a;
  Side b;
};

/// A case of which A permits a result that B forbids.
struct Witness {
  std::vector<Bits> operands;
  Bits result = 0;           ///< of those the farthest from what B permits
  std::uint64_t values = 0;  ///< how far, as in Outside
};

/// Which results of A B forbids.
enum class Forbidden : std::uint8_t { number, zero, infinity, nan, anything };
/// "numbers", "zeros", "infinities", "NaN", "any result".
[[nodiscard]] std::string_view name(Forbidden forbidden) noexcept;

/// Operands, as bits: all from the first to the last.
struct OperandRange {
  Bits first = 0;
  Bits last = 0;
};

/// The cases in which the same rules permit and forbid results of one kind.
struct Difference {
  std::array<std::string, 2> rules;  ///< which decided: A's and B's; of an expression its text
  Forbidden forbidden = Forbidden::number;
  std::uint64_t cases = 0;
  /// Of all operands of an operation of one operand: which, in the order of their bits; at most kMostRanges.
  std::vector<OperandRange> ranges;
  std::uint64_t more_ranges = 0;
  Witness first;
  Witness widest;
};
inline constexpr std::size_t kMostRanges = 16;

/// How much an answer says.
enum class Extent : std::uint8_t {
  rule,      ///< B's rule is A's, or permits more in every part: it holds for all operands
  operands,  ///< every operand was decided
  cases,     ///< the cases of the quick suite were decided: of others nothing is known
};

struct Census {
  Extent extent = Extent::cases;
  std::uint64_t cases = 0;              ///< decided
  std::vector<Difference> differences;  ///< the one with the most cases first

  [[nodiscard]] std::uint64_t forbidden() const;
};

/// Answers a question, on number::default_threads() threads. All operands of an operation of one operand of at most 32
/// bits are decided, but for kinds of rules of which that would take more than 2^25 evaluations in exact arithmetic;
/// else the cases of the quick suite with the given seed are. Throws Error(kUsage) where there is no suite for the
/// operation, Error(kInternal) where a rule permits nothing.
[[nodiscard]] Census answer(const Question& question, std::uint64_t seed);

}  // namespace halfulp::lowering
