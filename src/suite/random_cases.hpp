// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "suite/random.hpp"
#include "suite/setting.hpp"

namespace halfulp::suite {

/// Stratified random operands: exponents (integers: lengths) take turns by index, so that every stretch of cases covers
/// all of them equally often; signs and fractions are random. Every second case of several operands relates their
/// exponents, so that the result is finite and depends on all of them; every second case of one operand is where the
/// function moves.
void random_cases(const Setting& setting, const Place& place, Tuple& tuple);

/// An integer of `bits_long` bits (0: zero), of either sign.
[[nodiscard]] Bits random_integer(int bits_long, bool negative, Random& random);

/// Exponents of two normal factors, in random balance, whose sum is `total` as nearly as the format lets it.
struct ExponentPair {
  int first;
  int second;
};
[[nodiscard]] ExponentPair factor_exponents(const Setting& setting, int total, Random& random);

/// A normal value of that exponent with random sign and fraction.
[[nodiscard]] Bits random_normal(const Setting& setting, int exponent, Random& random);

}  // namespace halfulp::suite
