// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <d3d11.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "device/com_object.hpp"
#include "device/d3d11/dxgi.hpp"
#include "device/dxbc/operation_shader.hpp"

namespace halfulp::device {

/// A line for each adapter: its number, name and feature level, or why it has no device. Throws Error(kDevice) where
/// there is none.
[[nodiscard]] std::vector<std::string> list_adapters();

/// A device of Direct3D 11 and its context.
struct D3d11 {
  ComObject<ID3D11Device> device;
  ComObject<ID3D11DeviceContext> context;
  D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;

  /// The adapter's name.
  [[nodiscard]] std::string name() const;
  /// What carries Direct3D 11 out where that is not Windows: "wined3d on OpenGL", "wined3d on Vulkan", "DXVK"; else "".
  [[nodiscard]] std::string translator() const;
  /// What a report has of driver, system and device, in order.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> facts() const;
};

/// Throws Error(kUsage) for a number that no adapter has, Error(kDevice) with the way out where the adapter's driver
/// has no Direct3D 11 of feature level 11_0.
[[nodiscard]] D3d11 open_adapter(const AdapterChoice& choice);

/// What the device says that it has.
[[nodiscard]] dxbc::Doubles offered_doubles(ID3D11Device* device);

}  // namespace halfulp::device
