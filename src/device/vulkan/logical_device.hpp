// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "device/vulkan/instance.hpp"
#include "device/vulkan/loader.hpp"

namespace halfulp::device {

/// A device with the features that were found. Where the driver refuses some of what it lists, `physical` keeps those
/// features that it takes alone. Throws Error(kDevice).
[[nodiscard]] VkDevice create_device(const InstanceFunctions& functions, PhysicalDevice& physical);

}  // namespace halfulp::device
