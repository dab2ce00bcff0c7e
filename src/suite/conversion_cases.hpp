// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/setting.hpp"

// Hard cases of conversions between floating formats. All but the NaN are for results of fewer bits, whose adjacent
// values have others between them; operands are of both signs, for results without a sign too.

namespace halfulp::suite {

/// The midpoint of two adjacent normal values of the result's format, or of its largest and the power of two above.
void narrowing_ties(const Setting& setting, const Place& place, Tuple& tuple);
/// The midpoint of two adjacent denormals of the result's format, zero and the smallest normal value included.
void narrowing_denormal_ties(const Setting& setting, const Place& place, Tuple& tuple);

/// Multiples of half the result's smallest denormal, up to four of them, and values next to them.
void narrowing_near_smallest_denormal(const Setting& setting, const Place& place, Tuple& tuple);
/// Within two of the result's ULP of its smallest normal value: multiples of half an ULP and values next to them.
void narrowing_near_smallest_normal(const Setting& setting, const Place& place, Tuple& tuple);
/// Within two steps of the power of two above the result's largest value: multiples of half a step and values next to
/// them.
void narrowing_near_overflow(const Setting& setting, const Place& place, Tuple& tuple);

/// Random operands whose result is denormal, or was before it was rounded to zero.
void narrowing_to_denormals(const Setting& setting, const Place& place, Tuple& tuple);

/// NaN, quiet and signalling, of both signs: payloads of which a narrower format keeps nothing, everything, or a part.
void nan_payloads(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
