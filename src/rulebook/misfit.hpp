// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rulebook/model.hpp"

namespace halfulp::rulebook {

// What a part of a rule asks that its operations do not have, such as ULP of a code, and what would mend it; "" if they
// have all of it. A rule that passes is one that the judge can evaluate for all operands.

/// `key`: the bound's in the rulebook, "steps_below".
[[nodiscard]] std::string misfit(const Bound& bound, std::string_view key, const std::vector<Operation>& operations);
[[nodiscard]] std::string misfit(const SpecialTable& table, const std::vector<Operation>& operations);
[[nodiscard]] std::string misfit(const Identity& identity, const std::vector<Operation>& operations);
[[nodiscard]] std::string misfit(const Allowance& allowance, const std::vector<Operation>& operations);
[[nodiscard]] std::string misfit(Property property, const std::vector<Operation>& operations);

}  // namespace halfulp::rulebook
