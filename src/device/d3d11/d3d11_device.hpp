// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "device/d3d11/adapter.hpp"
#include "device/shader/stage.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device {

/// Opens Direct3D 11 on an adapter, in one stage of its pipeline. `prefers_textures`: what both an instruction and a
/// texture convert is converted by the texture. Throws as open_adapter() does. compute() throws DeviceRemoved where the
/// device is gone. For one thread at a time.
[[nodiscard]] std::unique_ptr<Device> open_d3d11(const AdapterChoice& choice, ShaderStage stage, bool prefers_textures);

}  // namespace halfulp::device
