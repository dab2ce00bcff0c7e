// SPDX-License-Identifier: Apache-2.0
#include "halfulp/pixel_format.hpp"

#include <algorithm>

namespace halfulp {
namespace {

using enum ComponentKind;

constexpr Channel channel_of(char letter) {
  switch (letter) {
    case 'r':
      return Channel::red;
    case 'g':
      return Channel::green;
    case 'b':
      return Channel::blue;
    default:
      return Channel::alpha;
  }
}

/// A row whose components follow each other from bit 0 on: a letter and a width each.
constexpr PixelFormatInfo row(PixelFormat format, std::string_view name, std::string_view dxgi, std::string_view vulkan,
                              std::string_view metal, ComponentKind kind, std::string_view letters,
                              std::array<int, 4> widths) {
  PixelFormatInfo info{format, name, dxgi, vulkan, metal, 0, 0, {}};
  int bit = 0;
  for (const char letter : letters) {
    const auto place = static_cast<std::size_t>(info.component_count++);
    // Alpha is linear in sRGB formats.
    const bool linear = kind == srgb && letter == 'a';
    info.component_row[place] = {channel_of(letter), linear ? unorm : kind, widths[place], bit};
    bit += widths[place];
  }
  info.bytes_per_pixel = (bit + 7) / 8;
  return info;
}

constexpr PixelFormatInfo row(PixelFormat format, std::string_view name, std::string_view dxgi, std::string_view vulkan,
                              std::string_view metal, ComponentKind kind, std::string_view letters, int width) {
  return row(format, name, dxgi, vulkan, metal, kind, letters, {width, width, width, width});
}

// DXGI and Metal name components from the least significant bit, Vulkan's _PACK names from the most significant one;
// without _PACK all three name them from the lowest address. The 16-bit names are those that MoltenVK pairs (Metal,
// Vulkan) and DXVK pairs (DXGI, Vulkan).
using enum PixelFormat;
constexpr std::array kRows = {
    row(r8_unorm, "r8_unorm", "R8_UNORM", "R8_UNORM", "R8Unorm", unorm, "r", 8),
    row(r8_snorm, "r8_snorm", "R8_SNORM", "R8_SNORM", "R8Snorm", snorm, "r", 8),
    row(r8_uint, "r8_uint", "R8_UINT", "R8_UINT", "R8Uint", uint, "r", 8),
    row(r8_sint, "r8_sint", "R8_SINT", "R8_SINT", "R8Sint", sint, "r", 8),
    row(r8_srgb, "r8_srgb", "", "R8_SRGB", "R8Unorm_sRGB", srgb, "r", 8),
    row(rg8_unorm, "rg8_unorm", "R8G8_UNORM", "R8G8_UNORM", "RG8Unorm", unorm, "rg", 8),
    row(rg8_snorm, "rg8_snorm", "R8G8_SNORM", "R8G8_SNORM", "RG8Snorm", snorm, "rg", 8),
    row(rg8_uint, "rg8_uint", "R8G8_UINT", "R8G8_UINT", "RG8Uint", uint, "rg", 8),
    row(rg8_sint, "rg8_sint", "R8G8_SINT", "R8G8_SINT", "RG8Sint", sint, "rg", 8),
    row(rg8_srgb, "rg8_srgb", "", "R8G8_SRGB", "RG8Unorm_sRGB", srgb, "rg", 8),
    row(rgba8_unorm, "rgba8_unorm", "R8G8B8A8_UNORM", "R8G8B8A8_UNORM", "RGBA8Unorm", unorm, "rgba", 8),
    row(rgba8_snorm, "rgba8_snorm", "R8G8B8A8_SNORM", "R8G8B8A8_SNORM", "RGBA8Snorm", snorm, "rgba", 8),
    row(rgba8_uint, "rgba8_uint", "R8G8B8A8_UINT", "R8G8B8A8_UINT", "RGBA8Uint", uint, "rgba", 8),
    row(rgba8_sint, "rgba8_sint", "R8G8B8A8_SINT", "R8G8B8A8_SINT", "RGBA8Sint", sint, "rgba", 8),
    row(rgba8_srgb, "rgba8_srgb", "R8G8B8A8_UNORM_SRGB", "R8G8B8A8_SRGB", "RGBA8Unorm_sRGB", srgb, "rgba", 8),
    row(bgra8_unorm, "bgra8_unorm", "B8G8R8A8_UNORM", "B8G8R8A8_UNORM", "BGRA8Unorm", unorm, "bgra", 8),
    row(bgra8_snorm, "bgra8_snorm", "", "B8G8R8A8_SNORM", "", snorm, "bgra", 8),
    row(bgra8_uint, "bgra8_uint", "", "B8G8R8A8_UINT", "", uint, "bgra", 8),
    row(bgra8_sint, "bgra8_sint", "", "B8G8R8A8_SINT", "", sint, "bgra", 8),
    row(bgra8_srgb, "bgra8_srgb", "B8G8R8A8_UNORM_SRGB", "B8G8R8A8_SRGB", "BGRA8Unorm_sRGB", srgb, "bgra", 8),
    row(a8_unorm, "a8_unorm", "A8_UNORM", "A8_UNORM", "A8Unorm", unorm, "a", 8),
    row(r16_unorm, "r16_unorm", "R16_UNORM", "R16_UNORM", "R16Unorm", unorm, "r", 16),
    row(r16_snorm, "r16_snorm", "R16_SNORM", "R16_SNORM", "R16Snorm", snorm, "r", 16),
    row(r16_float, "r16_float", "R16_FLOAT", "R16_SFLOAT", "R16Float", floating, "r", 16),
    row(r16_uint, "r16_uint", "R16_UINT", "R16_UINT", "R16Uint", uint, "r", 16),
    row(r16_sint, "r16_sint", "R16_SINT", "R16_SINT", "R16Sint", sint, "r", 16),
    row(rg16_unorm, "rg16_unorm", "R16G16_UNORM", "R16G16_UNORM", "RG16Unorm", unorm, "rg", 16),
    row(rg16_snorm, "rg16_snorm", "R16G16_SNORM", "R16G16_SNORM", "RG16Snorm", snorm, "rg", 16),
    row(rg16_float, "rg16_float", "R16G16_FLOAT", "R16G16_SFLOAT", "RG16Float", floating, "rg", 16),
    row(rg16_uint, "rg16_uint", "R16G16_UINT", "R16G16_UINT", "RG16Uint", uint, "rg", 16),
    row(rg16_sint, "rg16_sint", "R16G16_SINT", "R16G16_SINT", "RG16Sint", sint, "rg", 16),
    row(rgba16_unorm, "rgba16_unorm", "R16G16B16A16_UNORM", "R16G16B16A16_UNORM", "RGBA16Unorm", unorm, "rgba", 16),
    row(rgba16_snorm, "rgba16_snorm", "R16G16B16A16_SNORM", "R16G16B16A16_SNORM", "RGBA16Snorm", snorm, "rgba", 16),
    row(rgba16_float, "rgba16_float", "R16G16B16A16_FLOAT", "R16G16B16A16_SFLOAT", "RGBA16Float", floating, "rgba", 16),
    row(rgba16_uint, "rgba16_uint", "R16G16B16A16_UINT", "R16G16B16A16_UINT", "RGBA16Uint", uint, "rgba", 16),
    row(rgba16_sint, "rgba16_sint", "R16G16B16A16_SINT", "R16G16B16A16_SINT", "RGBA16Sint", sint, "rgba", 16),
    row(r32_float, "r32_float", "R32_FLOAT", "R32_SFLOAT", "R32Float", floating, "r", 32),
    row(r32_uint, "r32_uint", "R32_UINT", "R32_UINT", "R32Uint", uint, "r", 32),
    row(r32_sint, "r32_sint", "R32_SINT", "R32_SINT", "R32Sint", sint, "r", 32),
    row(rg32_float, "rg32_float", "R32G32_FLOAT", "R32G32_SFLOAT", "RG32Float", floating, "rg", 32),
    row(rg32_uint, "rg32_uint", "R32G32_UINT", "R32G32_UINT", "RG32Uint", uint, "rg", 32),
    row(rg32_sint, "rg32_sint", "R32G32_SINT", "R32G32_SINT", "RG32Sint", sint, "rg", 32),
    row(rgb32_float, "rgb32_float", "R32G32B32_FLOAT", "R32G32B32_SFLOAT", "", floating, "rgb", 32),
    row(rgb32_uint, "rgb32_uint", "R32G32B32_UINT", "R32G32B32_UINT", "", uint, "rgb", 32),
    row(rgb32_sint, "rgb32_sint", "R32G32B32_SINT", "R32G32B32_SINT", "", sint, "rgb", 32),
    row(rgba32_float, "rgba32_float", "R32G32B32A32_FLOAT", "R32G32B32A32_SFLOAT", "RGBA32Float", floating, "rgba", 32),
    row(rgba32_uint, "rgba32_uint", "R32G32B32A32_UINT", "R32G32B32A32_UINT", "RGBA32Uint", uint, "rgba", 32),
    row(rgba32_sint, "rgba32_sint", "R32G32B32A32_SINT", "R32G32B32A32_SINT", "RGBA32Sint", sint, "rgba", 32),
    row(rgb10a2_unorm, "rgb10a2_unorm", "R10G10B10A2_UNORM", "A2B10G10R10_UNORM_PACK32", "RGB10A2Unorm", unorm, "rgba",
        {10, 10, 10, 2}),
    row(rgb10a2_uint, "rgb10a2_uint", "R10G10B10A2_UINT", "A2B10G10R10_UINT_PACK32", "RGB10A2Uint", uint, "rgba",
        {10, 10, 10, 2}),
    row(bgr10a2_unorm, "bgr10a2_unorm", "", "A2R10G10B10_UNORM_PACK32", "BGR10A2Unorm", unorm, "bgra", {10, 10, 10, 2}),
    row(r11g11b10_float, "r11g11b10_float", "R11G11B10_FLOAT", "B10G11R11_UFLOAT_PACK32", "RG11B10Float", ufloat, "rgb",
        {11, 11, 10}),
    row(rgb9e5_float, "rgb9e5_float", "R9G9B9E5_SHAREDEXP", "E5B9G9R9_UFLOAT_PACK32", "RGB9E5Float", shared_exponent,
        "rgb", 9),
    row(b5g6r5_unorm, "b5g6r5_unorm", "B5G6R5_UNORM", "R5G6B5_UNORM_PACK16", "B5G6R5Unorm", unorm, "bgr", {5, 6, 5}),
    row(bgr5a1_unorm, "bgr5a1_unorm", "B5G5R5A1_UNORM", "A1R5G5B5_UNORM_PACK16", "BGR5A1Unorm", unorm, "bgra",
        {5, 5, 5, 1}),
    row(a1bgr5_unorm, "a1bgr5_unorm", "", "R5G5B5A1_UNORM_PACK16", "A1BGR5Unorm", unorm, "abgr", {1, 5, 5, 5}),
    row(bgra4_unorm, "bgra4_unorm", "B4G4R4A4_UNORM", "A4R4G4B4_UNORM_PACK16", "", unorm, "bgra", 4),
    row(abgr4_unorm, "abgr4_unorm", "A4B4G4R4_UNORM", "R4G4B4A4_UNORM_PACK16", "ABGR4Unorm", unorm, "abgr", 4),
    row(rgb10a2_snorm, "rgb10a2_snorm", "", "A2B10G10R10_SNORM_PACK32", "", snorm, "rgba", {10, 10, 10, 2}),
    row(bgr10a2_snorm, "bgr10a2_snorm", "", "A2R10G10B10_SNORM_PACK32", "", snorm, "bgra", {10, 10, 10, 2}),
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (static_cast<std::size_t>(kRows[i].format) != i) return false;
  }
  return true;
}
static_assert(in_order(), "info() indexes the table by the enumeration");

constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

constexpr bool same_name(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

/// Whether `asked` is an API's name, with its prefix or without.
constexpr bool names(std::string_view asked, std::string_view prefix, std::string_view name) {
  if (name.empty()) return false;
  if (same_name(asked, name)) return true;
  return asked.size() > prefix.size() && same_name(asked.substr(0, prefix.size()), prefix) &&
         same_name(asked.substr(prefix.size()), name);
}

}  // namespace

std::string PixelComponent::format_name() const {
  switch (kind) {
    case unorm:
      return "unorm" + std::to_string(bits);
    case snorm:
      return "snorm" + std::to_string(bits);
    case srgb:
      return "srgb" + std::to_string(bits);
    case floating:
      return "binary" + std::to_string(bits);
    case ufloat:
      return "ufloat" + std::to_string(bits);
    case shared_exponent:
      return "shared_exponent" + std::to_string(bits);
    case uint:
      return "uint" + std::to_string(bits);
    case sint:
      break;
  }
  return "sint" + std::to_string(bits);
}

const PixelFormatInfo& info(PixelFormat format) noexcept { return kRows[static_cast<std::size_t>(format)]; }

std::span<const PixelFormatInfo> pixel_formats() noexcept { return kRows; }

std::optional<PixelFormat> find_pixel_format(std::string_view name) noexcept {
  const auto* const row = std::ranges::find_if(kRows, [&](const PixelFormatInfo& info) {
    return same_name(name, info.name) || names(name, "DXGI_FORMAT_", info.dxgi) ||
           names(name, "VK_FORMAT_", info.vulkan) || names(name, "MTLPixelFormat", info.metal);
  });
  if (row == kRows.end()) return std::nullopt;
  return row->format;
}

}  // namespace halfulp
