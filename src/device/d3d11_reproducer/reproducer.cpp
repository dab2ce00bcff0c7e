// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11_reproducer/reproducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "device/c_program.hpp"
#include "device/d3d11_reproducer/program_text.hpp"
#include "device/dxbc/operation_shader.hpp"
#include "device/dxbc/texture_shader.hpp"
#include "device/facts.hpp"
#include "device/shader/language_row.hpp"
#include "device/texel_in_c.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

ShaderStage d3d11_stage(const DeviceDescription& device) {
  return fact(device, "stage") == "fragment" ? ShaderStage::fragment : ShaderStage::compute;
}

const LanguageRow* find_d3d11_row(std::string_view instruction, Operation operation, Format format) {
  const auto rows = sm5_rows();
  const auto found = std::ranges::find_if(rows, [&](const LanguageRow& row) {
    return row.operation == operation && row.format == format && row.expression == instruction;
  });
  return found == rows.end() ? nullptr : &*found;
}

/// "llvmpipe (LLVM 15.0.6, 256 bits)" of "Direct3D 11 by wined3d on Vulkan, llvmpipe (LLVM 15.0.6, 256 bits)".
std::string_view adapter_name(const DeviceDescription& device) {
  const std::string_view title = device.title;
  const std::size_t comma = title.find(", ");
  return comma == std::string_view::npos ? "" : title.substr(comma + 2);
}

std::string d3d11_head(const DeviceDescription& device, std::string_view instruction, const FailedCase& failed,
                       const std::string& assembly, std::span<const std::byte> shader) {
  std::string text = case_comment(device, instruction, failed) + "// The shader:\n" + lines_in_comment(assembly);
  text +=
      "//\n// Build: x86_64-w64-mingw32-g++-posix -o reproducer.exe THIS_FILE -static -ld3d11 -ldxgi     (Debian: apt "
      "install g++-mingw-w64-x86-64-posix)\n"
      "// or, on Windows: cl /Fe:reproducer.exe THIS_FILE d3d11.lib dxgi.lib\n"
      "// Run it on Windows, or by Wine, of which WINE_D3D_CONFIG=renderer=gl or =vulkan chooses the driver.\n"
      "// It prints the result's bits, and exits 0 if they are permitted.\n"
      "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
      "#define NOMINMAX\n#include <windows.h>\n#include <d3d11.h>\n#include <dxgi.h>\n\n";
  text += bytes_in_cpp("shader", shader);
  if (d3d11_stage(device) == ShaderStage::fragment) text += bytes_in_cpp("vertex_shader", dxbc::triangle_shader());
  text += fmt::format("static const char* adapter_name = {};\n", c_literal(adapter_name(device)));
  text += fmt::format("enum {{ THREAD_GROUP = {} }};  // of the shader\n", dxbc::kThreadGroup);
  text +=
      fmt::format("enum {{ WIDTH = {}, HEIGHT = {} }};  // of textures\n", dxbc::kTextureWidth, dxbc::kTextureHeight);
  return text + case_in_c(failed);
}

std::string places_in_c(std::span<const std::size_t> places) {
  return fmt::format("static const unsigned places[OPERANDS] = {{{}}};  // among the words of texels\n",
                     fmt::join(places, ", "));
}

std::string uses_in_c(bool stores, bool draws) {
  return fmt::format("enum {{ STORES = {:d}, DRAWS = {:d} }};\n", stores, draws);
}

/// What the pixel stage writes that is no pixel.
std::string words_target_in_c(const FailedCase& failed) {
  const bool is_double = info(info(failed.operation).result(failed.format)).bytes > 4;
  return fmt::format("static const DXGI_FORMAT target_format = DXGI_FORMAT_{}_UINT;\n", is_double ? "R32G32" : "R32");
}

