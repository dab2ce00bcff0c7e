// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/run/ranges.hpp"
#include "diagnosis/code_map.hpp"
#include "diagnosis/failure_counts.hpp"
#include "diagnosis/hypotheses.hpp"
#include "halfulp/judge.hpp"

namespace halfulp::cli {

/// Whether all codes of a conversion come back, by asking the device for each there and back.
struct RoundTrip {
  std::string tried;   ///< "all 256 codes"; "" when the device could not be asked
  std::string broken;  ///< the first code that does not come back; "" when all do
};

/// What has been judged of one job, by one thread, one shard or all of them.
struct JobState {
  Ranges judged;                                ///< positions among the shard's cases (ShardCases)
  std::vector<Tally> tallies;                   ///< one per rulebook of the job
  std::optional<diagnosis::TriedCounts> tried;  ///< the cases judged; of every job
  /// What failed and how that may be explained, one per rulebook.
  std::vector<diagnosis::FailureCounts> failure_counts;
  std::vector<diagnosis::HypothesisCounts> hypotheses;
  std::optional<diagnosis::CodeMap> codes;  ///< where a rulebook gives the conversion a property of the whole
  std::optional<RoundTrip> round_trip;
  std::uint64_t lost = 0;  ///< cases that the device's loss cost
  std::string lost_because;

  /// How many cases were judged.
  [[nodiscard]] std::uint64_t cases() const { return tallies.empty() ? 0 : tallies.front().cases; }
  /// Takes in what was judged of other cases of the same job. Only parts of one shard may be merged with their ranges.
  void merge(const JobState& other);
};

}  // namespace halfulp::cli
