// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/shader/stage.hpp"
#include "device/shader/texel.hpp"
#include "halfulp/device.hpp"

namespace halfulp::device::dxbc {

/// One row of the table of formats of Direct3D's textures.
struct PixelFormat {
  std::uint32_t number;     ///< DXGI_FORMAT's
  std::string_view name;    ///< "R8G8B8A8_UNORM_SRGB"
  std::size_t texel_bytes;  ///< 8 at most
  TexelType type;
  TexelComponents components;
};

/// All rows: of formats with the same kind of components the plainest first.
[[nodiscard]] std::span<const PixelFormat> pixel_formats();

/// One way of computing a conversion with a texture. The compute stage has `fetch` (ld), `sample` (with a point
/// sampler, not of integers), `filter` (with a linear one, half-way between two texels) and `store` (into a typed
/// unordered-access view), the fragment stage `sample`, of integers `fetch`, and `render` (into a render target).
struct TextureWay {
  const PixelFormat* format;
  TextureAccess access;
  std::size_t component;
  Operation operation;
  bool principal;  ///< the first one that reaches textures so for this operation

  /// The format in which the operation is asked.
  [[nodiscard]] Format asked() const { return *info(operation).only_format(); }
  [[nodiscard]] const TexelComponent& texel_component() const { return *format->components[component]; }
  [[nodiscard]] Variant variant() const;
};

/// Whether a device has textures of a format for an access.
using OffersTexture = std::function<bool(const PixelFormat& format, TextureAccess access)>;
/// The ways of a stage, in the order of the table: by all components of the formats that the device offers, but of the
/// samples of one conversion the first.
[[nodiscard]] std::vector<TextureWay> texture_ways(ShaderStage stage, const OffersTexture& offers);

/// The way with that name of a stage, of any device; nothing where there is none.
[[nodiscard]] std::optional<TextureWay> find_texture_way(ShaderStage stage, std::string_view variant,
                                                         Operation operation, Format format);

/// Width and height of the textures: case i is the texel at (i % kTextureWidth, i / kTextureWidth), of `filter` the two
/// texels 2i and 2i + 1 there.
inline constexpr std::size_t kTextureWidth = 1024;
inline constexpr std::size_t kTextureHeight = 256;

/// How many rows have that many texels.
[[nodiscard]] constexpr std::size_t texel_rows(std::size_t texels) {
  return (texels + kTextureWidth - 1) / kTextureWidth;
}

/// The shader of a way in assembly. It reads texels from t0, by the point sampler s0 or the linear sampler s1, and
/// writes the component's value where the shader of a row of the table writes its result; or it reads the value from
/// where such a shader reads its operand, and writes a texel of it, all components, into the texture u0 or o0.
[[nodiscard]] std::string operation_shader_text(const TextureWay& way, ShaderStage stage);
/// The same as a DXBC container.
[[nodiscard]] std::vector<std::byte> operation_shader(const TextureWay& way, ShaderStage stage);

}  // namespace halfulp::device::dxbc
