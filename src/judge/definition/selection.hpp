// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"
#include "judge/definition/few.hpp"
#include "judge/definition/policies.hpp"

namespace halfulp::judge {

/// Bits that min, max or sat may return for operands that are not NaN (sat: any): denormals are compared as the operand
/// policy says (flush-to-compare: as zeros; may-flush: as themselves or as zeros), operands that compare equal as zeros
/// may be returned in either order, or by sign, as the zero policy says. A returned denormal is not flushed yet.
[[nodiscard]] Few<Bits, 4> selected(Operation operation, const FormatInfo& row, std::span<const Bits> operands,
                                    const AskedPolicies& policies);

}  // namespace halfulp::judge
