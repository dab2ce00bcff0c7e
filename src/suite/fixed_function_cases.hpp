// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "suite/setting.hpp"

namespace halfulp::suite {

/// The kinds of cases of blends, linear filters and texel addresses, but for random ones; `hard_cases`: how many of a
/// kind; `exponent_rounds`: how often each exponent of each
/// floating operand, with both signs.
[[nodiscard]] std::vector<Section> fixed_function_sections(const Setting& setting, std::uint64_t hard_cases,
                                                           std::uint64_t exponent_rounds);

/// Any operands, of moderate size in three of four cases.
void fixed_function_random(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
