// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"
#include "halfulp/permitted.hpp"

namespace halfulp::device {

/// Whether a texel is one number, of 16 or 32 bits, in the names of Vulkan and in Amber; else each component is one.
[[nodiscard]] bool is_packed(const TextureFormat& format);

/// "R5G6B5_UNORM_PACK16": Vulkan's name without VK_FORMAT_.
[[nodiscard]] std::string format_name(const TextureFormat& format);

/// GLSL: the float controls in force on the device, in a shader of 32 bits; "" for none.
[[nodiscard]] std::string script_controls(const DeviceDescription& device);

/// The way's shader as a script holds it, from #version on: compiled without options, so that its type of texels and
/// its constants are defined in it, with the float controls at its end. The image is `width` texels wide and 1 high.
[[nodiscard]] std::string script_shader(const TextureWay& way, std::size_t width, const std::string& controls);

/// The smallest and the largest permitted number, which permits all between them: bits of floating formats, else codes.
/// Nothing where the set is not one such range.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> permitted_numbers(const PermittedSet& permitted);

}  // namespace halfulp::device
