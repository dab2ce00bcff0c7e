// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arithmetic/binary32.hpp"

// min, max, comparisons, sat, movc: results are operands, constants or truth values.

namespace halfulp::arithmetic {

/// Integers in the order of the values, -0 below +0; not for NaN.
constexpr std::int32_t order(Word bits) {
  const auto magnitude = static_cast<std::int32_t>(bits & ~kSignBit);
  return is_negative(bits) ? -1 - magnitude : magnitude;
}

/// IEEE 754-2019 minimumNumber: the other operand where one is NaN. The documents flush for the comparison and leave it
/// open whether the result is flushed [D3D11.3 §22.10.11]; here it is the operand as compared.
inline Word minimum_number(Flush flush, Word x, Word y) {
  const Word a = taken(flush, is_nan(x) ? y : x);
  const Word b = taken(flush, is_nan(y) ? x : y);
  if (is_nan(a)) return kNan;
  return order(a) <= order(b) ? a : b;
}

inline Word maximum_number(Flush flush, Word x, Word y) {
  const Word a = taken(flush, is_nan(x) ? y : x);
  const Word b = taken(flush, is_nan(y) ? x : y);
  if (is_nan(a)) return kNan;
  return order(a) >= order(b) ? a : b;
}

constexpr Word truth(bool condition) { return condition ? 0xffffffff : 0; }

inline Word equal(Flush flush, Word x, Word y) { return truth(value(taken(flush, x)) == value(taken(flush, y))); }
inline Word not_equal(Flush flush, Word x, Word y) { return truth(value(taken(flush, x)) != value(taken(flush, y))); }
inline Word less(Flush flush, Word x, Word y) { return truth(value(taken(flush, x)) < value(taken(flush, y))); }
inline Word less_equal(Flush flush, Word x, Word y) { return truth(value(taken(flush, x)) <= value(taken(flush, y))); }
inline Word greater(Flush flush, Word x, Word y) { return truth(value(taken(flush, x)) > value(taken(flush, y))); }
inline Word greater_equal(Flush flush, Word x, Word y) {
  return truth(value(taken(flush, x)) >= value(taken(flush, y)));
}

/// min(1, max(0, x)) with maximumNumber: NaN gives +0 [D3D11.3 §22.18], and so does -0.
inline Word saturate(Flush flush, Word x) { return minimum_number(flush, kOne, maximum_number(flush, 0, x)); }

inline Word move_conditional(Flush, Word condition, Word x, Word y) { return condition != 0 ? x : y; }

// Sign-bit operations and moves touch no other bit: denormals and NaN patterns stay [D3D11.3 §3.1.3.2, §22.19.1].
inline Word move(Flush, Word x) { return x; }
inline Word absolute(Flush, Word x) { return x & ~kSignBit; }
inline Word negate(Flush, Word x) { return x ^ kSignBit; }

}  // namespace halfulp::arithmetic
