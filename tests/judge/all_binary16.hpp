// SPDX-License-Identifier: Apache-2.0
// All operands of an operation in 16 bits, with results of which most are right and some are not.
#pragma once

#include "judge/bulk_and_explain.hpp"

namespace halfulp::test {

/// All operands of an operation of one, in order.
[[nodiscard]] Observations all_operands_of_binary16(const Rulebook& rulebook, Operation operation);

/// All pairs (x, y) of an operation of two, y in order.
[[nodiscard]] Observations all_pairs_of_binary16(const Rulebook& rulebook, Operation operation, Bits x);

}  // namespace halfulp::test
