// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

#include "cli/failures/spool.hpp"
#include "cli/run/plan.hpp"
#include "cli/run/run_state.hpp"
#include "cli/run/shard.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// How to run; none of it changes a verdict.
struct RunOptions {
  bool show_progress = false;
  unsigned threads = 0;  ///< 0: number::default_threads()
  /// How long to judge at most: run_jobs() divides it.
  std::optional<std::chrono::duration<double>> time = {};
  FailureSpool* failures = nullptr;  ///< where the cases that do not pass are kept
  std::chrono::seconds patience{0};  ///< that of run_jobs() with a device that is lost
};

/// What a shard has of each of the plan's jobs.
[[nodiscard]] std::vector<ShardCases> cases_of(const Plan& plan, const Shard& shard);

/// What is known of a run of which nothing has been judged.
[[nodiscard]] RunState begin_state(const RunRequest& request, const Plan& plan);

/// Judges what the shard has left to do, until the end, an interrupt, or a stop. A device that is lost costs the cases
/// that it did not compute. Throws as run_jobs().
void judge_shard(const RunRequest& request, const Plan& plan, const Shard& shard, Device& device,
                 const RunOptions& options, const std::stop_token& stop, RunningState& state);

/// The report of what has been judged, made on `threads` threads (0: number::default_threads()). `device` is asked for
/// its description and what it offers only.
[[nodiscard]] report::Report report_of(const RunRequest& request, const Plan& plan, const Device& device,
                                       const RunState& state, unsigned threads = 0);

/// Judges a device: everything that the request asks for, or what was done until an interrupt came. `failures`: where
/// the cases that do not pass are kept. Throws as plan() and run_jobs() do.
[[nodiscard]] report::Report run(const RunRequest& request, Device& device, bool show_progress,
                                 FailureSpool* failures = nullptr);

}  // namespace halfulp::cli
