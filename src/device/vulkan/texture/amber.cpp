// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/amber.hpp"

#include <fmt/format.h>

#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "device/facts.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/texture.hpp"
#include "device/vulkan/test_scripts.hpp"

namespace halfulp::device {
namespace {

constexpr int kByteBits = 8;

/// Whether a texel is one number in Amber; else each component is one.
bool is_packed(const TextureFormat& format) { return info(format.components[0]->format).bits % kByteBits != 0; }

/// Whether Amber has the format, and a script's numbers are the codes of its components.
bool holds_codes(const TextureFormat& format) {
  const FormatInfo& component = info(format.components[0]->format);
  if (format.type == TexelType::depth || component.format == Format::rgb9e5) return false;
  return is_packed(format) || component.kind != FormatKind::floating;
}

/// The numbers of a texel with a code in one component.
std::string texel_numbers(const TextureWay& way, Bits code) {
  const TextureFormat& format = *way.format;
  std::vector<std::byte> texel(static_cast<std::size_t>(format.texel_bytes), kOtherComponents);
  put_component(texel, *format.components[way.component], code);
  const FormatInfo& component = info(format.components[0]->format);
  const auto bytes = static_cast<std::size_t>(is_packed(format) ? format.texel_bytes : component.bits / kByteBits);
  std::string text;
  for (std::size_t first = 0; first < texel.size(); first += bytes) {
    std::uint32_t number = 0;
    std::memcpy(&number, texel.data() + first, bytes);
    const std::uint32_t sign = component.has_sign && !is_packed(format) ? 1U << (component.bits - 1) : 0;
    const std::int64_t value = std::int64_t{number} - ((number & sign) != 0 ? std::int64_t{sign} * 2 : 0);
    text += fmt::format(" {}", value);
  }
  return text;
}

/// The shader's text, as Amber compiles it: without options, so that its type of texels is defined in it.
std::string shader_text(const TextureWay& way, const std::string& controls) {
  std::string text = texture_glsl(texture_shader(way.access, way.format->type));
  const std::string version = "#version 460\n";
  const std::string definition = fmt::format("#define {}\n", texel_definition(way.format->type));
  const std::string_view extension = controls.empty() ? "" : "#extension GL_EXT_spirv_intrinsics : require\n";
  text.insert(text.find(version) + version.size(), definition + std::string(extension));
  return text.substr(text.find(version)) + controls;
}

std::string sampler_of(TextureAccess access) {
  if (access == TextureAccess::fetch) return "";
  const std::string_view filter = filters(access) ? "linear" : "nearest";
  return fmt::format(
      "SAMPLER sampler MAG_FILTER {0} MIN_FILTER {0} ADDRESS_MODE_U clamp_to_edge "
      "ADDRESS_MODE_V clamp_to_edge\n",
      filter);
}

}  // namespace

std::string texture_amber(const DeviceDescription& device, const TextureWay& way, const FailedCase& failed,
                          const std::string& comment) {
  const auto permitted = permitted_bits(failed.permitted);
  // A weight is no texel.
  const bool is_read_alone = reads(way.access) && way.access != TextureAccess::linear;
  if (!is_read_alone || !holds_codes(*way.format) || permitted.size() != 1) return "";
  const FormatControls controls = parse_float_controls(fact(device, kFloatControlsInForce)).value_or(FormatControls());
  const std::string control_lines = float_control_lines(controls, std::array{Format::binary32});
  std::string text = "#!amber\n" + hash_comment(comment) + "\n";
  if (!control_lines.empty()) text += "DEVICE_EXTENSION VK_KHR_shader_float_controls\n\n";
  text += fmt::format("SHADER compute reproducer GLSL TARGET_ENV spv1.3\n{}END\n\n", shader_text(way, control_lines));
  const std::string format =
      fmt::format("{}{}", way.format->name,
                  is_packed(*way.format) ? fmt::format("_PACK{}", way.format->texel_bytes * kByteBits) : "");
  text += fmt::format("IMAGE texels FORMAT {} DIM_2D WIDTH {} HEIGHT 1 DATA", format, failed.operands.size());
  for (const Bits code : failed.operands) text += texel_numbers(way, code);
  text += " END\n" + sampler_of(way.access);
  text +=
      "BUFFER results DATA_TYPE uint32 SIZE 1 FILL 0\n"
      "BUFFER cases DATA_TYPE uint32 DATA 1 END\n\n"
      "PIPELINE compute pipeline\n";
  // The shader's constants: component, operands, width and height.
  text += fmt::format(
      "  ATTACH reproducer SPECIALIZE 0 AS uint32 {} SPECIALIZE 1 AS uint32 {} SPECIALIZE 2 AS uint32 {} "
      "SPECIALIZE 3 AS uint32 1\n",
      way.component, failed.operands.size(), failed.operands.size());
  text +=
      "  BIND BUFFER results AS storage DESCRIPTOR_SET 0 BINDING 1\n"
      "  BIND BUFFER texels AS sampled_image DESCRIPTOR_SET 0 BINDING 2\n";
  if (way.access != TextureAccess::fetch) text += "  BIND SAMPLER sampler DESCRIPTOR_SET 0 BINDING 3\n";
  text += "  BIND BUFFER cases AS push_constant\nEND\n\nRUN pipeline 1 1 1\n";
  const auto& [first, last] = permitted.front();
  if (first == last) return text + fmt::format("EXPECT results IDX 0 EQ {}\n", first);
  return text + fmt::format("EXPECT results IDX 0 GE {}\nEXPECT results IDX 0 LE {}\n", first, last);
}

}  // namespace halfulp::device
