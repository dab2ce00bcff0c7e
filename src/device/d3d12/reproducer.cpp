// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/reproducer.hpp"

#include <fmt/format.h>

#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "device/c_program.hpp"
#include "device/d3d12/program_text.hpp"
#include "device/dxbc/offered_rows.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "device/shader/language_row.hpp"
#include "device/texel_in_c.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const LanguageRow* find_d3d12_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                                  Format format) {
  static const dxbc::OfferedRows kRows(dxbc::Doubles::extended, "");
  const std::vector<Variant> ways = kRows.variants(operation, format);
  const bool is_way = device.kind == "d3d12" && !ways.empty() && ways.front().name == variant;
  return is_way ? &kRows.row(operation, format) : nullptr;
}

// A device computes by compute shaders, and draws to render targets alone.
std::optional<dxbc::TextureWay> find_d3d12_texture(const DeviceDescription& device, std::string_view variant,
                                                   Operation operation, Format format) {
  if (device.kind != "d3d12") return std::nullopt;
  const auto computed = dxbc::find_texture_way(ShaderStage::compute, variant, operation, format);
  return computed ? computed : dxbc::find_texture_way(ShaderStage::fragment, variant, operation, format);
}

ShaderStage stage_of(const dxbc::TextureWay& way) {
  return draws(way.access) ? ShaderStage::fragment : ShaderStage::compute;
}

/// What a program begins with, up to its case. `about`: the sentence before the assembly.
std::string program_head(const DeviceDescription& device, std::string_view instruction, const FailedCase& failed,
                         std::string_view about, const std::string& assembly, std::span<const std::byte> shader) {
  std::string text =
      case_comment(device, instruction, failed) + fmt::format("// {}:\n", about) + lines_in_comment(assembly);
  text +=
      "//\n// Build: c++ -o reproducer THIS_FILE -isystem /usr/include/vkd3d -lvkd3d-utils     (Debian: apt install "
      "libvkd3d-dev)\n"
      "// vkd3d takes the first Vulkan device; VK_ICD_FILENAMES chooses the driver.\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n"
      "#define INITGUID\n#define WIDL_EXPLICIT_AGGREGATE_RETURNS\n"
      "#define VKD3D_UTILS_API_VERSION VKD3D_API_VERSION_1_2\n#include <vkd3d_utils.h>\n\n";
  text += bytes_in_cpp("shader", shader);
  return text + fmt::format("enum {{ THREAD_GROUP = {} }};  // of the shader\n", dxbc::kThreadGroup) +
         case_in_c(failed);
}

std::string joined(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) text += part;
  return text;
}

std::string row_program(const DeviceDescription& device, const LanguageRow& row, const FailedCase& failed) {
  return program_head(device, row.expression, failed,
                      "The shader; o stands for r0, and an operand's name for the register that it is loaded into",
                      dxbc::operation_shader_text(row, ShaderStage::compute),
                      dxbc::operation_shader(row, ShaderStage::compute)) +
         joined({kObjectsInCpp, kComputePipelineInCpp, kBeginInCpp, kBuffersInCpp, kExecuteInCpp,
                 "  memcpy(results, map(readback), sizeof(results));\n", kVerdictInC, "}\n"});
}

std::string texture_in_cpp(const dxbc::TextureWay& way) {
  const dxbc::PixelFormat& format = *way.format;
  return fmt::format(
             "static const DXGI_FORMAT texture_format = (DXGI_FORMAT){};  // DXGI_FORMAT_{}\n"
             "enum {{ WIDTH = {}, HEIGHT = {}, TEXEL_BYTES = {} }};\n"
             "enum {{ READS = {}, STORES = {}, DRAWS = {} }};\n",
             format.number, format.name, dxbc::kTextureWidth, dxbc::kTextureHeight, format.texel_bytes,
             reads(way.access) ? 1 : 0, way.access == TextureAccess::store ? 1 : 0, draws(way.access) ? 1 : 0) +
         component_in_c(way.texel_component());
}

std::string texture_program(const DeviceDescription& device, const dxbc::TextureWay& way, const FailedCase& failed) {
  const ShaderStage stage = stage_of(way);
  std::string text = program_head(device, way.variant().instruction, failed, "The shader",
                                  dxbc::operation_shader_text(way, stage), dxbc::operation_shader(way, stage)) +
                     texture_in_cpp(way);
  if (draws(way.access)) text += bytes_in_cpp("vertex_shader", dxbc::triangle_shader());
  text += joined({kPutComponentInC, kTakeComponentInC, kObjectsInCpp, kTexturesInCpp});
  text += draws(way.access) ? std::string(kDrawingInCpp) : joined({kComputePipelineInCpp, kDispatchInCpp});
  return text + joined({kBeginInCpp, kTextureInCpp, kExecuteInCpp, kTexelResultInCpp, kVerdictInC, "}\n"});
}

}  // namespace

bool has_d3d12_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation,
                          Format format) {
  return find_d3d12_row(device, variant, operation, format) != nullptr ||
         find_d3d12_texture(device, variant, operation, format).has_value();
}

std::string d3d12_reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const LanguageRow* row = find_d3d12_row(device, variant, failed.operation, failed.format);
  if (row != nullptr) return row_program(device, *row, failed);
  const auto way = find_d3d12_texture(device, variant, failed.operation, failed.format);
  if (way) return texture_program(device, *way, failed);
  throw Error(Error::Kind::kUsage, fmt::format("'{}' has no shader for {} '{}'; use --reproducer with --device d3d12",
                                               device.name, info(failed.operation).name, variant));
}

}  // namespace halfulp::device
