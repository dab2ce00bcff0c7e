// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

namespace halfulp::suite {

/// Ties of the operations that round to integers or from them.
/// round_ne, round: an integer and a half.
void half_integers(const Setting& setting, const Place& place, Tuple& tuple);
/// itof, utof: integers midway between two adjacent values of the format, or the largest and the power of two above it;
/// binary64 has every integer.
void integer_ties(const Setting& setting, const Place& place, Tuple& tuple);
/// frc: x in (-1/2, 0) whose 1 + x is the midpoint of two adjacent values.
void fraction_ties(const Setting& setting, const Place& place, Tuple& tuple);

/// One operand near a point where the operation's rules change, where its result leaves the format, or where an
/// implementation may change its method: the point itself, its neighbours, and values farther away, on both sides.
void near_rule_boundary(const Setting& setting, const Place& place, Tuple& tuple);

/// itof, utof: integers near ties, powers of two, the format's largest value and the ends of the integers' range.
void integers_near_boundary(const Setting& setting, const Place& place, Tuple& tuple);

/// min, max, comparisons, fdim, copysign: equal and adjacent values, zeros of both signs, denormals of both signs,
/// opposites.
void close_pairs(const Setting& setting, const Place& place, Tuple& tuple);

/// nextafter: x at such a point, y a neighbour, far off on either side, zero, infinite or NaN.
void directed_pairs(const Setting& setting, const Place& place, Tuple& tuple);

/// exp2: the one operand whose result is within 1 ULP of 2^-126, and the one that gives 2^128.
void power_at_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
void power_at_overflow(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
