// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include <array>
#include <cmath>
#include <limits>

#include "halfulp/operation.hpp"

namespace halfulp::test {

/// A function of exact/certified.hpp, MPFR's, and the operands that have a result there from 2^-149 to 2^149 in size.
struct CertifiedFunction {
  Operation operation;
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  double least;
  double most;

  [[nodiscard]] bool takes(double x) const { return std::isfinite(x) && x >= least && x <= most; }
};

inline constexpr double kAnySize = 0x1p128;

inline const std::array<CertifiedFunction, 21> kCertifiedFunctions = {{
    {Operation::exp2, mpfr_exp2, -149, 149},
    {Operation::exp, mpfr_exp, -103, 103},
    {Operation::exp10, mpfr_exp10, -44, 44},
    {Operation::log2, mpfr_log2, 0x1p-149, kAnySize},
    {Operation::log, mpfr_log, 0x1p-149, kAnySize},
    {Operation::log10, mpfr_log10, 0x1p-149, kAnySize},
    {Operation::sin, mpfr_sin, -kAnySize, kAnySize},
    {Operation::cos, mpfr_cos, -kAnySize, kAnySize},
    {Operation::tan, mpfr_tan, -kAnySize, kAnySize},
    {Operation::sinpi, mpfr_sinpi, -kAnySize, kAnySize},
    {Operation::cospi, mpfr_cospi, -kAnySize, kAnySize},
    {Operation::tanpi, mpfr_tanpi, -kAnySize, kAnySize},
    {Operation::asin, mpfr_asin, -1, 1},
    {Operation::acos, mpfr_acos, -1, 1},
    {Operation::atan, mpfr_atan, -kAnySize, kAnySize},
    {Operation::sinh, mpfr_sinh, -104, 104},
    {Operation::cosh, mpfr_cosh, -104, 104},
    {Operation::tanh, mpfr_tanh, -kAnySize, kAnySize},
    {Operation::asinh, mpfr_asinh, -kAnySize, kAnySize},
    {Operation::acosh, mpfr_acosh, 1, kAnySize},
    {Operation::atanh, mpfr_atanh, -0x1.fffffep-1, 0x1.fffffep-1},
}};

}  // namespace halfulp::test
