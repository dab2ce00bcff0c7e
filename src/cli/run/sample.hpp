// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// Numbers of at most `most_cases` cases of a suite, ascending: half of them from the special values, with which every
/// suite begins, half from the rest, each half evenly spread. All cases when there are no more.
[[nodiscard]] std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_cases);

}  // namespace halfulp::cli
