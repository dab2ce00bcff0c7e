// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diagnosis/failure_counts.hpp"

namespace halfulp::report {

/// Some cases in words: `tried` of them were judged, `failed` of these fail.
struct FailurePart {
  std::string of;  ///< "denormal operands, both signs", "cases in which x is a signalling NaN"
  std::uint64_t failed = 0;
  std::uint64_t tried = 0;
};
/// The failures in the simplest words that fit: at most three parts, which may overlap, and how many are in none.
struct FailureWords {
  std::vector<FailurePart> parts;
  std::uint64_t others = 0;
};
[[nodiscard]] FailureWords failure_words(Operation operation, const diagnosis::TriedCounts& tried,
                                         const diagnosis::FailureCounts::OfRule& failures);

}  // namespace halfulp::report
