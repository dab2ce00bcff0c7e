// SPDX-License-Identifier: Apache-2.0
#include "cli/run/schedule.hpp"

#include <limits>

namespace halfulp::cli {
namespace {

/// The first cases of a turn where time is limited.
constexpr std::size_t kFirst = 1024;

}  // namespace

Schedule::Schedule(std::vector<JobWork>& jobs, Clock::time_point end) : jobs_(jobs), end_(end) { begin_turn(0); }

std::optional<Schedule::Next> Schedule::next(const std::function<bool(std::size_t job)>& left_out) {
  const bool is_timed = end_ != Clock::time_point::max();
  while (true) {
    for (; job_ < jobs_.size(); begin_turn(job_ + 1)) {
      if (left_out(job_) || (!is_first_ && Clock::now() >= end_of_turn_)) continue;
      const std::size_t most = is_timed && is_first_ ? kFirst : std::numeric_limits<std::size_t>::max();
      const std::optional<Stretch> stretch = jobs_[job_].next(most);
      if (!stretch) continue;
      const bool is_first = is_first_;
      is_first_ = false;
      const bool is_asked = jobs_[job_].job().recorded.empty();
      return Next{.job = job_,
                  .stretch = *stretch,
                  .number = is_asked ? asked_++ : 0,
                  .is_first = is_first,
                  .end = end_of_turn_};
    }
    is_first_round_ = false;
    std::size_t first = 0;
    while (first < jobs_.size() && (jobs_[first].left() == 0 || left_out(first))) ++first;
    if (first == jobs_.size() || Clock::now() >= end_) return std::nullopt;
    begin_turn(first);
  }
}

void Schedule::begin_turn(std::size_t job) {
  job_ = job;
  is_first_ = true;
  end_of_turn_ = end_;
  if (end_ == Clock::time_point::max() || job_ >= jobs_.size()) return;
  const Clock::time_point now = Clock::now();
  if (is_first_round_) {
    end_of_turn_ = now;
    return;
  }
  double all = 0;
  for (std::size_t i = job_; i < jobs_.size(); ++i) all += static_cast<double>(jobs_[i].left());
  const double part = all > 0 ? static_cast<double>(jobs_[job_].left()) / all : 0;
  end_of_turn_ = now + std::chrono::duration_cast<Clock::duration>((end_ - now) * part);
}

}  // namespace halfulp::cli
