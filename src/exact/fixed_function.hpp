// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "exact/result.hpp"

namespace halfulp::exact {

/// The exact result of blend_binary16 ... texel_at, by their formulas; total on bits of the operand formats.
///
/// blend_*: source * source_factor + destination * destination_factor. Into floats: the sum of products as IEEE 754 has
/// it, nothing clamped or rounded. Into codes: the code before it is rounded; the source and the factors are clamped to
/// the values of the target first, NaN to 0, a destination of srgb8 is decoded, and the sum is clamped. [D3D11.3 §17.5]
/// Of srgb8 an irrational sum is a rational within 2^-90 of it, relative.
///
/// linear_*: x * (1 - weight) + y * weight; an infinity or NaN as IEEE 754 has it. [§7.18.8]
///
/// texel_at: the coordinate, as a code of sint32 before it is rounded, clamped to that range; NaN gives NaN. [§7.18.7]
[[nodiscard]] Result fixed_function(Operation operation, std::span<const Bits> operands);

}  // namespace halfulp::exact
