// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/amber.hpp"

#include <fmt/format.h>

#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "device/shader/texture.hpp"
#include "device/vulkan/test_scripts.hpp"
#include "device/vulkan/texture/script.hpp"

namespace halfulp::device {
namespace {

constexpr int kByteBits = 8;
constexpr int kWordBits = 32;

bool has_format(const TextureFormat& format) {
  return format.type != TexelType::depth && format.components[0]->format != Format::rgb9e5;
}

/// Whether a script's numbers are the codes of the format's components.
bool holds_codes(const TextureFormat& format) {
  return is_packed(format) || info(format.components[0]->format).kind != FormatKind::floating;
}

/// The numbers of a texel.
std::string texel_numbers(const TextureFormat& format, std::span<const std::byte> texel) {
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

std::vector<std::byte> other_texel(const TextureFormat& format) {
  return std::vector<std::byte>(static_cast<std::size_t>(format.texel_bytes), kOtherComponents);
}

std::string sampler_of(TextureAccess access) {
  if (access == TextureAccess::fetch) return "";
  const std::string_view filter = filters(access) ? "linear" : "nearest";
  return fmt::format(
      "SAMPLER sampler MAG_FILTER {0} MIN_FILTER {0} ADDRESS_MODE_U clamp_to_edge "
      "ADDRESS_MODE_V clamp_to_edge\n",
      filter);
}

/// Codes are signed where their format is, bits of floating formats are not.
bool is_signed(Format format) { return info(format).has_sign && info(format).kind != FormatKind::floating; }

std::string results_of(Format format) {
  return fmt::format(
      "BUFFER results DATA_TYPE {}int32 SIZE 1 FILL 0\n"
      "BUFFER cases DATA_TYPE uint32 DATA 1 END\n\n",
      is_signed(format) ? "" : "u");
}

std::string image_of(const TextureWay& way, std::size_t width, const std::string& numbers) {
  return fmt::format("IMAGE texels FORMAT {} DIM_2D WIDTH {} HEIGHT 1 DATA{} END\n", format_name(*way.format), width,
                     numbers);
}

/// From the head on: the device's shader reads.
std::string reading(const TextureWay& way, const FailedCase& failed, const std::string& controls) {
  const std::size_t width = failed.operands.size();
  std::string numbers;
  for (const Bits code : failed.operands) {
    std::vector<std::byte> texel = other_texel(*way.format);
    put_component(texel, *way.format->components[way.component], code);
    numbers += texel_numbers(*way.format, texel);
  }
  std::string text =
      fmt::format("SHADER compute reproducer GLSL TARGET_ENV spv1.3\n{}END\n\n", script_shader(way, width, controls));
  text += image_of(way, width, numbers) + sampler_of(way.access) + results_of(failed.permitted.format);
  text +=
      "PIPELINE compute pipeline\n"
      "  ATTACH reproducer\n"
      "  BIND BUFFER results AS storage DESCRIPTOR_SET 0 BINDING 1\n"
      "  BIND BUFFER texels AS sampled_image DESCRIPTOR_SET 0 BINDING 2\n";
  if (way.access != TextureAccess::fetch) text += "  BIND SAMPLER sampler DESCRIPTOR_SET 0 BINDING 3\n";
  return text + "  BIND BUFFER cases AS push_constant\nEND\n\nRUN pipeline 1 1 1\n";
}

/// The texels of a row that is written, the case being the first: as memory it has whole words in each format.
constexpr std::size_t kWritten = 4;

/// A shader that takes the component's code from the row's memory.
std::string code_shader(const TextureWay& way) {
  const TexelComponent& component = *way.format->components[way.component];
  return fmt::format(
      "SHADER compute code GLSL TARGET_ENV spv1.3\n"
      "#version 460\n"
      "layout(local_size_x = 1) in;\n"
      "layout(std430, binding = 0) readonly buffer Texels {{ {0} texels[]; }};\n"
      "layout(std430, binding = 1) writeonly buffer Results {{ {0} result; }};\n"
      "void main() {{ result = bitfieldExtract(texels[{1}], {2}, {3}); }}\n"
      "END\n\n",
      is_signed(component.format) ? "int" : "uint", component.first_bit / kWordBits, component.first_bit % kWordBits,
      info(component.format).bits);
}

/// From the head on: the device's shader writes, and another reads the code.
std::string writing(const TextureWay& way, const FailedCase& failed, const std::string& controls) {
  const bool is_drawn = draws(way.access);
  std::string text = is_drawn ? "SHADER vertex rectangle PASSTHROUGH\n\n" : "";
  text += fmt::format("SHADER {} reproducer GLSL TARGET_ENV spv1.3\n{}END\n\n", is_drawn ? "fragment" : "compute",
                      script_shader(way, kWritten, controls));
  text += code_shader(way);
  text += fmt::format("BUFFER operands DATA_TYPE uint32 DATA {} END\n", failed.operands[0]);
  if (is_drawn) {
    text += fmt::format("BUFFER texels FORMAT {}\n", format_name(*way.format));
  } else {
    std::string numbers;
    for (std::size_t i = 0; i < kWritten; ++i) numbers += texel_numbers(*way.format, other_texel(*way.format));
    text += image_of(way, kWritten, numbers);
  }
  text += results_of(failed.permitted.format);
  text += is_drawn ? fmt::format(
                         "PIPELINE graphics pipeline\n"
                         "  ATTACH rectangle\n"
                         "  ATTACH reproducer\n"
                         "  FRAMEBUFFER_SIZE {} 1\n"
                         "  BIND BUFFER texels AS color LOCATION 0\n",
                         kWritten)
                   : "PIPELINE compute pipeline\n"
                     "  ATTACH reproducer\n"
                     "  BIND BUFFER texels AS storage_image DESCRIPTOR_SET 0 BINDING 4\n";
  text +=
      "  BIND BUFFER operands AS storage DESCRIPTOR_SET 0 BINDING 0\n"
      "  BIND BUFFER cases AS push_constant\n"
      "END\n\n"
      "PIPELINE compute reading\n"
      "  ATTACH code\n"
      "  BIND BUFFER texels AS storage DESCRIPTOR_SET 0 BINDING 0\n"
      "  BIND BUFFER results AS storage DESCRIPTOR_SET 0 BINDING 1\n"
      "END\n\n";
  text += is_drawn ? fmt::format("RUN pipeline DRAW_RECT POS 0 0 SIZE {} 1\n", kWritten) : "RUN pipeline 1 1 1\n";
  return text + "RUN reading 1 1 1\n";
}

}  // namespace

std::string texture_amber(const DeviceDescription& device, const TextureWay& way, const FailedCase& failed,
                          const std::string& comment) {
  // A weight is no texel, and no texel is there to be blended with.
  if (way.access == TextureAccess::linear || blends(way.access) || !has_format(*way.format)) return "";
  if (reads(way.access) && !holds_codes(*way.format)) return "";
  const auto permitted = permitted_numbers(failed.permitted);
  if (!permitted) return "";
  const std::string controls = script_controls(device);
  std::string text = "#!amber\n" + hash_comment(comment) + "\n";
  if (way.access == TextureAccess::store) text += "DEVICE_FEATURE shaderStorageImageWriteWithoutFormat\n";
  if (!controls.empty()) text += "DEVICE_EXTENSION VK_KHR_shader_float_controls\n\n";
  text += reads(way.access) ? reading(way, failed, controls) : writing(way, failed, controls);
  const auto& [first, last] = *permitted;
  if (first == last) return text + fmt::format("EXPECT results IDX 0 EQ {}\n", first);
  return text + fmt::format("EXPECT results IDX 0 GE {}\nEXPECT results IDX 0 LE {}\n", first, last);
}

}  // namespace halfulp::device
