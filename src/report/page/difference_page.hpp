// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/difference.hpp"

namespace halfulp::report {

/// The difference as one HTML file that needs nothing from elsewhere, without a program: the verdict, the two runs side
/// by side, what they do not have in common and what follows, and every change, by kind and rule, with its case.
[[nodiscard]] std::string difference_page(const Difference& difference);

}  // namespace halfulp::report
