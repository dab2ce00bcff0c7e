// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "cli/run/job_work.hpp"

namespace halfulp::cli {

/// Which cases of a run are next: those of the first job that has some. Where the time is limited, each job first has
/// 1,024 cases. Then the jobs have turns, each with its part of the time that is left by its part of the cases that are
/// left; time that a job does not use goes to those that are not done. For one thread at a time.
class Schedule {
 public:
  using Clock = std::chrono::steady_clock;

  struct Next {
    std::size_t job = 0;
    Stretch stretch;
    std::uint64_t number = 0;  ///< of the stretches for which a device is asked, in the order in which they come
    bool is_first = true;      ///< of its job's turn: it is handed out even when that has no time
    Clock::time_point end;     ///< of its job's turn
  };

  /// `end`: the largest time point where the time is not limited.
  Schedule(std::vector<JobWork>& jobs, Clock::time_point end);

  /// Nothing when no job that is not `left_out` has cases left, or time.
  [[nodiscard]] std::optional<Next> next(const std::function<bool(std::size_t job)>& left_out);

 private:
  void begin_turn(std::size_t job);

  std::vector<JobWork>& jobs_;
  Clock::time_point end_;
  std::size_t job_ = 0;
  bool is_first_round_ = true;
  bool is_first_ = true;  ///< nothing was handed out in this turn
  Clock::time_point end_of_turn_;
  std::uint64_t asked_ = 0;
};

}  // namespace halfulp::cli
