// SPDX-License-Identifier: Apache-2.0
#include "halfulp/pixel_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <string>
#include <vector>

// The three APIs' names say by themselves where components lie, each in its own way: read here, they must agree with
// the table.

namespace halfulp {
namespace {

/// A letter and a width, from bit 0 on.
using Letters = std::vector<std::pair<char, int>>;

/// "R10G10B10A2", or "RGB10A2": letters without digits have those of the next one.
Letters letters_of(const std::string& name) {
  Letters letters;
  std::size_t without = 0;
  for (std::size_t at = 0; at < name.size();) {
    letters.emplace_back(static_cast<char>(std::tolower(name[at++])), 0);
    std::size_t end = at;
    while (end < name.size() && std::isdigit(static_cast<unsigned char>(name[end])) != 0) ++end;
    if (end == at) continue;
    for (; without < letters.size(); ++without) letters[without].second = std::stoi(name.substr(at, end - at));
    at = end;
  }
  return letters;
}

struct Parsed {
  Letters letters;
  std::string kind;  ///< "unorm", "float", ...
};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

/// R8G8B8A8_UNORM_SRGB: from the lowest address or the least significant bit.
Parsed from_dxgi(const std::string& name) {
  const std::string rest = name.substr(name.find('_') + 1);
  return {letters_of(name.substr(0, name.find('_'))), lower(rest == "UNORM_SRGB"  ? "srgb"
                                                            : rest == "SHAREDEXP" ? "float"
                                                                                  : rest)};
}

/// R8G8B8A8_SRGB: from the lowest address; A2B10G10R10_UNORM_PACK32: from the most significant bit.
Parsed from_vulkan(const std::string& name) {
  Parsed parsed{letters_of(name.substr(0, name.find('_'))), ""};
  std::string rest = name.substr(name.find('_') + 1);
  const std::size_t pack = rest.find("_PACK");
  if (pack != std::string::npos) {
    std::ranges::reverse(parsed.letters);
    rest.resize(pack);
  }
  parsed.kind = lower(rest == "SFLOAT" || rest == "UFLOAT" ? "float" : rest);
  return parsed;
}

/// RGBA8Unorm_sRGB, BGR5A1Unorm: from the lowest address or the least significant bit.
Parsed from_metal(const std::string& name) {
  std::size_t kind = 1;
  while (std::islower(static_cast<unsigned char>(name[kind])) == 0) ++kind;
  const std::string rest = name.substr(kind - 1);
  return {letters_of(name.substr(0, kind - 1)), lower(rest == "Unorm_sRGB" ? "srgb" : rest)};
}

char letter_of(Channel channel) { return "rgba"[static_cast<int>(channel)]; }

std::string kind_of(const PixelComponent& component) {
  switch (component.kind) {
    case ComponentKind::unorm:
      return "unorm";
    case ComponentKind::snorm:
      return "snorm";
    case ComponentKind::srgb:
      return "srgb";
    case ComponentKind::uint:
      return "uint";
    case ComponentKind::sint:
      return "sint";
    default:
      return "float";
  }
}

void expect_same(const PixelFormatInfo& row, const Parsed& parsed) {
  SCOPED_TRACE(row.name);
  Letters expected;
  int bit = 0;
  for (const PixelComponent& component : row.components()) {
    EXPECT_EQ(component.first_bit, bit);
    bit += component.bits;
    expected.emplace_back(letter_of(component.channel), component.bits);
    const bool linear_alpha = parsed.kind == "srgb" && component.channel == Channel::alpha;
    EXPECT_EQ(kind_of(component), linear_alpha ? "unorm" : parsed.kind);
  }
  if (row.format == PixelFormat::rgb9e5_float) {
    expected.emplace_back('e', 5);
    bit += 5;
  }
  EXPECT_EQ(parsed.letters, expected);
  EXPECT_EQ(row.bytes_per_pixel * 8, bit);
}

TEST(PixelFormats, LieInMemoryAsTheirNamesSay) {
  int dxgi = 0;
  int vulkan = 0;
  int metal = 0;
  for (const PixelFormatInfo& row : pixel_formats()) {
    if (!row.dxgi.empty()) {
      expect_same(row, from_dxgi(std::string(row.dxgi)));
      ++dxgi;
    }
    if (!row.vulkan.empty()) {
      expect_same(row, from_vulkan(std::string(row.vulkan)));
      ++vulkan;
    }
    if (!row.metal.empty()) {
      expect_same(row, from_metal(std::string(row.metal)));
      ++metal;
    }
  }
  EXPECT_EQ(dxgi, 51);
  EXPECT_EQ(vulkan, 60);
  EXPECT_EQ(metal, 51);
}

TEST(PixelFormats, NamesInTheirOwnStyleSayTheSame) {
  for (const PixelFormatInfo& row : pixel_formats()) {
    const std::string name(row.name);
    expect_same(row, {letters_of(name.substr(0, name.find('_'))), name.substr(name.find('_') + 1)});
  }
}

/// What Vulkan's page on formats says in words: bits of the packed ones.
TEST(PixelFormats, PackedOnesHaveTheBitsThatVulkanDescribes) {
  const auto bits = [](PixelFormat format, Channel channel) {
    for (const PixelComponent& component : info(format).components()) {
      if (component.channel == channel) {
        return std::pair(component.first_bit, component.first_bit + component.bits - 1);
      }
    }
    return std::pair(-1, -1);
  };
  using enum PixelFormat;
  // VK_FORMAT_R5G6B5_UNORM_PACK16: R in bits 11..15, G in bits 5..10, B in bits 0..4.
  EXPECT_EQ(bits(b5g6r5_unorm, Channel::red), std::pair(11, 15));
  EXPECT_EQ(bits(b5g6r5_unorm, Channel::green), std::pair(5, 10));
  EXPECT_EQ(bits(b5g6r5_unorm, Channel::blue), std::pair(0, 4));
  EXPECT_EQ(bits(b5g6r5_unorm, Channel::alpha), std::pair(-1, -1));
  // VK_FORMAT_A1R5G5B5_UNORM_PACK16: A in bit 15, R in bits 10..14, G in bits 5..9, B in bits 0..4.
  EXPECT_EQ(bits(bgr5a1_unorm, Channel::alpha), std::pair(15, 15));
  EXPECT_EQ(bits(bgr5a1_unorm, Channel::red), std::pair(10, 14));
  // VK_FORMAT_R5G5B5A1_UNORM_PACK16: R in bits 11..15, A in bit 0.
  EXPECT_EQ(bits(a1bgr5_unorm, Channel::red), std::pair(11, 15));
  EXPECT_EQ(bits(a1bgr5_unorm, Channel::alpha), std::pair(0, 0));
  // VK_FORMAT_A4R4G4B4_UNORM_PACK16 and VK_FORMAT_R4G4B4A4_UNORM_PACK16.
  EXPECT_EQ(bits(bgra4_unorm, Channel::alpha), std::pair(12, 15));
  EXPECT_EQ(bits(bgra4_unorm, Channel::blue), std::pair(0, 3));
  EXPECT_EQ(bits(abgr4_unorm, Channel::alpha), std::pair(0, 3));
  EXPECT_EQ(bits(abgr4_unorm, Channel::red), std::pair(12, 15));
  // VK_FORMAT_B10G11R11_UFLOAT_PACK32: B in bits 22..31, G in bits 11..21, R in bits 0..10.
  EXPECT_EQ(bits(r11g11b10_float, Channel::blue), std::pair(22, 31));
  EXPECT_EQ(bits(r11g11b10_float, Channel::red), std::pair(0, 10));
  // VK_FORMAT_A2R10G10B10_UNORM_PACK32: A in bits 30..31, R in bits 20..29, B in bits 0..9.
  EXPECT_EQ(bits(bgr10a2_unorm, Channel::red), std::pair(20, 29));
  // VK_FORMAT_A2B10G10R10_SNORM_PACK32: A in bits 30..31, B in bits 20..29, R in bits 0..9.
  EXPECT_EQ(bits(rgb10a2_snorm, Channel::alpha), std::pair(30, 31));
  EXPECT_EQ(bits(rgb10a2_snorm, Channel::blue), std::pair(20, 29));
  EXPECT_EQ(bits(rgb10a2_snorm, Channel::red), std::pair(0, 9));
}

TEST(PixelFormats, AreFoundByTheNamesOfAllApis) {
  for (const PixelFormatInfo& row : pixel_formats()) {
    EXPECT_EQ(find_pixel_format(row.name), row.format);
    const std::vector<std::pair<std::string, std::string>> names = {{"DXGI_FORMAT_", std::string(row.dxgi)},
                                                                    {"VK_FORMAT_", std::string(row.vulkan)},
                                                                    {"MTLPixelFormat", std::string(row.metal)}};
    for (const auto& [prefix, name] : names) {
      if (name.empty()) continue;
      EXPECT_EQ(find_pixel_format(prefix + name), row.format) << name;
      EXPECT_EQ(find_pixel_format(name), row.format) << name;
      EXPECT_EQ(find_pixel_format(lower(prefix + name)), row.format) << name;
    }
  }
  EXPECT_EQ(find_pixel_format("DXGI_FORMAT_B5G6R5_UNORM"), find_pixel_format("VK_FORMAT_R5G6B5_UNORM_PACK16"));
  EXPECT_EQ(find_pixel_format("MTLPixelFormatBGR10A2Unorm"), PixelFormat::bgr10a2_unorm);
}

TEST(PixelFormats, HaveNoNameInCommon) {
  std::map<std::string, PixelFormat> seen;
  for (const PixelFormatInfo& row : pixel_formats()) {
    for (const std::string_view name : {row.name, row.dxgi, row.vulkan, row.metal}) {
      if (name.empty()) continue;
      const auto [place, is_new] = seen.emplace(lower(std::string(name)), row.format);
      EXPECT_TRUE(is_new || place->second == row.format) << name;
    }
  }
}

TEST(PixelFormats, OfOtherNamesAreNotFound) {
  for (const char* name : {"", "rgba8", "DXGI_FORMAT_", "VK_FORMAT_", "MTLPixelFormat", "R5G6B5_UNORM",
                           "VK_FORMAT_R16_FLOAT", "DXGI_FORMAT_R8_SRGB", "DXGI_FORMAT_RGBA8Unorm", "rgba8_unorm "}) {
    EXPECT_EQ(find_pixel_format(name), std::nullopt) << name;
  }
}

TEST(PixelFormats, NameTheFormatsOfTheirComponents) {
  const auto names = [](PixelFormat format) {
    std::string text;
    for (const PixelComponent& component : info(format).components()) text += component.format_name() + " ";
    return text;
  };
  EXPECT_EQ(names(PixelFormat::rgba8_srgb), "srgb8 srgb8 srgb8 unorm8 ");
  EXPECT_EQ(names(PixelFormat::r11g11b10_float), "ufloat11 ufloat11 ufloat10 ");
  EXPECT_EQ(names(PixelFormat::rg16_float), "binary16 binary16 ");
  EXPECT_EQ(names(PixelFormat::r32_sint), "sint32 ");
  EXPECT_EQ(names(PixelFormat::b5g6r5_unorm), "unorm5 unorm6 unorm5 ");
  EXPECT_EQ(names(PixelFormat::rg8_snorm), "snorm8 snorm8 ");
  EXPECT_EQ(names(PixelFormat::rgb10a2_uint), "uint10 uint10 uint10 uint2 ");
  EXPECT_EQ(names(PixelFormat::rgb10a2_snorm), "snorm10 snorm10 snorm10 snorm2 ");
}

}  // namespace
}  // namespace halfulp
