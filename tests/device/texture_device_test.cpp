// SPDX-License-Identifier: Apache-2.0
// Textures of a Vulkan driver. Values that every correct device gives: each code's own value read, and written back.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "device/codes.hpp"
#include "device/lanes.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/texture/table.hpp"

namespace halfulp {
namespace {

using device::TextureAccess;
using test::binary32;
using test::compute_bits;
using test::Conversion;
using test::value32;
using test::value_of;

// Whether it takes all codes: a variant on constants takes few.
bool takes_many(const Variant& variant) { return variant.operands != "specialization constants"; }

std::vector<Conversion> normalised() {
  using enum Operation;
  return {{Format::unorm16, unorm16_to_binary32, binary32_to_unorm16},
          {Format::unorm10, unorm10_to_binary32, binary32_to_unorm10},
          {Format::unorm8, unorm8_to_binary32, binary32_to_unorm8},
          {Format::unorm8, srgb8_alpha_to_binary32, binary32_to_srgb8_alpha},
          {Format::unorm6, unorm6_to_binary32, binary32_to_unorm6},
          {Format::unorm5, unorm5_to_binary32, binary32_to_unorm5},
          {Format::unorm4, unorm4_to_binary32, binary32_to_unorm4},
          {Format::unorm2, unorm2_to_binary32, binary32_to_unorm2},
          {Format::unorm1, unorm1_to_binary32, binary32_to_unorm1},
          {Format::snorm16, snorm16_to_binary32, binary32_to_snorm16},
          {Format::snorm8, snorm8_to_binary32, binary32_to_snorm8},
          {Format::srgb8, srgb8_to_binary32, binary32_to_srgb8}};
}

// Every way, by textures and by instructions.
TEST(Textures, ReadAndWriteEveryCodeOfNormalisedFormats) {
  const auto device = open_device("vulkan", {});
  for (const Conversion& conversion : normalised()) test::expect_codes_kept(*device, conversion, takes_many);
}

// Of words with signed components. lavapipe 22.3.6 and 25.0.7 read all codes, and write those of negative numbers one
// too low from -5 on, so that -1 becomes the most negative one.
TEST(Textures, ReadSignedComponentsOf10And2BitsAndWriteSomeNegativeOnesOneTooLow) {
  using enum Operation;
  const auto device = open_device("vulkan", {});
  for (const Conversion& conversion : {Conversion{Format::snorm10, snorm10_to_binary32, binary32_to_snorm10},
                                       Conversion{Format::snorm2, snorm2_to_binary32, binary32_to_snorm2}}) {
    test::expect_codes_read(*device, conversion, takes_many);
  }
  std::vector<Bits> values;
  for (Bits code = 0; code < 0x400; ++code) values.push_back(binary32(value_of(Format::snorm10, code)));
  const auto ways = device->variants(binary32_to_snorm10, Format::binary32);
  EXPECT_EQ(ways.size(), 6U);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const auto codes = compute_bits(*device, binary32_to_snorm10, Format::binary32, i, {{values}});
    for (Bits code = 0; code < 0x200; ++code) EXPECT_EQ(codes[code], code) << ways[i].name;
    for (Bits code = 0x201; code < 0x400; ++code) {
      EXPECT_TRUE(codes[code] == code || (codes[code] == code - 1 && code < 0x3fc)) << ways[i].name << ' ' << code;
    }
    EXPECT_EQ(codes[0x201], 0x200U) << ways[i].name;
  }
}

TEST(Textures, FilterSrgbAfterTheyDecodeIt) {
  const auto device = open_device("vulkan", {});
  const auto ways = device->variants(Operation::filter_srgb8, Format::srgb8);
  ASSERT_EQ(ways.size(), 1U);
  EXPECT_EQ(ways[0].name, "R8G8B8A8_SRGB.x linear filter");
  EXPECT_EQ(ways[0].instruction, "R8G8B8A8_SRGB.x OpImageSampleExplicitLod");
  EXPECT_EQ(ways[0].operands, "linear sampler");
  EXPECT_EQ(ways[0].most_cases, 0U);
  test::expect_means_of_srgb(*device);
}

// Between two texels by the weight of the second, which has 8 fraction bits or more: so a result is off by 0.6 of a
// 256th of the texels' distance, and a step of the format. NaN and infinities beside a pair count with weight 0 and
// leave it alone.
TEST(Textures, FilterLinearlyByWeight) {
  using enum Operation;
  const auto device = open_device("vulkan", {});
  const std::array kFilters = {std::pair{Format::unorm8, linear_unorm8}, std::pair{Format::unorm16, linear_unorm16},
                               std::pair{Format::snorm8, linear_snorm8}, std::pair{Format::snorm16, linear_snorm16}};
  for (const auto& [format, operation] : kFilters) {
    const double step = 1.0 / static_cast<double>(info(format).scale());
    // Part of a row, one row and a part, more than one block.
    for (const std::size_t cases : {1U, 255U, 257U, (1U << 15U) + 3U}) {
      std::vector<std::vector<Bits>> operands(3);
      for (std::size_t i = 0; i < cases; ++i) {
        operands[0].push_back(i * 7919 & ((1U << static_cast<unsigned>(info(format).bits)) - 1));
        operands[1].push_back(i * 104729 & ((1U << static_cast<unsigned>(info(format).bits)) - 1));
        operands[2].push_back(binary32(static_cast<double>(i * 37 % 1025) / 1024));
      }
      const auto results = compute_bits(*device, operation, format, 0, operands);
      for (std::size_t i = 0; i < cases; ++i) {
        const double x = value_of(format, operands[0][i]);
        const double y = value_of(format, operands[1][i]);
        const double expected = x + (y - x) * value32(operands[2][i]);
        ASSERT_NEAR(value32(results[i]), expected, std::fabs(y - x) * 0.6 / 256 + step)
            << name(operation, Naming::direct3d) << ' ' << i;
      }
    }
  }
  const std::vector<Bits> numbers(600, 0x3c00);
  std::vector<Bits> others(600, 0x4000);
  for (std::size_t i = 0; i < others.size(); i += 2) others[i] = i % 4 == 0 ? 0x7e00 : 0x7c00;
  const std::vector<Bits> last(600, binary32(1));
  const auto beside = compute_bits(*device, linear_binary16, Format::binary16, 0, {{numbers, others, last}});
  for (std::size_t i = 1; i < beside.size(); i += 2) EXPECT_EQ(value32(beside[i]), 2.0) << i;
}

// Values of binary16, ufloat11 and ufloat10 are values of binary32. lavapipe keeps all of them.
TEST(Textures, ReadAndWriteEveryValueOfSmallFloatingFormats) {
  using enum Operation;
  const auto device = open_device("vulkan", {});
  for (const Conversion& conversion : {Conversion{Format::binary16, binary16_to_binary32, binary32_to_binary16},
                                       Conversion{Format::ufloat11, ufloat11_to_binary32, binary32_to_ufloat11},
                                       Conversion{Format::ufloat10, ufloat10_to_binary32, binary32_to_ufloat10}}) {
    test::expect_numbers_kept(*device, conversion, takes_many);
  }
}

TEST(Textures, KeepValuesOfBinary32) { test::expect_binary32_kept(*open_device("vulkan", {})); }

TEST(Textures, KeepIntegers) { test::expect_integers_kept(*open_device("vulkan", {}), takes_many); }

// A component is its nine bits times 2^(e - 24) [D3D11.3 §19.3.2].
TEST(Textures, ReadTheComponentsOfASharedExponent) {
  using enum Operation;
  const auto device = open_device("vulkan", {});
  std::vector<Bits> codes;
  for (Bits i = 0; i < 5000; ++i) codes.push_back(i * 0x9e3779b1 & 0xffffffff);
  int component = 0;
  for (const Operation operation : {rgb9e5_to_binary32_red, rgb9e5_to_binary32_green, rgb9e5_to_binary32_blue}) {
    std::vector<Bits> values;
    for (const Bits code : codes) {
      const auto fraction = static_cast<double>(code >> (9 * component) & 0x1ff);
      values.push_back(binary32(std::ldexp(fraction, static_cast<int>(code >> 27) - 24)));
    }
    const auto variants = device->variants(operation, Format::rgb9e5);
    EXPECT_FALSE(variants.empty());
    for (std::size_t i = 0; i < variants.size(); ++i) {
      EXPECT_EQ(compute_bits(*device, operation, Format::rgb9e5, i, {{codes}}), values) << variants[i].name;
    }
    ++component;
  }
}

// Part of a row, one row and a part, more than an image.
TEST(Textures, ConvertAnyNumberOfCases) {
  const auto device = open_device("vulkan", {});
  for (const std::size_t cases : {1U, 1023U, 1025U, (1U << 18U) + 3U}) {
    std::vector<Bits> codes;
    std::vector<Bits> values;
    for (std::size_t i = 0; i < cases; ++i) {
      codes.push_back(i * 7919 % 256);
      values.push_back(binary32(value_of(Format::unorm8, codes.back())));
    }
    std::vector<std::string> seen;
    const auto encodes = device->variants(Operation::binary32_to_unorm8, Format::binary32);
    for (std::size_t i = 0; i < encodes.size(); ++i) {
      if (encodes[i].most_cases != 0) continue;
      seen.push_back(encodes[i].name);
      EXPECT_TRUE(compute_bits(*device, Operation::binary32_to_unorm8, Format::binary32, i, {{values}}) == codes)
          << encodes[i].name << ", " << cases << " cases";
    }
    EXPECT_EQ(seen, (std::vector<std::string>{"R8_UNORM render target", "R8_UNORM imageStore", "PackUnorm4x8"}));
    const auto decodes = device->variants(Operation::unorm8_to_binary32, Format::unorm8);
    for (std::size_t i = 0; i < decodes.size(); ++i) {
      if (decodes[i].most_cases != 0) continue;
      const auto results = compute_bits(*device, Operation::unorm8_to_binary32, Format::unorm8, i, {{codes}});
      for (std::size_t k = 0; k < cases; ++k) ASSERT_NEAR(value32(results[k]), value32(values[k]), 1e-6) << k;
    }
  }
}

// Codes of 24 bits need no more than binary32 has, and their values lie 2^-24 apart at least.
TEST(Textures, ReadAndWriteDepthsOf24Bits) {
  const auto device = open_device("vulkan", {});
  std::vector<Bits> codes{0, 1, 0xfffffe, 0xffffff};
  for (Bits i = 0; i < 3000; ++i) codes.push_back(i * 0x9e3779 & 0xffffff);
  std::vector<Bits> values;
  for (const Bits code : codes) values.push_back(binary32(value_of(Format::unorm24, code)));
  const auto decodes = device->variants(Operation::unorm24_to_binary32, Format::unorm24);
  EXPECT_EQ(decodes.size(), 3U);
  for (std::size_t i = 0; i < decodes.size(); ++i) {
    const auto results = compute_bits(*device, Operation::unorm24_to_binary32, Format::unorm24, i, {{codes}});
    for (std::size_t k = 0; k < codes.size(); ++k) {
      ASSERT_NEAR(value32(results[k]), value32(values[k]), 0x1p-23) << decodes[i].name << ", code " << codes[k];
    }
  }
  const auto encodes = device->variants(Operation::binary32_to_unorm24, Format::binary32);
  ASSERT_EQ(encodes.size(), 1U);
  EXPECT_EQ(encodes[0].name, "X8_D24_UNORM render target");
  EXPECT_EQ(encodes[0].operands, "depth attachment");
  const auto results = compute_bits(*device, Operation::binary32_to_unorm24, Format::binary32, 0, {{values}});
  for (std::size_t k = 0; k < codes.size(); ++k) {
    // A value near 1 is rounded to a multiple of 2^-24 before it is a code.
    EXPECT_NEAR(static_cast<double>(results[k]), static_cast<double>(codes[k]), 1) << k;
  }
}

TEST(Textures, OfTheDriversFormatsAreOfferedAndNoOthers) {
  const device::Instance instance(device::ShaderStage::compute);
  const device::PhysicalDevice& physical = instance.devices().front();
  const auto ways = device::texture_ways(instance.functions(), physical, device::ShaderStage::compute);
  struct Needed {
    TextureAccess access;
    VkFormatFeatureFlags feature;
  };
  for (const device::TextureFormat& row : device::texture_formats()) {
    VkFormatProperties properties{};
    instance.functions().vkGetPhysicalDeviceFormatProperties(physical.handle, row.format, &properties);
    for (const Needed& needed : {Needed{TextureAccess::fetch, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT},
                                 Needed{TextureAccess::store, VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT},
                                 Needed{TextureAccess::render, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
                                                                   VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT}}) {
      const auto offered = std::ranges::count_if(
          ways, [&](const device::TextureWay& way) { return way.format == &row && way.access == needed.access; });
      const auto components = std::ranges::count_if(row.components, [](const auto& each) { return each.has_value(); });
      const bool at_once = row.components[0]->format == Format::rgb9e5 && !device::reads(needed.access);
      const bool has = (properties.optimalTilingFeatures & needed.feature) != 0;
      EXPECT_EQ(offered, !has ? 0 : at_once ? 1 : components) << row.name;
    }
  }
}

TEST(Textures, AreFilteredWhereTheDriverFiltersSrgb) {
  const device::Instance instance(device::ShaderStage::compute);
  const device::PhysicalDevice& physical = instance.devices().front();
  VkFormatProperties properties{};
  instance.functions().vkGetPhysicalDeviceFormatProperties(physical.handle, VK_FORMAT_R8G8B8A8_SRGB, &properties);
  const bool filters = (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0;
  int offered = 0;
  for (const device::TextureWay& way :
       device::texture_ways(instance.functions(), physical, device::ShaderStage::compute)) {
    if (way.access != TextureAccess::filter) continue;
    ++offered;
    EXPECT_EQ(way.operation, Operation::filter_srgb8);
    EXPECT_EQ(way.format->components[way.component]->format, Format::srgb8);
  }
  EXPECT_EQ(offered, filters ? 1 : 0);
}

// ReadAndWriteEveryCodeOfNormalisedFormats and the like ask each way, this one too.
TEST(Textures, AreGatheredFromWhereTheyAreSampled) {
  const device::Instance instance(device::ShaderStage::compute);
  std::vector<std::string> sampled;
  std::vector<std::string> gathered;
  for (const device::TextureWay& way :
       device::texture_ways(instance.functions(), instance.devices().front(), device::ShaderStage::compute)) {
    const std::string place = std::string(way.format->name) + "xyzw"[way.component];
    if (way.access == TextureAccess::sample) sampled.push_back(place);
    if (way.access == TextureAccess::gather) gathered.push_back(place);
  }
  EXPECT_EQ(gathered, sampled);
  EXPECT_EQ(std::ranges::count(gathered, "A2B10G10R10_UNORMw"), 1);
  const auto device = open_device("vulkan", {});
  const auto ways = device->variants(Operation::unorm2_to_binary32, Format::unorm2);
  const auto gather = std::ranges::find(ways, "A2B10G10R10_UNORM.w gather", &Variant::name);
  ASSERT_NE(gather, ways.end());
  EXPECT_EQ(gather->instruction, "A2B10G10R10_UNORM.w OpImageGather");
  EXPECT_EQ(gather->operands, "point sampler");
  EXPECT_EQ(gather->most_cases, 0U);
}

TEST(Textures, OfAlphaBesideSrgbAreThoseOfItsOwnOperations) {
  const device::Instance instance(device::ShaderStage::compute);
  using enum Operation;
  int alphas = 0;
  for (const device::TextureWay& way :
       device::texture_ways(instance.functions(), instance.devices().front(), device::ShaderStage::compute)) {
    const bool is_alpha = way.operation == srgb8_alpha_to_binary32 || way.operation == binary32_to_srgb8_alpha;
    EXPECT_EQ(is_alpha, way.format->name.ends_with("_SRGB") && way.component == 3) << way.variant().name;
    if (is_alpha) ++alphas;
  }
  EXPECT_GT(alphas, 2);
}

TEST(Textures, CannotBeRenderedToWithoutAQueueThatDraws) {
  const device::Instance instance(device::ShaderStage::compute);
  device::PhysicalDevice physical = instance.devices().front();
  const auto renders = [](const device::TextureWay& way) { return way.access == TextureAccess::render; };
  EXPECT_TRUE(
      std::ranges::any_of(device::texture_ways(instance.functions(), physical, device::ShaderStage::compute), renders));
  physical.draws = false;
  EXPECT_FALSE(
      std::ranges::any_of(device::texture_ways(instance.functions(), physical, device::ShaderStage::compute), renders));
}

TEST(Textures, CannotBeStoredToWithoutTheFeature) {
  const device::Instance instance(device::ShaderStage::compute);
  device::PhysicalDevice physical = instance.devices().front();
  const auto stores = [](const device::TextureWay& way) { return way.access == TextureAccess::store; };
  EXPECT_TRUE(
      std::ranges::any_of(device::texture_ways(instance.functions(), physical, device::ShaderStage::compute), stores));
  physical.features.storage_image_write_without_format = false;
  EXPECT_FALSE(
      std::ranges::any_of(device::texture_ways(instance.functions(), physical, device::ShaderStage::compute), stores));
}

TEST(Textures, ComeBeforeInstructionsWherePixelsAreConvertedAndCount) {
  const auto device = open_device("vulkan", {});
  const auto pixel = device->variants(Operation::binary32_to_unorm8, Format::binary32);
  EXPECT_EQ(pixel.front().name, "R8_UNORM render target");
  EXPECT_EQ(pixel.front().instruction, "R8_UNORM OpStore");
  EXPECT_EQ(pixel.front().operands, "colour attachment");
  EXPECT_TRUE(pixel.front().counts);
  EXPECT_EQ(pixel.back().name, "PackUnorm4x8, constants");
  EXPECT_FALSE(pixel.back().counts);
  const auto half = device->variants(Operation::binary32_to_binary16, Format::binary32);
  EXPECT_EQ(half.front().name, "OpFConvert");
  EXPECT_TRUE(std::ranges::any_of(half, [](const Variant& way) { return way.name == "R16_SFLOAT imageStore"; }));
}

}  // namespace
}  // namespace halfulp
