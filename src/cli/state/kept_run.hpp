// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include "cli/run/plan.hpp"
#include "cli/run/run.hpp"
#include "halfulp/device.hpp"

namespace halfulp::cli {

/// Which shard to judge, and where what was judged is kept.
struct Keeping {
  Shard shard;
  std::string folder;
  bool resume = false;  ///< go on where an earlier process ended, if there was one
  /// Of the command line what says how to judge, not what: "--time 8h"; or "".
  std::string options = {};
};

struct Kept {
  RunState state;
  /// Why the state could not be written, which ended the run; or nothing.
  std::exception_ptr failure;
};

/// Judges a shard and keeps what was judged in its file in the folder, which is made, every 15 seconds and at the end.
/// Throws Error(kUsage) when the file is there and is not to be continued; Error(kInput) when it cannot be read or is
/// of another run, or the folder cannot be written to; and as judge_shard(), after keeping what was judged.
[[nodiscard]] Kept run_and_keep(const RunRequest& request, const Plan& plan, const Keeping& keeping, Device& device,
                                const RunOptions& options);

}  // namespace halfulp::cli
