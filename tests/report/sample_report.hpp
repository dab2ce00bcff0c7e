// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/report.hpp"

namespace halfulp::report {

/// A report as a run makes it: rsq passes, add breaks a rule whose sentence needs escaping, min has a second variant
/// that is shown only for comparison and fails, mul passes under another reading only.
[[nodiscard]] Report sample_report();

}  // namespace halfulp::report
