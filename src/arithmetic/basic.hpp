// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "arithmetic/binary32.hpp"

// add, sub, mul, div, reciprocal, rcp, sqrt: the machine's own IEEE 754 operations, each correctly rounded. Their
// special values are IEEE 754's, which are those of the documents [D3D11.3 §22.10].

namespace halfulp::arithmetic {

inline Word add(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) + value(taken(flush, y))); }
inline Word sub(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) - value(taken(flush, y))); }
inline Word mul(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) * value(taken(flush, y))); }
inline Word div(Flush flush, Word x, Word y) { return given(flush, value(taken(flush, x)) / value(taken(flush, y))); }
inline Word reciprocal(Flush flush, Word x) { return given(flush, 1.0F / value(taken(flush, x))); }
inline Word square_root(Flush flush, Word x) { return given(flush, std::sqrt(value(taken(flush, x)))); }

}  // namespace halfulp::arithmetic
