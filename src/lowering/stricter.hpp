// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/definition/ruling.hpp"

namespace halfulp::lowering {

/// Whether one bound permits no value that another does not, of every exact result that is finite and far from
/// overflow and the denormals. False where that does not follow from the two bounds as written.
[[nodiscard]] bool is_no_wider(const judge::Bound& a, const judge::Policies& a_policies, const judge::Bound& b,
                               const judge::Policies& b_policies);

/// Whether a ruling permits no result that another does not, for any operands, because its rules are the same or
/// stricter in every part. False where that does not follow from the rules as written. Both rulings are of operations
/// with the same exact results, in one format.
[[nodiscard]] bool is_no_wider(const judge::Ruling& a, const judge::Ruling& b);

}  // namespace halfulp::lowering
