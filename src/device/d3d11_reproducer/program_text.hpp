// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace halfulp::device {

/// The parts of a program of Direct3D 11 that are the same for all cases, in C++, in their order; d3d11_reproducer()
/// puts the case and its shader before them. The first one's functions make what is needed, with `device` and
/// `context`.
extern const std::string_view kD3d11Objects;
/// The beginning of run(), which has `views` for what the shader reads.
extern const std::string_view kD3d11Begin;
/// What fills them: a raw buffer for each operand, textures of their words, or one of texels.
extern const std::string_view kD3d11RawOperands;
extern const std::string_view kD3d11WordOperands;
extern const std::string_view kD3d11Texels;
/// What the shader writes, `target`: a texture, or a raw buffer.
extern const std::string_view kD3d11Target;
extern const std::string_view kD3d11Lane;
/// What runs it.
extern const std::string_view kD3d11Dispatch;
extern const std::string_view kD3d11Draw;
/// An array `results` of one result, of the raw buffer, the target's words, or a texel.
extern const std::string_view kD3d11ReadLane;
extern const std::string_view kD3d11ReadTarget;
extern const std::string_view kD3d11ReadTexel;
/// main().
extern const std::string_view kD3d11Main;

}  // namespace halfulp::device
