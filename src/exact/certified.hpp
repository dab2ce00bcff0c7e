// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace halfulp::exact {

/// Bound of the functions below: |result - exact| <= kCertifiedError * |exact|. Each derives its own in certified.cpp;
/// all stay below half of this.
inline constexpr double kCertifiedError = 0x1p-48;

// Operands: finite binary32 values, exact in double. The thread must be in the default floating-point environment. Only
// IEEE 754 basic operations: the same bits on every machine.

/// 2^x for |x| <= 160.
[[nodiscard]] double certified_exp2(double x) noexcept;
/// e^x for |x| <= 104.
[[nodiscard]] double certified_exp(double x) noexcept;
/// log2(x) for x > 0; exact for powers of two.
[[nodiscard]] double certified_log2(double x) noexcept;
/// log(x) for x > 0; exact for 1.
[[nodiscard]] double certified_log(double x) noexcept;
/// sin(x), cos(x), x in radians.
[[nodiscard]] double certified_sin(double x) noexcept;
[[nodiscard]] double certified_cos(double x) noexcept;

}  // namespace halfulp::exact
