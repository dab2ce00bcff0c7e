// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "device/shader/table.hpp"

namespace halfulp::device {

/// Features of a driver that shaders may need, by Vulkan's names.
struct ShaderFeatures {
  bool shader_float16 = false;
  bool shader_float64 = false;
  bool shader_int16 = false;
  bool shader_int8 = false;
  bool storage_buffer_16bit_access = false;
  bool storage_image_write_without_format = false;
  bool dual_src_blend = false;
};

/// "shaderFloat16, shaderFloat64", or "none".
[[nodiscard]] std::string shader_features_text(const ShaderFeatures& features);

/// Those of the features that a driver takes, each asked alone.
[[nodiscard]] ShaderFeatures features_that(const ShaderFeatures& features,
                                           const std::function<bool(const ShaderFeatures& alone)>& takes);

/// Whether a driver with these features takes the shader, or the row's shaders: the capabilities that they declare
/// decide.
[[nodiscard]] bool runs_on(std::span<const std::uint32_t> module, const ShaderFeatures& features);
[[nodiscard]] bool runs_on(const ShaderRow& row, const ShaderFeatures& features);

}  // namespace halfulp::device
