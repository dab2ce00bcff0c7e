// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/run/plan.hpp"
#include "cli/run/shard.hpp"
#include "halfulp/device.hpp"
#include "report/json_value.hpp"

namespace halfulp::cli {

/// What all shards of a run share, and shards of another run do not: the version of halfulp, what was
/// asked for, the rulebooks with their hashes, the device with all that it offers, and how many shards there are.
[[nodiscard]] report::JsonValue run_shape(const RunRequest& request, const Device& device, const Shard& shard);

/// The request of a run's shape. Throws Error(kInput) when the shape is another, or this halfulp or the rulebooks are
/// not those of the run.
[[nodiscard]] RunRequest read_request(const report::JsonValue& run);

/// In what a run is another than the expected one: "seed 2 instead of 1"; "" when they are the same.
[[nodiscard]] std::string difference(const report::JsonValue& run, const report::JsonValue& expected);

/// The command line that judges a shard of such a run, or goes on with it; `options`: Keeping::options.
[[nodiscard]] std::string check_command(const report::JsonValue& run, std::uint64_t shard, const std::string& folder,
                                        const std::string& options, bool resume);

}  // namespace halfulp::cli
