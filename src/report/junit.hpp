// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"

namespace halfulp::report {

/// The report as JUnit XML: one test suite per rulebook, one test case per operation and variant. A variant shown only
/// for comparison never fails; a lost device is an error; what was not run is skipped.
[[nodiscard]] std::string junit_text(const Report& report);

}  // namespace halfulp::report
