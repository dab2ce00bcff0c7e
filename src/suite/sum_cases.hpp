// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

// Hard cases of add, sub, fdim, mad, fma, dp2, dp3, dp4 and blend: sums of two terms, the first a product of two full
// significands or a single value, chosen so that the exact result is where it should be. ULP are those of the format,
// gradual underflow included: 2^-149 at 2^-126.

namespace halfulp::suite {

/// The exact result is the midpoint of two adjacent normal values.
void sum_ties(const Setting& setting, const Place& place, Tuple& tuple);

/// The exact result is within 1 ULP of ±2^-126 (binary32), at, below or above it. In a format without a sign terms that
/// are added are denormal there.
void sums_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);

/// The exact result is within 2 * 2^104 (binary32) of ±2^128: within 1 ULP of the largest finite value, or of 2^128
/// with the step above it; a difference of values without a sign only up to the largest.
void sums_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

// Without a sign, only sub and fdim cancel.

/// The exact result's leading bit is 10 to 19 places below that of the largest term, fewer than the precision.
void sums_that_lose_10_bits(const Setting& setting, const Place& place, Tuple& tuple);
/// 20 places or more, fewer than the precision: 20 to 23 for binary32.
void sums_that_lose_20_bits(const Setting& setting, const Place& place, Tuple& tuple);
/// As many places as the precision (binary32: 24) or more. add, sub and fdim: x = ±2^k and its neighbour toward zero
/// for every k, the only pairs that lose just as many, then pairs that cancel to zero.
void sums_that_lose_all_bits(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
