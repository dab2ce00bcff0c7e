// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/run/ranges.hpp"
#include "halfulp/judge.hpp"
#include "judge/census.hpp"
#include "judge/code_map.hpp"
#include "judge/hypotheses.hpp"

namespace halfulp::cli {

/// Whether all codes of a conversion come back, by asking the device for each there and back.
struct RoundTrip {
  std::string tried;   ///< "all 256 codes"; "" when the device could not be asked
  std::string broken;  ///< the first code that does not come back; "" when all do
};

/// What has been judged of one job, by one thread, one shard or all of them.
struct JobState {
  Ranges judged;                      ///< positions among the shard's cases (ShardCases)
  std::vector<Tally> tallies;         ///< one per rulebook of the job
  std::optional<judge::Tried> tried;  ///< the cases judged; of every job
  /// What failed and how that may be explained, one per rulebook.
  std::vector<judge::Census> censuses;
  std::vector<judge::HypothesisCounts> hypotheses;
  std::optional<judge::CodeMap> codes;  ///< where a rulebook gives the conversion a property of the whole
  std::optional<RoundTrip> round_trip;
  std::uint64_t lost = 0;  ///< cases that the device's loss cost
  std::string lost_because;

  /// How many cases were judged.
  [[nodiscard]] std::uint64_t cases() const { return tallies.empty() ? 0 : tallies.front().cases; }
  /// Takes in what was judged of other cases of the same job. Only parts of one shard may be merged with their ranges.
  void merge(const JobState& other);
};

}  // namespace halfulp::cli
