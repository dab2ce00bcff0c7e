// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::lowering {

/// Whether an operation is monotone in each operand where the operands are numbers of one sign each.
[[nodiscard]] bool is_monotone_in_each(Operation operation);

/// Whether an operation of one operand is monotone on all finite values from `first` to `last`, bits of one sign.
[[nodiscard]] bool is_monotone(Operation operation, const FormatInfo& row, Bits first, Bits last);

}  // namespace halfulp::lowering
