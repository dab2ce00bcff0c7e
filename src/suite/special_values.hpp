// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "suite/setting.hpp"

namespace halfulp::suite {

/// The special values of one operand of an operation: at least 32 where the format has a sign. Few operands: all of
/// them, with the points where the operation's rules change; more than two, which are crossed with each other: the core
/// of them.
[[nodiscard]] std::vector<Bits> special_values(const Setting& setting, int operand);

}  // namespace halfulp::suite
