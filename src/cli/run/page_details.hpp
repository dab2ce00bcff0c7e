// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "cli/run/plan.hpp"
#include "report/page/page.hpp"

namespace halfulp::cli {

/// What a page says of each of a report's results, found on `threads` threads (0: number::default_threads()). Takes up
/// to some seconds on one: it asks what is permitted in up to 512 binades of each operation.
[[nodiscard]] std::vector<report::PageDetails> page_details(const RunRequest& request, const report::Report& report,
                                                            unsigned threads);

/// The command line that makes such a report again; "" of results that were computed elsewhere.
[[nodiscard]] std::string command_of(const RunRequest& request, const report::Report& report);

}  // namespace halfulp::cli
