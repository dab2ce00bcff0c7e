// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "suite/setting.hpp"

namespace halfulp::suite {

/// Whether the operation encodes a floating operand as a code: of unorm, snorm, srgb or fixed point.
[[nodiscard]] bool encodes(const Setting& setting);

/// Operands on both sides of the values where the nearest code changes, each such value in turn; where there are more
/// than the section has cases for, a part of them that the key draws. `count`: how many there are.
[[nodiscard]] std::uint64_t code_boundary_count(const Setting& setting);
void code_boundaries(const Setting& setting, const Place& place, Tuple& tuple);

/// The operand nearest to each code's value.
[[nodiscard]] std::uint64_t code_centre_count(const Setting& setting);
void code_centres(const Setting& setting, const Place& place, Tuple& tuple);

/// Operands on both sides of the values that are 0.4 and 0.6 of a step above a code, where tolerances end: of each code
/// in turn, or of codes that the key draws where not all are tried. `count`: how many there are.
[[nodiscard]] bool has_all_code_thresholds(const Setting& setting);
[[nodiscard]] std::uint64_t code_threshold_count(const Setting& setting);
void code_thresholds(const Setting& setting, const Place& place, Tuple& tuple);

/// Codes of every length, and any.
void random_codes(const Setting& setting, const Place& place, Tuple& tuple);

/// Codes at the ends of the format, around zero and around powers of two.
[[nodiscard]] std::vector<Bits> special_codes(const FormatInfo& row);

/// rgb9e5: components whose largest is at a tie, rounds up to the next exponent, or is far above the others.
void shared_exponent_cases(const Setting& setting, const Place& place, Tuple& tuple);

}  // namespace halfulp::suite
