// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

// Hard cases of the functions of two operands: pow, powr, fmod, ldexp, atan2, textures' coordinates.

namespace halfulp::suite {

/// pow, powr: y is a small integer and the exact result the midpoint of two adjacent normal values.
void power_ties(const Setting& setting, const Place& place, Tuple& tuple);
/// y is the value nearest to exponent / log2(x), or up to four steps away: x^y is about 2^-126 or 2^128 (binary32).
void powers_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
void powers_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);
/// x within 2^8 steps of 1, y as large as it takes to leave the range.
void powers_of_almost_one(const Setting& setting, const Place& place, Tuple& tuple);
/// pow: x < 0 and y an odd integer, an even one, half of an odd one, so large that it is even, or any value.
void powers_of_negatives(const Setting& setting, const Place& place, Tuple& tuple);

/// fmod: x is the value nearest to a multiple of y, which it may be itself, or up to four steps away.
void near_multiples(const Setting& setting, const Place& place, Tuple& tuple);
/// fmod: |x / y| is above 2^p.
void huge_quotients(const Setting& setting, const Place& place, Tuple& tuple);

/// ldexp: the exact result is the midpoint of two adjacent denormals (zero and the smallest normal value included).
void scaled_ties(const Setting& setting, const Place& place, Tuple& tuple);
/// ldexp: within 1 ULP of ±2^-126 (binary32).
void scaled_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
/// ldexp: within 2 * 2^104 of ±2^128 (binary32).
void scaled_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

/// atan2: |y| = |x| and nearly so, on the axes, and so close to one that the quotient leaves the range or stops to
/// count.
void angles(const Setting& setting, const Place& place, Tuple& tuple);

/// sample, gather: the coordinate of an edge or of the middle of a texel, or up to four steps away; some outside.
/// read, write: integer coordinates at the ends of the extent, inside and outside.
void texel_edges(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
