// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

namespace halfulp::suite {

/// Cases of exponent_cases() that make one round: each exponent of each operand once, with both signs.
[[nodiscard]] std::uint64_t exponent_round(const Setting& setting);

/// Every exponent of every operand (denormals too; integers: every length), with fractions of all zeros, all ones, one
/// bit, leading ones, trailing ones and random bits, one round each; the other operands random.
void exponent_cases(const Setting& setting, const Place& place, Tuple& tuple);

/// Differences -150 to 150 for binary32: beyond them, one operand of a sum no longer matters, denormals included. All
/// operands are floating.
[[nodiscard]] std::uint64_t difference_round(const Setting& setting);

/// Every exponent difference of two operands (mad, fma: of x * y and z; dot products: of two products), with fractions
/// as above, in all pairs; signs are random.
void difference_cases(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
