// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "device/d3d11/adapter.hpp"
#include "device/shader/stage.hpp"

namespace halfulp::windows {

/// The program's text for --help.
extern const std::string_view kUsage;

/// What the command line asks for.
struct Options {
  bool help = false;
  bool version = false;
  bool list = false;
  bool textures = false;
  device::ShaderStage stage = device::ShaderStage::compute;
  device::AdapterChoice adapter;
  std::string vectors;  ///< "": blocks on the standard streams
  std::string results;
};

/// Throws Error(kUsage) for what is none of the program's.
[[nodiscard]] Options read_options(std::span<const std::string_view> arguments);

}  // namespace halfulp::windows
