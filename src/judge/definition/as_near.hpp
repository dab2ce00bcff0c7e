// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "judge/definition/bound.hpp"

namespace halfulp::judge {

/// All values within the distance of the furthest of low and high from x, decided by comparing ends: x may be
/// irrational.
[[nodiscard]] ValueSet values_as_near(const Real& x, const Rational& low, const Rational& high, ZeroSigns zeros,
                                      const Grid& grid, const AskedPolicies& policies);

}  // namespace halfulp::judge
