// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "device/d3d11/dxgi.hpp"
#include "device/shader/stage.hpp"

namespace halfulp::windows {

/// The program's text for --help.
extern const std::string_view kUsage;

enum class Api : std::uint8_t { d3d11, d3d12 };

/// What the command line asks for.
struct Options {
  bool help = false;
  bool version = false;
  bool list = false;
  bool textures = false;
  Api api = Api::d3d11;
  device::ShaderStage stage = device::ShaderStage::compute;
  device::AdapterChoice adapter;
  std::string vectors;  ///< "": blocks on the standard streams
  std::string results;
};

/// Throws Error(kUsage) for what is none of the program's.
[[nodiscard]] Options read_options(std::span<const std::string_view> arguments);

}  // namespace halfulp::windows
