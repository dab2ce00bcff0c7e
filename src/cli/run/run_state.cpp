// SPDX-License-Identifier: Apache-2.0
#include "cli/run/run_state.hpp"

#include <utility>

namespace halfulp::cli {

RunningState::RunningState(RunState before) : state_(std::move(before)), start_(std::chrono::steady_clock::now()) {
  state_.ended = false;
  state_.out_of_time = false;
}

void RunningState::take(std::size_t job, const JobState& part) {
  const std::lock_guard lock(mutex_);
  state_.jobs[job].merge(part);
}

void RunningState::forget_losses() {
  const std::lock_guard lock(mutex_);
  for (JobState& job : state_.jobs) {
    job.lost = 0;
    job.lost_because.clear();
  }
}

void RunningState::end(bool out_of_time) {
  const std::lock_guard lock(mutex_);
  state_.ended = true;
  state_.out_of_time = out_of_time;
}

Ranges RunningState::judged(std::size_t job) const {
  const std::lock_guard lock(mutex_);
  return state_.jobs[job].judged;
}

bool RunningState::has_round_trip(std::size_t job) const {
  const std::lock_guard lock(mutex_);
  return state_.jobs[job].round_trip.has_value();
}

RunState RunningState::copy() const {
  const std::lock_guard lock(mutex_);
  RunState copy = state_;
  copy.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  return copy;
}

}  // namespace halfulp::cli
