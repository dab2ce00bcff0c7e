// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/script.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "device/facts.hpp"
#include "device/failed_case.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/texture.hpp"
#include "number/layout.hpp"

namespace halfulp::device {
namespace {

/// Gives a specialization constant of shaders/texture/texel.glsl another default.
void set_constant(std::string& text, std::string_view name, std::size_t value) {
  const std::string declared = fmt::format("const uint {} = ", name);
  const std::size_t at = text.find(declared) + declared.size();
  text.replace(at, text.find(';', at) - at, fmt::format("{}", value));
}

}  // namespace

bool is_packed(const TextureFormat& format) {
  constexpr int kByteBits = 8;
  return info(format.components[0]->format).bits % kByteBits != 0;
}

std::string format_name(const TextureFormat& format) {
  constexpr int kByteBits = 8;
  if (!is_packed(format)) return std::string(format.name);
  return fmt::format("{}_PACK{}", format.name, format.texel_bytes * kByteBits);
}

std::string script_controls(const DeviceDescription& device) {
  const FormatControls controls = parse_float_controls(fact(device, kFloatControlsInForce)).value_or(FormatControls());
  return float_control_lines(controls, std::array{Format::binary32});
}

std::string script_shader(const TextureWay& way, std::size_t width, const std::string& controls) {
  std::string text = texture_glsl(texture_shader(way.access, way.format->type));
  const std::string version = "#version 460\n";
  text.erase(0, text.find(version));
  const std::string_view extension = controls.empty() ? "" : "#extension GL_EXT_spirv_intrinsics : require\n";
  text.insert(version.size(), fmt::format("#define {}\n{}", texel_definition(way.format->type), extension));
  set_constant(text, "component", way.component);
  set_constant(text, "operand_count", static_cast<std::size_t>(info(way.operation).arity));
  set_constant(text, "width", width);
  return text + controls;
}

std::optional<std::pair<std::int64_t, std::int64_t>> permitted_numbers(const PermittedSet& permitted) {
  const FormatInfo& row = info(permitted.format);
  if (row.kind == FormatKind::floating) {
    const auto bits = permitted_bits(permitted);
    if (bits.size() != 1) return std::nullopt;
    return std::pair{static_cast<std::int64_t>(bits.front().first), static_cast<std::int64_t>(bits.front().second)};
  }
  if (permitted.ranges.size() != 1) return std::nullopt;
  const Range& range = permitted.ranges.front();
  return std::pair{number::ordinal(row, range.first), number::ordinal(row, range.last)};
}

}  // namespace halfulp::device
