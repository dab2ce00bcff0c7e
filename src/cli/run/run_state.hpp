// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <mutex>
#include <vector>

#include "cli/run/job_state.hpp"

namespace halfulp::cli {

/// What has been judged of a run, or of one shard of it: all that its report needs besides the plan and the device.
struct RunState {
  std::vector<JobState> jobs;  ///< one per job of the plan
  double seconds = 0;          ///< that judging took, over all processes that took part
  bool ended = false;          ///< it came to its end: it was not interrupted, and is not under way
  bool out_of_time = false;    ///< it ended because its time was over
};

/// The state of a run under way, for several threads.
class RunningState {
 public:
  /// `before`: what was judged by earlier processes.
  explicit RunningState(RunState before);

  void take(std::size_t job, const JobState& part);
  /// Forgets the device's losses: their cases will be tried again.
  void forget_losses();
  void end(bool out_of_time);

  [[nodiscard]] Ranges judged(std::size_t job) const;
  [[nodiscard]] bool has_round_trip(std::size_t job) const;
  [[nodiscard]] RunState copy() const;

 private:
  mutable std::mutex mutex_;
  RunState state_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace halfulp::cli
