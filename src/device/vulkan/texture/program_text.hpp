// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace halfulp::device {

/// The parts of a program that are the same for all textures, in C99, in their order; texture_program() puts the case
/// and the texture before them. The first one's functions check results, find a device and make objects.
extern const std::string_view kTextureFunctionsInC;
/// run(), which records what the shader does: it is drawn, or dispatched.
extern const std::string_view kDrawingInC;
extern const std::string_view kDispatchInC;
/// The beginning of main(), which ends with an array `results`.
extern const std::string_view kTextureMainInC;

}  // namespace halfulp::device
