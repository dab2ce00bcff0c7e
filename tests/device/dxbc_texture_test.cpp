// SPDX-License-Identifier: Apache-2.0
// Conversions of pixels by Direct3D's textures: which there are, and their shaders.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "device/dxbc/texture_shader.hpp"
#include "device/texels.hpp"

namespace halfulp::device::dxbc {
namespace {

std::vector<TextureWay> all_ways(ShaderStage stage) {
  return texture_ways(stage, [](const PixelFormat& /*format*/, TextureAccess /*access*/) { return true; });
}

/// The shader of the first way by that access.
std::string text(ShaderStage stage, Operation operation, TextureAccess access) {
  const std::vector<TextureWay> ways = all_ways(stage);
  return operation_shader_text(
      *std::ranges::find_if(ways,
                            [&](const TextureWay& way) { return way.operation == operation && way.access == access; }),
      stage);
}

const PixelFormat& pixel_format(std::string_view name) {
  return *std::ranges::find(pixel_formats(), name, &PixelFormat::name);
}

TEST(TextureShader, FetchesSamplesFiltersAndStoresInTheComputeStage) {
  const std::string head =
      "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\n"
      "and r0.x, vThreadID.x, l(1023)\nushr r0.y, vThreadID.x, l(10)\nmov r0.zw, l(0, 0, 0, 0)\n"
      "ishl r1.x, vThreadID.x, l(2)\n";
  EXPECT_EQ(text(ShaderStage::compute, Operation::unorm2_to_binary32, TextureAccess::fetch),
            "dcl_globalFlags\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_uav_raw u0\n" + head +
                "ld r0.xyzw, r0.xyzw, t0.xyzw\nstore_raw u0.x, r1.x, r0.w\nret\n");
  // Half a texel further is its centre, and 1 / 1024 and 1 / 256 make it a part of the texture.
  EXPECT_EQ(text(ShaderStage::compute, Operation::unorm8_to_binary32, TextureAccess::sample),
            "dcl_globalFlags\ndcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\n"
            "dcl_uav_raw u0\n" +
                head +
                "utof r0.xy, r0.xyxx\nadd r0.xy, r0.xyxx, l(0x3f000000, 0x3f000000, 0, 0)\n"
                "mul r0.xy, r0.xyxx, l(0x3a800000, 0x3b800000, 0, 0)\n"
                "sample_l r0.xyzw, r0.xyxx, t0.xyzw, s0, l(0)\nstore_raw u0.x, r1.x, r0.x\nret\n");
  // The case's first texel is the one at twice its number, and one texel further is the middle of the two.
  EXPECT_EQ(text(ShaderStage::compute, Operation::filter_srgb8, TextureAccess::filter),
            "dcl_globalFlags\ndcl_sampler s1, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\n"
            "dcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\n"
            "ishl r0.x, vThreadID.x, l(1)\nushr r0.y, r0.x, l(10)\nand r0.x, r0.x, l(1023)\n"
            "ishl r1.x, vThreadID.x, l(2)\n"
            "utof r0.xy, r0.xyxx\nadd r0.xy, r0.xyxx, l(0x3f800000, 0x3f000000, 0, 0)\n"
            "mul r0.xy, r0.xyxx, l(0x3a800000, 0x3b800000, 0, 0)\n"
            "sample_l r0.xyzw, r0.xyxx, t0.xyzw, s1, l(0)\nstore_raw u0.x, r1.x, r0.x\nret\n");
  EXPECT_EQ(text(ShaderStage::compute, Operation::binary32_to_snorm8, TextureAccess::store),
            "dcl_globalFlags\ndcl_resource_raw t0\ndcl_uav_typed_texture2d (snorm,snorm,snorm,snorm) u0\n" + head +
                "ld_raw r1.x, r1.x, t0.xxxx\nstore_uav_typed u0.xyzw, r0.xyyy, r1.xxxx\nret\n");
}

TEST(TextureShader, SamplesAndDrawsInTheFragmentStage) {
  const std::string input = "dcl_input_ps_siv linear noperspective v0.xy, position\n";
  // 1 / 1024 and 1 / 256.
  EXPECT_EQ(text(ShaderStage::fragment, Operation::srgb8_to_binary32, TextureAccess::sample),
            "dcl_globalFlags\ndcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\n" +
                input +
                "dcl_output o0.x\ndcl_temps 1\nmul r0.xy, v0.xyxx, l(0x3a800000, 0x3b800000, 0, 0)\n"
                "sample_l r0.xyzw, r0.xyxx, t0.xyzw, s0, l(0)\nmov o0.x, r0.x\nret\n");
  const std::string load = "ftou r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\nld r0.xyzw, r0.xyzw, t0.xyzw\n";
  EXPECT_EQ(text(ShaderStage::fragment, Operation::sint8_to_sint32, TextureAccess::fetch),
            "dcl_globalFlags\ndcl_resource_texture2d (sint,sint,sint,sint) t0\n" + input +
                "dcl_output o0.x\ndcl_temps 1\n" + load + "mov o0.x, r0.x\nret\n");
  EXPECT_EQ(text(ShaderStage::fragment, Operation::binary32_to_unorm6, TextureAccess::render),
            "dcl_globalFlags\ndcl_resource_texture2d (uint,uint,uint,uint) t0\n" + input +
                "dcl_output o0.xyzw\ndcl_temps 1\n" + load + "mov o0.xyzw, r0.xxxx\nret\n");
}

TEST(TextureShader, IsAssembledOfEveryWay) {
  for (const ShaderStage stage : {ShaderStage::compute, ShaderStage::fragment}) {
    EXPECT_GT(all_ways(stage).size(), 50U);
    for (const TextureWay& one : all_ways(stage)) {
      EXPECT_GT(operation_shader(one, stage).size(), 200U) << one.variant().name;
    }
  }
}

TEST(TextureWays, AreThoseOfEachStage) {
  const auto names = [](ShaderStage stage, Operation operation) {
    std::string all;
    for (const TextureWay& one : all_ways(stage)) {
      if (one.operation == operation) all += one.variant().name + "; ";
    }
    return all;
  };
  EXPECT_EQ(names(ShaderStage::compute, Operation::unorm16_to_binary32),
            "R16_UNORM ld; R16_UNORM sample_l; R16G16B16A16_UNORM.x ld; R16G16B16A16_UNORM.y ld; "
            "R16G16B16A16_UNORM.z ld; R16G16B16A16_UNORM.w ld; ");
  EXPECT_EQ(names(ShaderStage::compute, Operation::binary32_to_unorm2), "R10G10B10A2_UNORM.w store_uav_typed; ");
  EXPECT_EQ(names(ShaderStage::compute, Operation::binary32_to_rgb9e5), "");
  EXPECT_EQ(names(ShaderStage::compute, Operation::filter_srgb8), "R8G8B8A8_UNORM_SRGB.x sample_l; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::filter_srgb8), "");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::unorm8_to_binary32), "R8_UNORM sample_l; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::binary32_to_unorm1), "B5G5R5A1_UNORM.w render target; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::uint16_to_uint32),
            "R16_UINT ld; R16G16B16A16_UINT.x ld; R16G16B16A16_UINT.y ld; R16G16B16A16_UINT.z ld; "
            "R16G16B16A16_UINT.w ld; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::rgb9e5_to_binary32_blue), "R9G9B9E5_SHAREDEXP.z sample_l; ");
}

/// The first format that a device has is asked everything, another less.
TEST(TextureWays, AreOfTheFormatsThatADeviceOffers) {
  const auto ways = texture_ways(ShaderStage::compute, [](const PixelFormat& format, TextureAccess access) {
    return format.name == "B8G8R8A8_UNORM" && access == TextureAccess::store;
  });
  ASSERT_EQ(ways.size(), 4U);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    EXPECT_EQ(ways[i].operation, Operation::binary32_to_unorm8);
    EXPECT_EQ(ways[i].variant().most_cases, i == 0 ? 0 : kMostOfOtherLayouts);
  }
}

TEST(PixelFormats, PutEachBitOfATexelIntoOneComponent) {
  std::set<std::uint32_t> numbers;
  for (const PixelFormat& row : pixel_formats()) {
    EXPECT_TRUE(numbers.insert(row.number).second) << row.name;
    const bool shared = row.components[0]->format == Format::rgb9e5;
    for (const int owner : test::owners_of_bits(row.components, static_cast<int>(row.texel_bytes))) {
      EXPECT_EQ(owner, shared ? 3 : 1) << row.name;
    }
  }
}

/// The names give the components from the lowest bit on [D3D11.3 §19.1].
TEST(PixelFormats, HaveComponentsWhereTheirNamesSay) {
  struct Texel {
    std::string_view format;
    std::uint64_t bits;
  };
  for (const Texel& texel : {Texel{"R8G8B8A8_UNORM", 0x01030201},
                             {"B8G8R8A8_UNORM", 0x01010203},
                             {"R8G8B8A8_UNORM_SRGB", 0x01030201},
                             {"B8G8R8A8_UNORM_SRGB", 0x01010203},
                             {"R16G16B16A16_SNORM", 0x0001000300020001},
                             {"R10G10B10A2_UNORM", 1U << 30U | 3U << 20U | 2U << 10U | 1U},
                             {"B5G6R5_UNORM", 1U << 11U | 2U << 5U | 3U},
                             {"B5G5R5A1_UNORM", 1U << 15U | 1U << 10U | 2U << 5U | 3U},
                             {"B4G4R4A4_UNORM", 1U << 12U | 1U << 8U | 2U << 4U | 3U},
                             {"R11G11B10_FLOAT", 3U << 22U | 2U << 11U | 1U}}) {
    const PixelFormat& row = pixel_format(texel.format);
    test::expect_texel(row.components, static_cast<int>(row.texel_bytes), texel.bits, texel.format);
  }
}

}  // namespace
}  // namespace halfulp::device::dxbc
