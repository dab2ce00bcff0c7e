// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>

#include "device/d3d12/api.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// A device of Direct3D 12 of feature level 11_0. `description` has its name, and facts on the driver; how it computes
/// is added. `timeout`: of a block. Throws Error(kDevice). For one thread at a time.
[[nodiscard]] std::unique_ptr<Device> make_d3d12(D3d12 d3d12, DeviceDescription description,
                                                 std::chrono::seconds timeout);

}  // namespace halfulp::device
