// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

// Hard cases of add, sub, mad, dp2, dp3 and dp4: sums of two terms, the first a product of two full significands or a
// plain value, chosen so that the exact result is where it should be. ULP are those of the format, gradual underflow
// included: 2^-149 at 2^-126.

namespace halfulp::suite {

/// The exact result is the midpoint of two adjacent normal values.
void sum_ties(const Setting& setting, const Place& place, Tuple& tuple);

/// The exact result is within 1 ULP of ±2^-126 (binary32), at, below or above it.
void sums_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);

/// The exact result is within 2 * 2^104 (binary32) of ±2^128: within 1 ULP of the largest finite value, or of 2^128
/// with the step above it.
void sums_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

/// The exact result's leading bit is 10 to 19 places below that of the largest term.
void sums_that_lose_10_bits(const Setting& setting, const Place& place, Tuple& tuple);
/// 20 to 23 places.
void sums_that_lose_20_bits(const Setting& setting, const Place& place, Tuple& tuple);
/// 24 places or more. add and sub: x = ±2^k and its neighbour toward zero for every k, the only pairs that lose 24,
/// then pairs that cancel to zero.
void sums_that_lose_24_bits(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
