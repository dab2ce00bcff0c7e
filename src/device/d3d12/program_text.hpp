// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace halfulp::device {

/// The parts of a program of Direct3D 12 that are the same for all cases, in C++, in their order; d3d12_reproducer()
/// puts the case and its shader before them. The first one's functions check results and make resources.
extern const std::string_view kObjectsInCpp;
/// make_pipeline() of a shader that is dispatched.
extern const std::string_view kComputePipelineInCpp;
/// run() of such a shader with a texture; or make_pipeline() and run() of one that draws it.
extern const std::string_view kDispatchInCpp;
extern const std::string_view kDrawingInCpp;
/// Functions that make textures and name their texels.
extern const std::string_view kTexturesInCpp;
/// The beginning of main(), then what it records: a shader of buffers, or one of a texture.
extern const std::string_view kBeginInCpp;
extern const std::string_view kBuffersInCpp;
extern const std::string_view kTextureInCpp;
/// What runs it, and an array `results` of one result.
extern const std::string_view kExecuteInCpp;
/// The lines that fill it where there is a texture.
extern const std::string_view kTexelResultInCpp;

}  // namespace halfulp::device
