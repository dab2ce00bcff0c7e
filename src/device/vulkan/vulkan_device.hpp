// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/shader/stage.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Whether lanes in memory of Device::use() are used where they are, if the driver can, or copied.
enum class HostMemoryUse : std::uint8_t { imported, copied };

/// Opens a Vulkan device by its index or a part of its name; "" is the first. It computes in the compute stage (kind
/// "vulkan") or in the fragment stage ("vulkan-fragment"). Throws Error(kDevice) with the way out.
[[nodiscard]] std::unique_ptr<Device> open_vulkan(const std::string& which, const DeviceOptions& options,
                                                  ShaderStage stage = ShaderStage::compute,
                                                  HostMemoryUse host_memory = HostMemoryUse::imported);

/// The Vulkan devices of this machine that compute in a stage. Throws Error(kDevice), with the way out, when there is
/// no loader, no driver or no such device.
[[nodiscard]] std::vector<DeviceDescription> list_vulkan(ShaderStage stage = ShaderStage::compute);

}  // namespace halfulp::device
