// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diagnosis/failure_counts.hpp"

namespace halfulp::diagnosis {

/// A part of what failed: `failed` of the `tried` cases of which the words speak.
struct FailurePart {
  std::string of;  ///< "denormal operands, both signs", "cases in which x is a signalling NaN"
  std::uint64_t failed = 0;
  std::uint64_t tried = 0;
};
/// What failed, in the simplest words that fit: at most three parts, which may overlap, and what is in none of them.
struct FailureWords {
  std::vector<FailurePart> parts;
  std::uint64_t others = 0;
};
[[nodiscard]] FailureWords failure_words(Operation operation, const TriedCounts& tried,
                                         const FailureCounts::OfRule& failures);

}  // namespace halfulp::diagnosis
