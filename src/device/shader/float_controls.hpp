// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// The keys under which a device tells its float controls among its facts.
inline constexpr std::string_view kFloatControlsRequested = "float controls requested";
inline constexpr std::string_view kFloatControlsInForce = "float controls in force";

/// "denormals flushed; signed zero, INF and NaN preserved; rounded to nearest even", or "none".
[[nodiscard]] std::string float_controls_text(const FloatControls& controls);

/// The controls that such a text names.
[[nodiscard]] FloatControls parse_float_controls(std::string_view text);

/// The macros of shaders/operation.glsl that ask for these controls: "FLUSH_DENORMALS", ...
[[nodiscard]] std::vector<std::string_view> float_control_macros(const FloatControls& controls);

/// A copy of a SPIR-V module that was compiled with all float controls, with those left out that are not in `controls`:
/// the module that the same GLSL gives when compiled with their macros only.
[[nodiscard]] std::vector<std::uint32_t> select_float_controls(std::span<const std::uint32_t> module,
                                                               const FloatControls& controls);

}  // namespace halfulp::device
