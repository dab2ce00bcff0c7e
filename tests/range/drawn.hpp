// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "judge/definition/value_set.hpp"

namespace halfulp::test {

using Random = std::mt19937_64;

/// Below `count`.
std::size_t draw(Random& random, std::size_t count);

/// An expression of `x`, `y` and `z`: functions, sums, names for values. Not every rulebook has rules for all of it.
std::string drawn_expression(Random& random);

/// Bits of a value: a special one, a small integer, one around 1, or any.
Bits drawn_bits(Random& random, Format format);

/// One value, an interval of few or of many values, or all values and NaN.
judge::ValueSet drawn_set(Random& random, Format format);

/// A member of a set: mostly an end of one of its intervals.
Bits drawn_member(Random& random, const judge::ValueSet& set);

}  // namespace halfulp::test
