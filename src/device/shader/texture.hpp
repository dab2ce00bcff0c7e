// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace halfulp::device {

/// The type that texels have in a shader. A depth is read as a floating texel and written as the depth of a fragment.
enum class TexelType : std::uint8_t { floating, depth, sint, uint };

/// How a shader reaches a texture.
enum class TextureAccess : std::uint8_t {
  fetch,   ///< reads a texel
  sample,  ///< samples at a texel's centre, without a filter
  gather,  ///< gathers a component of the four texels at a corner, and takes that of the first
  filter,  ///< samples half-way between two texels of a row, with a linear filter
  linear,  ///< the same between them, where an operand says
  store,   ///< writes a texel of a storage image
  render,  ///< writes a texel of a colour attachment or a depth attachment
  blend,   ///< blends with a texel of a colour attachment, which becomes the result; its factor is a second source
  blend_constant,  ///< the same with the source's factor as a constant of the draw: one draw for each case
};

/// Whether a sampler gives a sum of texels, each times its weight.
[[nodiscard]] constexpr bool filters(TextureAccess access) {
  return access == TextureAccess::filter || access == TextureAccess::linear;
}

/// Whether texels are read, so that codes become values, or written.
[[nodiscard]] constexpr bool reads(TextureAccess access) {
  return access == TextureAccess::fetch || access == TextureAccess::sample || access == TextureAccess::gather ||
         filters(access);
}

/// Whether fragments are blended with them.
[[nodiscard]] constexpr bool blends(TextureAccess access) {
  return access == TextureAccess::blend || access == TextureAccess::blend_constant;
}

/// Whether fragments write them.
[[nodiscard]] constexpr bool draws(TextureAccess access) { return access == TextureAccess::render || blends(access); }

/// One shader of shaders/texture/, without float controls. Its bindings: 0 operands as 32-bit words, one lane after the
/// other; 1 results as words; 2 the texture that is read; 3 the sampler; 4 the storage image.
struct TextureShader {
  TextureAccess access;
  TexelType type;
  std::span<const std::uint32_t> spirv;
  std::string_view glsl;  ///< what it was compiled from: the text of its file
};

/// All of them. Integers are not sampled or gathered, depths are not stored, and floating texels alone are filtered and
/// blended.
[[nodiscard]] std::span<const TextureShader> texture_shaders();

/// The one of an access and a type that have one.
[[nodiscard]] const TextureShader& texture_shader(TextureAccess access, TexelType type);

/// What is defined where it is compiled: "FLOAT_TEXELS".
[[nodiscard]] std::string_view texel_definition(TexelType type);

/// Its text with what it includes.
[[nodiscard]] std::string texture_glsl(const TextureShader& shader);

/// The files that these include: "texel.glsl", "written.glsl".
extern const std::string_view kTexelGlsl;
extern const std::string_view kWrittenGlsl;

/// The vertex shader of those that draw: three vertices over the whole target.
[[nodiscard]] std::span<const std::uint32_t> triangle_shader();

/// The specialization constants of these shaders, in order.
struct TextureConstants {
  std::uint32_t component;      ///< the first one that is converted: 0 for x
  std::uint32_t operand_count;  ///< how many are written
  std::uint32_t width;
  std::uint32_t height;
};

/// Cases of one work group of those that compute: all but those that draw.
inline constexpr std::uint32_t kTextureWorkGroup = 64;

}  // namespace halfulp::device
