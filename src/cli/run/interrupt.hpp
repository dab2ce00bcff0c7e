// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace halfulp::cli {

/// From now on the first SIGINT or SIGTERM only asks the run to end; a second one, of
/// either, ends the process at once.
void catch_interrupts();

/// Whether one of them came.
[[nodiscard]] bool interrupted() noexcept;

/// Ends the process by the signal that interrupted it, so that its parent sees why; returns when none came.
void end_by_interrupt();

}  // namespace halfulp::cli
