// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "judge/verdict/judged_case.hpp"

namespace halfulp::judge {

/// The rule that a result outside the permitted set breaks: the first whose relaxation would admit it (flushing, zero
/// signs, NaN and infinity, the policies that readings tighten), else the rule that decided the case.
[[nodiscard]] std::string broken_rule(const Ruling& ruling, JudgedCase& judged, const Permitted& decision);

}  // namespace halfulp::judge
