// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "halfulp/permitted.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp::golden {

/// SplitMix64 [Steele, Lea, Flood 2014], so that the corpus does not depend on src/suite.
struct Random {
  std::uint64_t state;
  [[nodiscard]] std::uint64_t next();
  /// An integer from `first` to `last`.
  [[nodiscard]] std::int64_t between(std::int64_t first, std::int64_t last);
};

/// How operands are drawn: special values, values 2 or fewer from a power of two, random bits, exponents from -8 to 8,
/// sums that cancel but for 4 values, results at the smallest normal or denormal value, results at the largest value.
enum class Stratum : std::uint8_t { specials, powers, random_bits, moderate, cancelling, underflow, overflow };
inline constexpr std::uint64_t kStrata = 7;

[[nodiscard]] std::vector<Bits> operands(Operation operation, Format format, Stratum stratum, Random& random);

/// Results to judge, each once: 4 or fewer values from the nearest one, the ends of the permitted sets and their
/// neighbours outside, flushed results, zeros, infinities, largest values, NaNs, a flipped bit, random bits.
[[nodiscard]] std::vector<Bits> results(Operation operation, Format format, std::span<const Bits> operands,
                                        std::span<const PermittedSet> sets, Random& random);

/// An operation in one format: the subject of one line of a golden file.
struct Subject {
  Operation operation;
  Format format;
};

/// The operations that a rulebook has, in every format, in the order of the tables.
[[nodiscard]] std::vector<Subject> subjects(const Rulebook& rulebook);

/// The permitted sets and verdicts of a subject's corpus by the definition alone, one a line.
/// `chosen`: the readings in force. `verdicts`: the number of lines that are verdicts.
[[nodiscard]] std::string stream(const Rulebook& rulebook, const Subject& subject, const Readings& chosen,
                                 std::uint64_t& verdicts);

/// The subject's line of a golden file: operation, format, number of verdicts, checksum of the stream.
[[nodiscard]] std::string golden_line(const Rulebook& rulebook, const Subject& subject, const Readings& chosen = {});

}  // namespace halfulp::golden
