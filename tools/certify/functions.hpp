// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpfr.h>

#include <array>
#include <cmath>

#include "halfulp/operation.hpp"

namespace halfulp::certify {

enum class Symmetry { none, odd, even };

/// A function of exact/certified.hpp, MPFR's, and the operands that have a result there from 2^-149 to 2^149 in size.
struct Function {
  Operation operation;
  int (*exact)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  double least;
  double most;
  Symmetry symmetry = Symmetry::none;

  [[nodiscard]] bool takes(double x) const { return std::isfinite(x) && x != 0 && x >= least && x <= most; }
};

inline constexpr double kAnySize = 0x1p128;

inline const std::array<Function, 21> kFunctions = {{
    {Operation::exp2, mpfr_exp2, -149, 149},
    {Operation::exp, mpfr_exp, -103, 103},
    {Operation::exp10, mpfr_exp10, -44, 44},
    {Operation::log2, mpfr_log2, 0x1p-149, kAnySize},
    {Operation::log, mpfr_log, 0x1p-149, kAnySize},
    {Operation::log10, mpfr_log10, 0x1p-149, kAnySize},
    {Operation::sin, mpfr_sin, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::cos, mpfr_cos, -kAnySize, kAnySize, Symmetry::even},
    {Operation::tan, mpfr_tan, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::sinpi, mpfr_sinpi, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::cospi, mpfr_cospi, -kAnySize, kAnySize, Symmetry::even},
    {Operation::tanpi, mpfr_tanpi, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::asin, mpfr_asin, -1, 1, Symmetry::odd},
    {Operation::acos, mpfr_acos, -1, 1},
    {Operation::atan, mpfr_atan, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::sinh, mpfr_sinh, -104, 104, Symmetry::odd},
    {Operation::cosh, mpfr_cosh, -104, 104, Symmetry::even},
    {Operation::tanh, mpfr_tanh, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::asinh, mpfr_asinh, -kAnySize, kAnySize, Symmetry::odd},
    {Operation::acosh, mpfr_acosh, 1, kAnySize},
    {Operation::atanh, mpfr_atanh, -0x1.fffffep-1, 0x1.fffffep-1, Symmetry::odd},
}};

}  // namespace halfulp::certify
