// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "report/page/page.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// The sections of the causes, each with its rule, a case and pictures of where it fails, and of the operations whose
/// failures no cause explains; "" where nothing fails.
[[nodiscard]] std::string cause_sections(const Report& report, const std::vector<PageDetails>& details);

}  // namespace halfulp::report
