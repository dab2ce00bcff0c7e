// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/report.hpp"
#include "report/text.hpp"

namespace halfulp::report {

/// The report on one screen: the device, the verdict, the causes of its failures with a case of each, the failures that
/// no cause explains by operation, what the run as a whole breaks, and the verdict again. At most 60 lines of at most
/// 100 columns, but for commands and the names of devices and files that are wider. Where the report has a gate, that
/// and what is new stand in place of the causes.
[[nodiscard]] std::string screen(const Report& report, const TextOptions& options);

}  // namespace halfulp::report
