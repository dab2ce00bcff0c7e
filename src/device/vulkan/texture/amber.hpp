// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The case of a texture that is read as a test of Amber: the device's shader in GLSL with the float controls in force,
/// an image of the case's texels, and what its result is expected to be. "" for a case that Amber cannot hold: a
/// texture that is written, which a script cannot read as bits, a format that Amber lacks or gives as numbers, not as
/// codes, and permitted results that are not one range of bits. `comment`: of C++, for the file's head.
[[nodiscard]] std::string texture_amber(const DeviceDescription& device, const TextureWay& way,
                                        const FailedCase& failed, const std::string& comment);

}  // namespace halfulp::device
