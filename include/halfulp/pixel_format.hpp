// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace halfulp {

/// A pixel format: the components of a pixel, how each is written in bits, and where in memory.
enum class PixelFormat : std::uint8_t {
  r8_unorm,
  r8_snorm,
  r8_uint,
  r8_sint,
  r8_srgb,
  rg8_unorm,
  rg8_snorm,
  rg8_uint,
  rg8_sint,
  rg8_srgb,
  rgba8_unorm,
  rgba8_snorm,
  rgba8_uint,
  rgba8_sint,
  rgba8_srgb,
  bgra8_unorm,
  bgra8_snorm,
  bgra8_uint,
  bgra8_sint,
  bgra8_srgb,
  a8_unorm,
  r16_unorm,
  r16_snorm,
  r16_float,
  r16_uint,
  r16_sint,
  rg16_unorm,
  rg16_snorm,
  rg16_float,
  rg16_uint,
  rg16_sint,
  rgba16_unorm,
  rgba16_snorm,
  rgba16_float,
  rgba16_uint,
  rgba16_sint,
  r32_float,
  r32_uint,
  r32_sint,
  rg32_float,
  rg32_uint,
  rg32_sint,
  rgb32_float,
  rgb32_uint,
  rgb32_sint,
  rgba32_float,
  rgba32_uint,
  rgba32_sint,
  rgb10a2_unorm,
  rgb10a2_uint,
  bgr10a2_unorm,
  r11g11b10_float,
  rgb9e5_float,
  b5g6r5_unorm,
  bgr5a1_unorm,
  a1bgr5_unorm,
  bgra4_unorm,
  abgr4_unorm,
  rgb10a2_snorm,
  bgr10a2_snorm,
};

enum class Channel : std::uint8_t { red, green, blue, alpha };

/// How one component is written in bits.
enum class ComponentKind : std::uint8_t {
  unorm,            ///< 0 to 1 in 2^bits - 1 steps
  snorm,            ///< -1 to 1 in 2^bits - 2 steps, two's complement; the most negative code is -1 too
  srgb,             ///< 0 to 1 by the transfer function of sRGB; 8 bits
  floating,         ///< binary16 or binary32
  ufloat,           ///< ufloat11 or ufloat10: no sign, 5 exponent bits
  shared_exponent,  ///< 9 bits times 2^(e - 24), e in the bits 27 to 31 of the pixel
  uint,
  sint,  ///< two's complement
};

/// One component of a pixel.
struct PixelComponent {
  Channel channel;
  ComponentKind kind;
  int bits;       ///< width
  int first_bit;  ///< its least significant bit, in the pixel read as one little-endian integer

  /// The name of its format: "unorm8", "binary16", "ufloat11", "srgb8", "sint32"; "shared_exponent9".
  [[nodiscard]] std::string format_name() const;
};

/// One row of the table of pixel formats.
struct PixelFormatInfo {
  PixelFormat format;
  std::string_view name;    ///< "rgba8_unorm": components from the lowest address or the least significant bit on
  std::string_view dxgi;    ///< its name after DXGI_FORMAT_, or "" where DXGI lacks it
  std::string_view vulkan;  ///< its name after VK_FORMAT_, or ""
  std::string_view metal;   ///< its name after MTLPixelFormat, or ""
  int bytes_per_pixel;
  int component_count;
  std::array<PixelComponent, 4> component_row;  ///< the first component_count are components

  /// The components from the lowest address or the least significant bit on.
  [[nodiscard]] constexpr std::span<const PixelComponent> components() const noexcept {
    return {component_row.data(), static_cast<std::size_t>(component_count)};
  }
  /// Whether its components are integers (uint, sint). Those of the other formats are real numbers.
  [[nodiscard]] constexpr bool is_integer() const noexcept {
    return component_row[0].kind == ComponentKind::uint || component_row[0].kind == ComponentKind::sint;
  }
};

/// The row of a pixel format.
[[nodiscard]] const PixelFormatInfo& info(PixelFormat format) noexcept;

/// All pixel formats, in the order of the enumeration.
[[nodiscard]] std::span<const PixelFormatInfo> pixel_formats() noexcept;

/// The pixel format of that name: halfulp's (`rgba8_unorm`), DXGI's, Vulkan's or Metal's, these three with their
/// prefixes (`DXGI_FORMAT_R8G8B8A8_UNORM`) or without (`R8G8B8A8_UNORM`). Case does not count. No two formats have a
/// name in common. Nothing when there is none.
[[nodiscard]] std::optional<PixelFormat> find_pixel_format(std::string_view name) noexcept;

}  // namespace halfulp
