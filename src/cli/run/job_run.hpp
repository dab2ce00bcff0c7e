// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <stop_token>
#include <vector>

#include "cli/run/job_state.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/progress.hpp"
#include "cli/run/shard.hpp"

namespace halfulp::cli {

/// How far a job is to be run.
struct JobLimits {
  unsigned threads = 1;
  std::chrono::steady_clock::time_point end = std::chrono::steady_clock::time_point::max();
  std::stop_token stop = {};
};

/// How many threads judge when nobody says: one for each core that this process may use, but two at least, so that one
/// computes while another judges.
[[nodiscard]] unsigned default_threads();

/// What is known of a job of which nothing has been judged.
[[nodiscard]] JobState begin_job(const Job& job, const std::vector<BookToJudgeBy>& books);

/// Computes those of the job's cases that the shard has and that are not judged yet, block by block, and judges each
/// block while the next one is computed. Blocks are computed in one order (all operands spread, so that a limit cuts
/// off none of their ranges), by one thread at a time unless the device allows more, so a device that fails at some
/// case costs the same cases every time. Gives `take` what was judged about once a second and at the end, one part at a
/// time; a loss of the device counts all the shard's cases of the job that were not judged. Ends early when the device
/// is lost, an interrupt came or a limit was met. Throws what filling and judging throw.
void run_job(const Job& job, const ShardCases& cases, const Ranges& judged, const std::vector<BookToJudgeBy>& books,
             Device& device, const JobLimits& limits, Progress& progress,
             const std::function<void(const JobState& part)>& take);

}  // namespace halfulp::cli
