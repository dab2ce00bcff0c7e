// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "judge/definition/value_set.hpp"

namespace halfulp::range {

// Sets of values of a format, as operands and results have them. Formats that are not floating have codes, all of them
// finite.

[[nodiscard]] bool is_floating(Format format);

/// A set of one value; of any NaN if the bits are one's.
[[nodiscard]] judge::ValueSet set_of(Format format, Bits bits);
/// All values, and NaN if the format has it.
[[nodiscard]] judge::ValueSet every_value(Format format);

[[nodiscard]] bool is_one_value(const judge::ValueSet& set);
/// Whether a set is one value, or NaN and nothing else.
[[nodiscard]] bool is_given(const judge::ValueSet& set);
/// The value of such a set; a NaN for NaN.
[[nodiscard]] Bits given_bits(const judge::ValueSet& set);

/// The ordinal of +INF of a floating format.
[[nodiscard]] std::int64_t place_of_infinity(Format format);
[[nodiscard]] bool has_infinity(const judge::ValueSet& set);
/// Whether a set has NaN or an infinity.
[[nodiscard]] bool is_beyond_numbers(const judge::ValueSet& set);

/// All finite values, or all codes.
[[nodiscard]] judge::ValueSet::Interval finite_values(Format format);
/// The least and the greatest finite value of a set, zeros included.
[[nodiscard]] std::optional<judge::ValueSet::Interval> finite_of(const judge::ValueSet& set);

}  // namespace halfulp::range
