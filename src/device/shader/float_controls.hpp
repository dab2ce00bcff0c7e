// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/device.hpp"

namespace halfulp::device {

/// The keys under which a device has its float controls among its facts.
inline constexpr std::string_view kFloatControlsRequested = "float controls requested";
inline constexpr std::string_view kFloatControlsInForce = "float controls in force";

/// For each control the widths that have it, "denormals flushed (32 bits); rounded to nearest even (16, 32, 64 bits)",
/// or "none".
[[nodiscard]] std::string float_controls_text(const FormatControls& controls);

/// The controls of such a text; nothing where it is none.
[[nodiscard]] std::optional<FormatControls> parse_float_controls(std::string_view text);

/// Which formats' modes a driver lets a module choose apart.
enum class Independence : std::uint8_t {
  none,           ///< every format has the same
  binary32_only,  ///< binary16 and binary64 have the same
  all,
};

/// What a driver offers.
struct OfferedControls {
  FormatControls controls;
  bool has_binary16 = true;
  bool has_binary64 = true;
  Independence denormals = Independence::all;
  Independence rounding = Independence::all;
};

/// Those of the requested controls that the driver offers and that can be in one module together.
[[nodiscard]] FormatControls controls_in_force(const FormatControls& requested, const OfferedControls& offered);

/// A copy of a SPIR-V module that has no float controls with these in it. A driver that wants the same mode for all
/// widths wants it for those, too, that the module does not use, so that all are in every module.
[[nodiscard]] std::vector<std::uint32_t> with_float_controls(std::span<const std::uint32_t> module,
                                                             const FormatControls& controls);

/// The same in GLSL. glslang keeps one width of each control: the one of the first of these formats that has it.
[[nodiscard]] std::string float_control_lines(const FormatControls& controls, std::span<const Format> formats);

}  // namespace halfulp::device
