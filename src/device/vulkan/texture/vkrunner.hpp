// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The case of a colour attachment that a fragment writes as a test of VkRunner (.shader_test): the device's shader in
/// GLSL with the float controls in force draws on a framebuffer of the format, and the component is compared within a
/// tolerance that the permitted codes alone meet. VkRunner compares numbers: a floating -0 is +0.
///
/// "" for a case that VkRunner cannot hold: textures that are read, stored to or blended with, depths, shared
/// exponents, permitted results that are not one range of finite numbers, and a result that passes as the other zero.
/// `comment`: of C++, for the file's head.
[[nodiscard]] std::string texture_shader_test(const DeviceDescription& device, const TextureWay& way,
                                              const FailedCase& failed, const std::string& comment);

}  // namespace halfulp::device
