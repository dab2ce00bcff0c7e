// SPDX-License-Identifier: Apache-2.0
// Textures of Direct3D 12 by vkd3d, on lavapipe. Values that every correct device gives: each code's own value read,
// and written back.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "device/codes.hpp"
#include "device/facts.hpp"
#include "device/shader/texel.hpp"

namespace halfulp {
namespace {

using enum Operation;
using test::Conversion;

/// What a way makes of values.
std::vector<Bits> written(Device& device, Operation operation, const std::string& way,
                          const std::vector<Bits>& values) {
  const std::vector<std::string> names = test::names_of(device.variants(operation, Format::binary32));
  const auto found = std::ranges::find(names, way);
  if (found == names.end()) return {};
  return test::compute_bits(device, operation, Format::binary32, static_cast<std::size_t>(found - names.begin()),
                            {{values}});
}

TEST(D3d12Textures, ReadAndWriteEveryCodeOfNormalisedFormats) {
  const auto device = open_device("d3d12", {});
  for (const Conversion& conversion : {Conversion{Format::unorm16, unorm16_to_binary32, binary32_to_unorm16},
                                       Conversion{Format::unorm10, unorm10_to_binary32, binary32_to_unorm10},
                                       Conversion{Format::unorm8, unorm8_to_binary32, binary32_to_unorm8},
                                       Conversion{Format::unorm2, unorm2_to_binary32, binary32_to_unorm2},
                                       Conversion{Format::snorm16, snorm16_to_binary32, binary32_to_snorm16},
                                       Conversion{Format::snorm8, snorm8_to_binary32, binary32_to_snorm8},
                                       Conversion{Format::srgb8, srgb8_to_binary32, binary32_to_srgb8}}) {
    test::expect_codes_kept(*device, conversion, test::takes_all);
  }
}

TEST(D3d12Textures, FilterSrgbAfterTheyDecodeIt) {
  const auto device = open_device("d3d12", {});
  const auto ways = device->variants(filter_srgb8, Format::srgb8);
  ASSERT_EQ(test::names_of(ways), std::vector<std::string>{"R8G8B8A8_UNORM_SRGB.x sample_l"});
  EXPECT_EQ(ways[0].operands, "linear sampler");
  test::expect_means_of_srgb(*device);
}

TEST(D3d12Textures, ReadAndWriteEveryNumberOfSmallFloatingFormats) {
  const auto device = open_device("d3d12", {});
  for (const Conversion& conversion : {Conversion{Format::binary16, binary16_to_binary32, binary32_to_binary16},
                                       Conversion{Format::ufloat11, ufloat11_to_binary32, binary32_to_ufloat11},
                                       Conversion{Format::ufloat10, ufloat10_to_binary32, binary32_to_ufloat10}}) {
    test::expect_numbers_kept(*device, conversion, test::takes_all);
  }
}

TEST(D3d12Textures, KeepValuesOfBinary32) { test::expect_binary32_kept(*open_device("d3d12", {})); }

TEST(D3d12Textures, KeepIntegers) { test::expect_integers_kept(*open_device("d3d12", {}), test::takes_all); }

// Part of a row, one row and a part, more than a texture.
TEST(D3d12Textures, ConvertAnyNumberOfCases) {
  const auto device = open_device("d3d12", {});
  for (const std::size_t cases : {1U, 1023U, 1025U, (1U << 18U) + 3U}) {
    std::vector<Bits> codes;
    std::vector<Bits> values;
    for (std::size_t i = 0; i < cases; ++i) {
      codes.push_back(i * 7919 % 256);
      values.push_back(test::binary32(test::value_of(Format::unorm8, codes.back())));
    }
    for (const char* const way : {"R8_UNORM store_uav_typed", "R8_UNORM render target"}) {
      EXPECT_TRUE(written(*device, binary32_to_unorm8, way, values) == codes) << way << ", " << cases;
    }
    for (const std::size_t way : {0U, 1U}) {
      const auto read = test::compute_bits(*device, unorm8_to_binary32, Format::unorm8, way, {{codes}});
      for (std::size_t i = 0; i < cases; ++i) ASSERT_NEAR(test::value32(read[i]), test::value32(values[i]), 1e-6) << i;
    }
  }
}

TEST(D3d12Textures, ComeByFormatAndComponentBehindInstructions) {
  const auto device = open_device("d3d12", {});
  const auto ways = device->variants(unorm16_to_binary32, Format::unorm16);
  EXPECT_EQ(test::names_of(ways), (std::vector<std::string>{"R16_UNORM ld", "R16_UNORM sample_l",
                                                            "R16G16B16A16_UNORM.x ld", "R16G16B16A16_UNORM.y ld",
                                                            "R16G16B16A16_UNORM.z ld", "R16G16B16A16_UNORM.w ld"}));
  EXPECT_EQ(ways[0].most_cases, 0U);
  EXPECT_EQ(ways[2].most_cases, device::kMostOfOtherLayouts);
  const auto halves = device->variants(binary32_to_binary16, Format::binary32);
  ASSERT_EQ(halves.size(), 11U);
  EXPECT_EQ(halves[0].name, "f32tof16");
  EXPECT_EQ(halves[1].name, "R16_FLOAT store_uav_typed");
  EXPECT_EQ(halves[6].name, "R16_FLOAT render target");
  // A texture of sRGB is not stored.
  const auto encoded = device->variants(binary32_to_srgb8, Format::binary32);
  ASSERT_EQ(encoded.size(), 6U);
  EXPECT_EQ(encoded[0].name, "R8G8B8A8_UNORM_SRGB.x render target");
}

/// The driver's, as by Vulkan's colour attachments (docs/devices/d3d12.md).
TEST(D3d12Textures, DrawAsLavapipe22Does) {
  const auto device = open_device("d3d12", {});
  if (!device::fact(device->description(), "its version").starts_with("Mesa 22.3.6")) {
    GTEST_SKIP() << "measured on Mesa 22.3.6";
  }
  // -1.5 and NaN: Direct3D has -127, which a store gives, and 0.
  const std::vector<Bits> below = {0xbfc00000, 0x7fc00000};
  EXPECT_EQ(written(*device, binary32_to_snorm8, "R8_SNORM render target", below), (std::vector<Bits>{0x80, 0x80}));
  EXPECT_EQ(written(*device, binary32_to_snorm8, "R8_SNORM store_uav_typed", {below[0]}), std::vector<Bits>{0x81});
  // 15 * 2^-13, times 1023 + 0.5 is 2.37, and times 1024 it is 1.875.
  EXPECT_EQ(written(*device, binary32_to_unorm10, "R10G10B10A2_UNORM.x render target", {0x3af00000}),
            std::vector<Bits>{1});
  EXPECT_EQ(written(*device, binary32_to_unorm10, "R10G10B10A2_UNORM.x store_uav_typed", {0x3af00000}),
            std::vector<Bits>{2});
}

}  // namespace
}  // namespace halfulp
