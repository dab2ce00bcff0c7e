// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <vector>

#include "cli/failures/spool.hpp"
#include "cli/run/job_work.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/progress.hpp"

namespace halfulp::cli {

/// How far a run goes.
struct PoolLimits {
  unsigned threads = 1;  ///< cores to keep busy
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
  std::stop_token stop = {};
  /// How long a device of which a job was lost is asked on, whatever it computes.
  std::chrono::steady_clock::duration patience = {};
  FailureSpool* failures = nullptr;  ///< where the cases that do not pass are kept
};

/// Why the device's cases of each job were lost; "" where they were not.
using Losses = std::vector<std::string>;

/// Computes and judges what is left of all jobs, side by side: each thread takes the next cases of the first job that
/// has some. Threads that wait for a device in another process hold no core. A device that one thread at a time may ask
/// is asked in the order of the cases, so that one that fails at some case costs the same cases every time. After three
/// operations in a row of which it computed nothing, and `patience`, it is not asked again unless it still computes
/// what it computed before. Where the time is limited, Schedule divides it.
///
/// Gives `take` what was judged of a job about once a second and when a thread turns to another job, one part at a
/// time. Ends early when an interrupt came or a limit was met. Throws what filling and judging throw.
Losses run_jobs(const Plan& plan, std::vector<JobWork>& jobs, const std::vector<BookToJudgeBy>& books, Device& device,
                const PoolLimits& limits, Progress& progress,
                const std::function<void(std::size_t job, const JobState& part)>& take);

}  // namespace halfulp::cli
