// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "arithmetic/binary32.hpp"

// ftoi, ftou: toward zero, clamped, NaN to 0 [D3D11.3 §22.13.3, §22.13.4]. itof, utof: nearest-even.

namespace halfulp::arithmetic {

inline Word to_signed(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  if (is_nan(x)) return 0;
  if (operand >= 0x1p31F) return 0x7fffffff;
  if (operand <= -0x1p31F) return 0x80000000;
  return static_cast<Word>(static_cast<std::int32_t>(operand));
}

inline Word to_unsigned(Flush flush, Word x) {
  const float operand = value(taken(flush, x));
  if (is_nan(x) || operand <= 0.0F) return 0;
  if (operand >= 0x1p32F) return 0xffffffff;
  return static_cast<Word>(operand);
}

inline Word from_signed(Flush flush, Word x) { return given(flush, static_cast<float>(static_cast<std::int32_t>(x))); }
inline Word from_unsigned(Flush flush, Word x) { return given(flush, static_cast<float>(x)); }

}  // namespace halfulp::arithmetic
