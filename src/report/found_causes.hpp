// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "diagnosis/hypotheses.hpp"

namespace halfulp::report {

/// One result of a run: the failures of an operation, computed in one way. They outlive it.
struct FailingResult {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  bool counts = true;  ///< whether the way counts in the verdict
  const diagnosis::HypothesisCounts& failures;
};

/// Failures of one rule in one result that are charged together.
struct Charge {
  std::size_t result = 0;   ///< its place among the results
  std::string rule;         ///< that they break
  std::uint64_t count = 0;  ///< scaled to all failures where a sample of them was tried
  Witness example;          ///< the first of those tried
};

/// A hypothesis about the device as a whole.
struct FoundCause {
  std::size_t hypothesis = 0;    ///< its place among hypotheses()
  std::optional<Format> format;  ///< of the denormals that it speaks of
  std::vector<Charge> charges;   ///< by result, then by rule

  [[nodiscard]] std::string id() const;         ///< "keeps_denormals.binary32"
  [[nodiscard]] std::string statement() const;  ///< "keeps binary32 denormals, operands and results"
};

struct FoundCauses {
  std::vector<FoundCause> causes;   ///< in the order in which they were found
  std::vector<Charge> unexplained;  ///< by result, then by rule
};

/// Charges each failure to one of few causes. The next cause is the one that explains most failures of those that are
/// left: first of the results that count, then of all. Vague hypotheses come after all others. Some explain none of a
/// rule's failures in a result, since they may fit by chance: one that explains fewer than one in 20 of them, and fewer
/// than half of any rule's failures; one that is `whole`, where it and those that are not leave failures; one that
/// another narrows, where that one explains the same.
[[nodiscard]] FoundCauses causes_of(std::span<const FailingResult> results);

/// The first cause that explains failures of a result's operation and format, in any way of computing, and whose
/// hypothesis is in the set and not vague: its place, or nothing. `result`: a place among the results.
[[nodiscard]] std::optional<std::size_t> cause_in(const FoundCauses& found, std::span<const FailingResult> results,
                                                  std::size_t result, diagnosis::HypothesisSet set);

}  // namespace halfulp::report
