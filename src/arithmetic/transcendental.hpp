// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "arithmetic/binary32.hpp"

// exp2, log2, sin, cos: correctly rounded. Each takes the path that proves its rounding (transcendental.cpp).

namespace halfulp::arithmetic {

/// 2^x; 2^-inf = +0.
[[nodiscard]] Word exponential(Flush flush, Word x);
/// log2(x); of a zero -inf, of a negative NaN.
[[nodiscard]] Word logarithm(Flush flush, Word x);
/// sin(x), x in radians; of a zero that zero, of an infinity NaN.
[[nodiscard]] Word sine(Flush flush, Word x);
/// cos(x), x in radians; of an infinity NaN.
[[nodiscard]] Word cosine(Flush flush, Word x);

// The same for every value of a lane.
void exponentials(Flush flush, std::span<const ConstLane> operands, Lane results);
void logarithms(Flush flush, std::span<const ConstLane> operands, Lane results);
void sines(Flush flush, std::span<const ConstLane> operands, Lane results);
void cosines(Flush flush, std::span<const ConstLane> operands, Lane results);

}  // namespace halfulp::arithmetic
