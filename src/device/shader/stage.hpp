// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace halfulp::device {

/// The stage of the graphics API in which a device runs its shaders of operations.
enum class ShaderStage : std::uint8_t { compute, fragment };

/// How the names of Vulkan devices begin that compute in a stage: "vulkan", "vulkan-fragment".
[[nodiscard]] constexpr std::string_view kind_of(ShaderStage stage) {
  return stage == ShaderStage::fragment ? "vulkan-fragment" : "vulkan";
}

/// The stage of a kind of device; nothing for a kind that runs no shaders.
[[nodiscard]] constexpr std::optional<ShaderStage> stage_of(std::string_view kind) {
  for (const ShaderStage stage : {ShaderStage::compute, ShaderStage::fragment}) {
    if (kind == kind_of(stage)) return stage;
  }
  return std::nullopt;
}

}  // namespace halfulp::device
