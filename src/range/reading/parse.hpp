// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "range/reading/builder.hpp"

namespace halfulp::range {

/// Reads an expression in the common syntax of HLSL, GLSL, MSL and WGSL: numbers (`0.5f`), operands, `+ - * /`,
/// functions by the names of any of them (`hlsl:lerp` where they differ), vectors to four components (`float3(x, y,
/// 0)`, `n.xyz`), `pi`, `e`; names for values before it, `let r = rsqrt(x); r * r`, of which
/// `precise` and `invariant` ones are computed as written. `operands`: the names that it may
/// use, "n.x" and "n.y" for a vector n. A function for which the rulebook has no rule is what the table of names makes
/// it of. Throws Error(kUsage) that quotes the text and says at which character it cannot be read, names no operand or
/// needs a rule that the rulebook lacks.
[[nodiscard]] Program parse_program(std::string_view text, std::span<const std::string> operands, const Rulebook& book,
                                    Format format, const Readings& readings, Freedom freedom);

/// Throws Error(kUsage) for a format that expressions are not of: one that is not floating.
void check_format(Format format);

/// The names in such an expression that need a value, in the order in which they come: "x", "n.x". A vector that is not
/// taken apart is one name, "n".
[[nodiscard]] std::vector<std::string> operands_in(std::string_view text);

}  // namespace halfulp::range
