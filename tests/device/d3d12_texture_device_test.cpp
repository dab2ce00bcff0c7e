// SPDX-License-Identifier: Apache-2.0
// Textures of Direct3D 12 by vkd3d, on lavapipe. Values that every correct device gives: each code's own value read,
// and written back.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "device/codes.hpp"
#include "device/shader/texel.hpp"

namespace halfulp {
namespace {

using enum Operation;
using test::Conversion;

TEST(D3d12Textures, ReadAndWriteEveryCodeOfNormalisedFormats) {
  const auto device = open_device("d3d12", {});
  for (const Conversion& conversion : {Conversion{Format::unorm16, unorm16_to_binary32, binary32_to_unorm16},
                                       Conversion{Format::unorm10, unorm10_to_binary32, binary32_to_unorm10},
                                       Conversion{Format::unorm8, unorm8_to_binary32, binary32_to_unorm8},
                                       Conversion{Format::unorm2, unorm2_to_binary32, binary32_to_unorm2},
                                       Conversion{Format::snorm16, snorm16_to_binary32, binary32_to_snorm16},
                                       Conversion{Format::snorm8, snorm8_to_binary32, binary32_to_snorm8}}) {
    test::expect_codes_kept(*device, conversion, test::takes_all);
  }
}

TEST(D3d12Textures, ReadEveryCodeOfSrgb) {
  const auto device = open_device("d3d12", {});
  const std::vector<Bits> codes = test::all_codes(Format::srgb8);
  const auto ways = device->variants(srgb8_to_binary32, Format::srgb8);
  EXPECT_FALSE(ways.empty());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const auto values = test::compute_bits(*device, srgb8_to_binary32, Format::srgb8, i, {{codes}});
    for (const Bits code : codes) {
      ASSERT_NEAR(test::value32(values[code]), test::value_of(Format::srgb8, code),
                  test::gap_below(Format::srgb8, code) * 0.49)
          << ways[i].name << ", code " << code;
    }
  }
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
    EXPECT_TRUE(test::compute_bits(*device, binary32_to_unorm8, Format::binary32, 0, {{values}}) == codes) << cases;
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
  ASSERT_EQ(halves.size(), 6U);
  EXPECT_EQ(halves[0].name, "f32tof16");
  EXPECT_EQ(halves[1].name, "R16_FLOAT store_uav_typed");
}

}  // namespace
}  // namespace halfulp
