// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "device/texels.hpp"
#include "device/vulkan/texture/table.hpp"

namespace halfulp::device {
namespace {

const TextureFormat& row_of(std::string_view name) {
  return *std::ranges::find(texture_formats(), name, &TextureFormat::name);
}

// But for the byte that X8_D24_UNORM leaves unused.
TEST(TextureTable, PutsEachBitOfATexelIntoOneComponent) {
  for (const TextureFormat& row : texture_formats()) {
    const bool shared = row.components[0]->format == Format::rgb9e5;
    std::vector<int> owners = test::owners_of_bits(row.components, row.texel_bytes);
    if (row.name == "X8_D24_UNORM") owners.resize(24);
    for (const int owner : owners) EXPECT_EQ(owner, shared ? 3 : 1) << row.name;
  }
}

// The bytes of a texel whose components x, y, z and w are 1, 2, 3 and 1, by the format's definition
// [Vulkan 1.3 §50.1.1].
struct Texel {
  std::string_view format;
  std::uint64_t bits;
};

TEST(TextureTable, HasComponentsWhereVulkanHasThem) {
  for (const Texel& texel : {Texel{"R8G8B8A8_UNORM", 0x01030201},
                             {"B8G8R8A8_UNORM", 0x01010203},
                             {"R8G8B8A8_SRGB", 0x01030201},
                             {"B8G8R8A8_SRGB", 0x01010203},
                             {"R16G16B16A16_SNORM", 0x0001000300020001},
                             {"A2B10G10R10_UNORM", 1U << 30U | 3U << 20U | 2U << 10U | 1U},
                             {"A2R10G10B10_UNORM", 1U << 30U | 1U << 20U | 2U << 10U | 3U},
                             {"R5G6B5_UNORM", 1U << 11U | 2U << 5U | 3U},
                             {"B5G6R5_UNORM", 3U << 11U | 2U << 5U | 1U},
                             {"A1R5G5B5_UNORM", 1U << 15U | 1U << 10U | 2U << 5U | 3U},
                             {"R5G5B5A1_UNORM", 1U << 11U | 2U << 6U | 3U << 1U | 1U},
                             {"B4G4R4A4_UNORM", 3U << 12U | 2U << 8U | 1U << 4U | 1U},
                             {"R4G4B4A4_UNORM", 1U << 12U | 2U << 8U | 3U << 4U | 1U},
                             {"B10G11R11_UFLOAT", 3U << 22U | 2U << 11U | 1U}}) {
    const TextureFormat& row = row_of(texel.format);
    test::expect_texel(row.components, row.texel_bytes, texel.bits, texel.format);
  }
}

TEST(TextureTable, PutsAndTakesTheLastComponentOfTheLargestTexel) {
  const TextureFormat& row = row_of("R32G32B32A32_SFLOAT");
  std::array<std::byte, 16> texel{};
  put_component(texel, *row.components[3], 0x3f800000);
  EXPECT_EQ(texel[15], std::byte{0x3f});
  EXPECT_EQ(texel[14], std::byte{0x80});
  EXPECT_EQ(take_component(texel, *row.components[3]), 0x3f800000U);
  EXPECT_EQ(take_component(texel, *row.components[2]), 0U);
}

}  // namespace
}  // namespace halfulp::device
