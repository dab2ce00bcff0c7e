// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

namespace halfulp::exact {

// Like MPFR's own functions: y = f(x), correctly rounded; the sign of y - f(x). Zeros, infinities and NaN stay.

/// x * pi / 180.
int radians_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding);
/// x * 180 / pi.
int degrees_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding);

}  // namespace halfulp::exact
