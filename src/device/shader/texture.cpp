// SPDX-License-Identifier: Apache-2.0
#include "device/shader/texture.hpp"

#include <algorithm>
#include <sstream>

namespace halfulp::device {
namespace {

/// Adds the lines of a file, without what is for the file alone.
void add_lines(std::string& text, std::string_view file) {
  std::istringstream lines{std::string(file)};
  for (std::string line; std::getline(lines, line);) {
    if (line == "#include \"texel.glsl\"") {
      add_lines(text, kTexelGlsl);
    } else if (line == "#include \"written.glsl\"") {
      add_lines(text, kWrittenGlsl);
    } else if (!line.starts_with("// SPDX") && line.find("include_directive") == std::string::npos) {
      text += line + "\n";
    }
  }
}

}  // namespace

const TextureShader& texture_shader(TextureAccess access, TexelType type) {
  return *std::ranges::find_if(
      texture_shaders(), [&](const TextureShader& shader) { return shader.access == access && shader.type == type; });
}

std::string_view texel_definition(TexelType type) {
  switch (type) {
    case TexelType::floating:
      return "FLOAT_TEXELS";
    case TexelType::depth:
      return "DEPTH_TEXELS";
    case TexelType::sint:
      return "SINT_TEXELS";
    case TexelType::uint:
      return "UINT_TEXELS";
  }
  return "";
}

std::string texture_glsl(const TextureShader& shader) {
  std::string text;
  add_lines(text, shader.glsl);
  return text;
}

}  // namespace halfulp::device
