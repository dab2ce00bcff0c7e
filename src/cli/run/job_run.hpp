// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/run/plan.hpp"
#include "cli/run/progress.hpp"
#include "halfulp/judge.hpp"
#include "judge/code_map.hpp"

namespace halfulp::cli {

/// What came out of one job.
struct JobResult {
  std::vector<Tally> tallies;           ///< one per rulebook of the job
  std::optional<judge::CodeMap> codes;  ///< where a rulebook gives the conversion a property of the whole
  bool lost = false;                    ///< the device was lost before the last case
  std::string lost_because;
};

/// Computes the job's cases on the device, block by block, and judges each block while the next one is computed. Blocks
/// are computed in order, by one thread at a time, so a device that fails at some case costs the same cases every time.
/// Ends early when the device is lost or an interrupt came. Throws what filling and judging throw.
[[nodiscard]] JobResult run_job(const Job& job, const std::vector<BookToJudgeBy>& books, Device& device,
                                Progress& progress);

}  // namespace halfulp::cli
