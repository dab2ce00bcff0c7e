// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

namespace halfulp::suite {

/// Cases that special_cases() makes.
[[nodiscard]] std::uint64_t special_case_count(const Setting& setting);

/// Special values crossed: every combination for up to three operands; for more, every combination at every two
/// positions, the other operands drawn from the special values.
void special_cases(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
