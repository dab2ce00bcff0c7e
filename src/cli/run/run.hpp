// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/run/plan.hpp"
#include "halfulp/device.hpp"
#include "report/report.hpp"

namespace halfulp::cli {

/// Judges a device: everything that the request asks for, or what was done until an interrupt came. A device that is
/// lost costs the cases that it did not compute; the report tells them. Throws as plan() and run_job() do.
[[nodiscard]] report::Report run(const RunRequest& request, Device& device, bool show_progress);

}  // namespace halfulp::cli
