// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"

namespace halfulp::report {

/// The report as JUnit XML: one test suite per rulebook, one test case per operation and variant. A variant shown only
/// for comparison never fails. A lost device is an error, and so is a run that ended before its last case, in a test
/// case of its own and in each operation that was not judged to its end. The text of a failure has of each rule a case:
/// its operands and result, what is permitted, the sentence that it breaks and the command that asks for it again.
[[nodiscard]] std::string junit_text(const Report& report);

}  // namespace halfulp::report
