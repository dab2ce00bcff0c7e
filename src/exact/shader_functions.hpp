// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include "exact/result.hpp"

namespace halfulp::exact {

/// The exact result of sign, step, lerp, smoothstep, clamp, length, distance, normalize, cross, reflect, isnan, isinf,
/// isfinite, dot2add and dot4add (modulo 2^32); nothing for other operations. sign(NaN) is 0 and sign(-0) is -0, as in
/// OpenCL; step is 1 where the comparison x < edge does not hold; min and max of clamp prefer numbers. Special operands
/// of the others give what the steps of the formula in their row do, each exact: lerp(0, inf, 0) and the components of
/// a zero vector normalised are NaN. Of an infinite length the other components are NaN or not looked at: NaN comes
/// first.
[[nodiscard]] std::optional<Result> shader_function(Operation operation, const FormatInfo& row,
                                                    std::span<const Bits> operands);

}  // namespace halfulp::exact
