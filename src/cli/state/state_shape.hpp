// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "cli/run/run_state.hpp"
#include "cli/run/shard.hpp"
#include "report/json_value.hpp"

namespace halfulp::cli {

/// What has been judged, as JSON: all of it, so that reading it back gives the same state.
[[nodiscard]] report::JsonValue state_shape(const Plan& plan, const RunState& state);

/// The state of that shape, of a shard of that plan. Throws Error(kInput) for another shape, other jobs, and counts
/// that do not add up.
[[nodiscard]] RunState read_state(const report::JsonValue& shape, const RunRequest& request, const Plan& plan,
                                  const Shard& shard);

}  // namespace halfulp::cli
