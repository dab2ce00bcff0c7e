// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "exact/rational.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::exact {

/// Beyond 2^(+-kHuge) every threshold of every format has been passed; the enclosure stays this coarse: from 0 to
/// 2^-kHuge, or from 2^kHuge to a power of two that stands for infinity.
inline constexpr int kHuge = 1 << 13;

[[nodiscard]] Rational power(const Rational& base, std::int64_t exponent);

/// The value of a function of one operand where that is rational and not above 2^kHuge, at a finite operand in its
/// domain; nothing where it is irrational.
[[nodiscard]] std::optional<Rational> rational_value(Operation function, const Rational& argument);

/// log2 of the size of a function's value where it is beyond 2^(+-kHuge), well enough to see that; 0 where the function
/// is never so large or small.
[[nodiscard]] double log2_of_huge(Operation function, const Rational& argument, const Rational& second);

/// Whether such a value is negative.
[[nodiscard]] bool is_negative_where_huge(Operation function, double x);

}  // namespace halfulp::exact
