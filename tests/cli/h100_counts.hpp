// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "report/report.hpp"

namespace halfulp::test {

/// How many fail: by "add binary32 D3D-FLUSH-OPERANDS class denormal,-normal" and "... binade -1".
using Counts = std::map<std::string, std::uint64_t>;

/// The rows of h100_quick.txt: what the H100 failed in the quick suite.
[[nodiscard]] Counts measured_of_h100();

/// The same of a run's principal results, of floating operands.
[[nodiscard]] Counts counted(const report::Report& report);

}  // namespace halfulp::test
