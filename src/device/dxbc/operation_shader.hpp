// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "device/dxbc/container.hpp"
#include "device/shader/language_row.hpp"
#include "device/shader/stage.hpp"

namespace halfulp::device::dxbc {

/// Invocations of a thread group of the compute stage.
inline constexpr std::size_t kThreadGroup = 64;
/// Words of a texel of the fragment stage's operands.
inline constexpr std::size_t kTexelWords = 4;

/// The shader of a row in assembly. A value of 32 bits or fewer is a word, a double two.
/// In the compute stage it loads the operands of the case that is its number from the raw buffers t0, t1, ..., one for
/// each operand, computes, and stores the result into u0.
/// In the fragment stage, Direct3D's pixel shader, it loads the texels at its pixel of the textures t0, t1, ..., which
/// hold the operands at their places(), and its result is a component of the render target, of a double two.
[[nodiscard]] std::string operation_shader_text(const LanguageRow& row, ShaderStage stage);
/// The same as a DXBC container.
[[nodiscard]] std::vector<std::byte> operation_shader(const LanguageRow& row, ShaderStage stage);

/// A vertex shader that makes a triangle of three vertices without any input, which covers the render target.
[[nodiscard]] std::vector<std::byte> triangle_shader();

/// What reads the position in v0.xy and writes components `written` of that type to the render target.
[[nodiscard]] ShaderInterface pixel_interface(SignatureElement::Type type, std::uint32_t written);
/// Sets r0 to where `ld` finds the texel at the pixel.
inline constexpr std::string_view kTexelOfPixel = "ftou r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\n";

/// For each operand of a row the first of its words among those of the texels: word w is component w % kTexelWords of
/// texture w / kTexelWords. A double does not straddle two.
[[nodiscard]] std::vector<std::size_t> places(const LanguageRow& row);

/// What a row needs of a device: nothing, the instructions on doubles of Direct3D 11, or also those that 11.1 added.
enum class Doubles : std::uint8_t { none, basic, extended };
[[nodiscard]] Doubles doubles_of(const LanguageRow& row);

}  // namespace halfulp::device::dxbc
