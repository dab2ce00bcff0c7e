// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "arithmetic/binary32.hpp"

namespace halfulp::arithmetic {

/// 1 / sqrt(x), correctly rounded for every x.
///
/// In double, sqrt errs by at most 2^-53 relative and so does the quotient: 2^-52 together. The conversion to binary32
/// is right unless the exact value lies that close to a midpoint of two binary32 values. It never does: multiplying x
/// by 4 halves the result exactly, so 2^24 operands stand for all, and the test
/// ReciprocalSquareRoot.IsRightForEveryOperand compares x * m^2 with 1 in integers for each of them. Results are never
/// denormal.
inline Word reciprocal_square_root(Flush flush, Word x) {
  const Word operand = taken(flush, x);
  if (kBinary32.is_zero(operand)) return kInfinity | (operand & kSignBit);  // rsq(-0) = -inf [D3D11.3 §22.10.19]
  return given(flush, static_cast<float>(1.0 / std::sqrt(static_cast<double>(value(operand)))));
}

}  // namespace halfulp::arithmetic
