// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "halfulp/suite.hpp"

namespace halfulp::cli {

/// How many cases of special values a suite has.
[[nodiscard]] std::uint64_t special_cases_of(const Suite& suite);

/// Numbers of cases of a suite, ascending: at most so many of its special values, with which every suite begins, and
/// of the rest; each part evenly spread.
[[nodiscard]] std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_special,
                                                   std::uint64_t most_other);

/// A sample of a suite that has more cases than `most_cases`: half of it special values, if there are so many.
[[nodiscard]] std::vector<std::uint64_t> sample_of(const Suite& suite, std::uint64_t most_cases);

}  // namespace halfulp::cli
