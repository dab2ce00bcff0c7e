// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

// Hard cases of mul, div, reciprocal and rcp, each where its exact result should be.
//
// div, reciprocal, rcp, sqrt and rsq have no exact ties between normal values: a midpoint m is odd in p + 1 bits, so m
// * y has more than p bits and is no x; m * m has more than p bits too, and x * m * m is not a power of two.

namespace halfulp::suite {

/// mul: the exact product is the midpoint of two adjacent normal values.
void product_ties(const Setting& setting, const Place& place, Tuple& tuple);
/// mul: within 1 ULP of ±2^-126 (binary32).
void products_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
/// mul: within 2 * 2^104 of ±2^128 (binary32).
void products_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

/// div: the same.
void quotients_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
void quotients_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

/// reciprocal, rcp: 2^126 and its neighbours, of both signs: the six operands whose result is within 1 ULP of ±2^-126.
inline constexpr std::uint64_t kReciprocalsNearSmallestNormal = 6;
void reciprocals_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);

/// div: |y| > 2^126 (binary32), whose reciprocal is denormal; x infinite, large, small, zero, one, near y.
/// reciprocal, rcp: such an x.
void large_divisors(const Setting& setting, const Place& place, Tuple& tuple);

/// x + 0, 0 + x, x - 0, x * 1, 1 * x, x / 1 with zeros and ones of both signs: exact whatever the tolerance
/// [D3D11.3 §3.1.3.2].
void identities(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
