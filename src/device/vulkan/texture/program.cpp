// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/texture/program.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "device/c_program.hpp"
#include "device/facts.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/texture.hpp"
#include "device/texel_in_c.hpp"
#include "device/vulkan/texture/program_text.hpp"

namespace halfulp::device {
namespace {

/// Texels of the program's image, as many as are in a row of the device's: so its cases are sampled at the same
/// coordinates, whose rounding may give cases other weights.
constexpr std::uint32_t kProgramTexels = 1024;

/// How many of them a case has.
int texels_of_case(TextureAccess access) {
  if (access == TextureAccess::linear) return 4;  // of which two are operands
  return access == TextureAccess::filter ? 2 : 1;
}

/// Whether an operand is a texel, not a word of a buffer.
bool is_texel(TextureAccess access, std::size_t operand) {
  if (blends(access)) return operand == 1;
  return reads(access) && (access != TextureAccess::linear || operand < 2);
}

std::string texel_operands_in_c(const TextureWay& way) {
  std::string flags;
  for (std::size_t k = 0; k < static_cast<std::size_t>(info(way.operation).arity); ++k) {
    flags += fmt::format("{}{}", k == 0 ? "" : ", ", is_texel(way.access, k) ? 1 : 0);
  }
  return fmt::format("static const int is_texel[OPERANDS] = {{{}}};\n", flags);
}

std::string glsl_comment(const TextureWay& way) {
  return fmt::format("// Its shader, compiled with -D{}:\n", texel_definition(way.format->type)) +
         lines_in_comment(texture_glsl(texture_shader(way.access, way.format->type)));
}

std::string words_in_c(std::string_view name, std::span<const std::uint32_t> words) {
  constexpr std::size_t kInLine = 8;
  std::string text = fmt::format("static const uint32_t {}[] = {{", name);
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += fmt::format("{}0x{:08x},", i % kInLine == 0 ? "\n    " : " ", words[i]);
  }
  return text + "\n};\n";
}

std::string texture_in_c(const TextureWay& way) {
  const bool is_depth = way.format->type == TexelType::depth;
  return fmt::format(
      "static const VkFormat texture_format = (VkFormat){};  // VK_FORMAT_{}\n"
      "static const VkFilter sampler_filter = {};\n"
      "enum {{ WIDTH = {}, TEXELS_OF_CASE = {}, TEXEL_BYTES = {}, ASPECT = {} }};\n"
      "enum {{ COMPONENT = {} }};\n"
      "enum {{ READS = {}, STORES = {}, DRAWS = {}, BLENDS = {}, BY_CONSTANT = {}, IS_DEPTH = {} }};\n",
      static_cast<int>(way.format->format), way.format->name,
      filters(way.access) ? "VK_FILTER_LINEAR" : "VK_FILTER_NEAREST", kProgramTexels, texels_of_case(way.access),
      way.format->texel_bytes, is_depth ? "VK_IMAGE_ASPECT_DEPTH_BIT" : "VK_IMAGE_ASPECT_COLOR_BIT", way.component,
      reads(way.access) ? 1 : 0, way.access == TextureAccess::store ? 1 : 0, draws(way.access) ? 1 : 0,
      blends(way.access) ? 1 : 0, way.access == TextureAccess::blend_constant ? 1 : 0, is_depth ? 1 : 0);
}

}  // namespace

std::optional<TextureWay> find_texture_way(ShaderStage stage, std::string_view variant, Operation operation,
                                           Format format) {
  using enum TextureAccess;
  return find_texel_way<TextureWay>(
      texture_formats(), {fetch, sample, gather, filter, linear, render, blend, blend_constant, store},
      [&](const TextureFormat&, TextureAccess access) { return stage == ShaderStage::compute || draws(access); },
      variant, operation, format);
}

std::string texture_program(const DeviceDescription& device, const TextureWay& way, const FailedCase& failed) {
  const FormatControls controls = parse_float_controls(fact(device, kFloatControlsInForce)).value_or(FormatControls());
  const std::span<const std::uint32_t> plain = texture_shader(way.access, way.format->type).spirv;
  const std::vector<std::uint32_t> shader = with_float_controls(plain, controls);
  const bool is_drawn = draws(way.access);
  std::string text = case_comment(device, way.variant().instruction, failed) + glsl_comment(way);
  text +=
      "//\n// Build: cc -o reproducer THIS_FILE -lvulkan     (Debian: apt install libvulkan-dev)\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "#include <vulkan/vulkan.h>\n\n";
  text += fmt::format("static const char* device_name = {};\n", c_literal(device.title));
  text += words_in_c("shader", shader);
  if (is_drawn) text += words_in_c("vertex_shader", triangle_shader());
  text += fmt::format("enum {{ HAS_FLOAT_CONTROLS = {}, WORK_GROUP = {} }};  // of the shader\n",
                      shader.size() == plain.size() ? 0 : 1, kTextureWorkGroup);
  text += case_in_c(failed) + texture_in_c(way) + texel_operands_in_c(way) +
          component_in_c(*way.format->components[way.component]) + std::string(kPutComponentInC) +
          std::string(kTakeComponentInC);
  text += std::string(kTextureFunctionsInC) + std::string(is_drawn ? kDrawingInC : kDispatchInC) +
          std::string(kTextureMainInC);
  return text + std::string(kVerdictInC) + "}\n";
}

}  // namespace halfulp::device
