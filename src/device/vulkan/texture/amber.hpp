// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "device/failed_case.hpp"
#include "device/vulkan/texture/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// The case of a texture that is read, stored to or drawn on as a test of Amber: the device's shader in GLSL with the
/// float controls in force, and what the result is expected to be. Of a texture that is written a second shader takes
/// the component's code from the image's memory, as bits.
///
/// "" for a case that Amber cannot hold: filters by weight and blends, depths and shared exponents, texels that are
/// read and floating but not packed, since a script has numbers for codes, and permitted results that are not one range
/// of bits. `comment`: of C++, for the file's head.
[[nodiscard]] std::string texture_amber(const DeviceDescription& device, const TextureWay& way,
                                        const FailedCase& failed, const std::string& comment);

}  // namespace halfulp::device
