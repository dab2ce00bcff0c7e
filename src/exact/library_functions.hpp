// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include <optional>
#include <span>

#include "exact/operand.hpp"
#include "exact/result.hpp"

namespace halfulp::exact {

/// The exact result of the functions of C's, OpenCL's and CUDA's libraries that are no function of MPFR's with MPFR's
/// special values: cbrt, rcbrt, hypot, rhypot, rootn, remainder, logb, maxmag, minmag, atan2pi, and the poles of tgamma
/// and lgamma; nothing for other operations and operands. hypot of an infinity is +inf, of a NaN too; rootn(x, 0) is
/// NaN; maxmag and minmag of equal magnitudes are max and min, which prefer numbers.
[[nodiscard]] std::optional<Result> library_function(Operation operation, const FormatInfo& row,
                                                     std::span<const Bits> operands);

/// A signed integer of 32 bits.
[[nodiscard]] Operand integer_operand(Bits bits);

// Like MPFR's own functions: y = f(x), correctly rounded; the sign of y - f(x).

/// log|gamma(x)|; of a zero, a negative integer or an infinity +inf.
int lgamma_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding);
/// erfc(-x / sqrt(2)) / 2.
int normcdf_of(mpfr_ptr y, mpfr_srcptr x, mpfr_rnd_t rounding);
/// x^(1/n), x > 0, n an integer of 32 bits that is not zero.
int rootn_of(mpfr_ptr y, mpfr_srcptr x, mpfr_srcptr n, mpfr_rnd_t rounding);

}  // namespace halfulp::exact
