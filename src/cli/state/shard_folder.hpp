// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "cli/run/plan.hpp"
#include "cli/run/run_state.hpp"
#include "halfulp/device.hpp"

namespace halfulp::cli {

/// A run put together again from its shards: what report_of() needs.
struct MergedRun {
  RunRequest request;
  std::unique_ptr<Device> device;  ///< recorded
  Plan plan;
  RunState state;
  std::string retry;  ///< the command lines that try again what the device's loss cost; "" for none
};

/// Reads all shards of the run in a folder. Throws Error(kInput) when they are not all there, once each, whole and of
/// one run: it names every shard that is missing, unfinished, there twice or of another run, and every file that cannot
/// be read, each with what to do.
[[nodiscard]] MergedRun merge_folder(const std::string& folder);

/// The command line that does so.
[[nodiscard]] std::string merge_command(const std::string& folder);

}  // namespace halfulp::cli
