// SPDX-License-Identifier: Apache-2.0
#include "cli/run/job_state.hpp"

namespace halfulp::cli {

void JobState::merge(const JobState& other) {
  judged.merge(other.judged);
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    tallies[i].merge(other.tallies[i]);
    failure_counts[i].merge(other.failure_counts[i]);
    hypotheses[i].merge(other.hypotheses[i]);
  }
  tried->merge(*other.tried);
  if (codes && other.codes) codes->merge(*other.codes);
  if (!round_trip) round_trip = other.round_trip;
  lost += other.lost;
  if (lost_because.empty()) lost_because = other.lost_because;
}

}  // namespace halfulp::cli
