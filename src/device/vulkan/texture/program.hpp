// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "device/failed_case.hpp"
#include "device/shader/stage.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The way of textures with that name on a device of that stage, of any driver; nothing where there is none.
[[nodiscard]] std::optional<TextureWay> find_texture_way(ShaderStage stage, std::string_view variant,
                                                         Operation operation, Format format);

/// One file of C99 that one command builds: it converts the case by the way's texture on the device of that title, or
/// on the first one, prints the result's bits and whether they are permitted, and exits 0 if so and 1 if not; 2 where
/// Vulkan fails. The device's shader is in it as SPIR-V with the float controls in force, and as GLSL in a comment.
[[nodiscard]] std::string texture_program(const DeviceDescription& device, const TextureWay& way,
                                          const FailedCase& failed);

}  // namespace halfulp::device