std::string row_program(const DeviceDescription& device, const LanguageRow& row, const FailedCase& failed) {
  const ShaderStage stage = d3d11_stage(device);
  const bool draws = stage == ShaderStage::fragment;
  std::string text = d3d11_head(device, row.expression, failed, dxbc::operation_shader_text(row, stage),
                                dxbc::operation_shader(row, stage)) +
                     uses_in_c(false, draws);
  if (draws) text += places_in_c(dxbc::places(row)) + words_target_in_c(failed);
  text += fmt::format("{}{}{}", kD3d11Objects, kD3d11Begin, draws ? kD3d11WordOperands : kD3d11RawOperands);
  text += draws ? fmt::format("{}{}{}", kD3d11Target, kD3d11Draw, kD3d11ReadTarget)
                : fmt::format("{}{}{}", kD3d11Lane, kD3d11Dispatch, kD3d11ReadLane);
  return text + fmt::format("{}{}", kVerdictInC, kD3d11Main);
}

std::string texture_program(const DeviceDescription& device, const dxbc::TextureWay& way, const FailedCase& failed) {
  const ShaderStage stage = d3d11_stage(device);
  const bool draws = stage == ShaderStage::fragment;
  const bool is_read = reads(way.access);
  const dxbc::PixelFormat& format = *way.format;
  std::string text = d3d11_head(device, way.variant().instruction, failed, dxbc::operation_shader_text(way, stage),
                                dxbc::operation_shader(way, stage)) +
                     uses_in_c(!draws && !is_read, draws);
  text += fmt::format("static const DXGI_FORMAT {}_format = (DXGI_FORMAT){};  // DXGI_FORMAT_{}\n",
                      is_read ? "texture" : "target", format.number, format.name);
  if (is_read && draws) text += words_target_in_c(failed);
  if (is_read) text += fmt::format("enum {{ TEXEL_BYTES = {} }};\n", format.texel_bytes);
  if (!is_read && draws) text += places_in_c(std::array<std::size_t, 1>{0});
  text += component_in_c(way.texel_component());
  text += is_read ? kPutComponentInC : kTakeComponentInC;
  text += fmt::format("{}{}", kD3d11Objects, kD3d11Begin);
  text += is_read ? kD3d11Texels : draws ? kD3d11WordOperands : kD3d11RawOperands;
  text += is_read && !draws ? kD3d11Lane : kD3d11Target;
  text += draws ? kD3d11Draw : kD3d11Dispatch;
  text += !is_read ? kD3d11ReadTexel : draws ? kD3d11ReadTarget : kD3d11ReadLane;
  return text + fmt::format("{}{}", kVerdictInC, kD3d11Main);
}

}  // namespace

bool is_d3d11_program(const DeviceDescription& device) {
  return device.kind == "exec" && fact(device, "api").starts_with("Direct3D 11,") &&
         fact(device, "shaders").ends_with("assembled by halfulp, refactoring not allowed");
}

bool has_d3d11_reproducer(const DeviceDescription& device, const std::string& instruction, Operation operation,
                          Format format) {
  return is_d3d11_program(device) &&
         (find_d3d11_row(instruction, operation, format) != nullptr ||
          dxbc::find_texture_way(d3d11_stage(device), instruction, operation, format).has_value());
}

std::string d3d11_reproducer(const DeviceDescription& device, const std::string& instruction,
                             const FailedCase& failed) {
  if (has_d3d11_reproducer(device, instruction, failed.operation, failed.format)) {
    const LanguageRow* row = find_d3d11_row(instruction, failed.operation, failed.format);
    if (row != nullptr) return row_program(device, *row, failed);
    return texture_program(
        device, *dxbc::find_texture_way(d3d11_stage(device), instruction, failed.operation, failed.format), failed);
  }
  throw Error(
      Error::Kind::kUsage,
      fmt::format("'{}' has no shader for {} '{}'; use --reproducer with --device 'exec:wine halfulp-d3d11.exe'",
                  device.name, info(failed.operation).name, instruction));
}

}  // namespace halfulp::device
