// SPDX-License-Identifier: Apache-2.0
// Conversions of pixels by Direct3D's textures: which there are, and their shaders.
#include <gtest/gtest.h>

#include <algorithm>

#include "device/dxbc/texture_shader.hpp"

namespace halfulp::device::dxbc {
namespace {

const TextureWay& way(ShaderStage stage, Operation operation) {
  return *std::ranges::find(texture_ways(stage), operation, &TextureWay::operation);
}

std::string text(ShaderStage stage, Operation operation) { return operation_shader_text(way(stage, operation), stage); }

TEST(TextureShader, FetchesAndStoresInTheComputeStage) {
  const std::string head =
      "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 64, 1, 1\n"
      "and r0.x, vThreadID.x, l(1023)\nushr r0.y, vThreadID.x, l(10)\nmov r0.zw, l(0, 0, 0, 0)\n"
      "ishl r1.x, vThreadID.x, l(2)\n";
  EXPECT_EQ(text(ShaderStage::compute, Operation::unorm2_to_binary32),
            "dcl_globalFlags\ndcl_resource_texture2d (float,float,float,float) t0\ndcl_uav_raw u0\n" + head +
                "ld r0.xyzw, r0.xyzw, t0.xyzw\nstore_raw u0.x, r1.x, r0.w\nret\n");
  EXPECT_EQ(text(ShaderStage::compute, Operation::binary32_to_snorm8),
            "dcl_globalFlags\ndcl_resource_raw t0\ndcl_uav_typed_texture2d (snorm,snorm,snorm,snorm) u0\n" + head +
                "ld_raw r1.x, r1.x, t0.xxxx\nstore_uav_typed u0.xyzw, r0.xyyy, r1.xxxx\nret\n");
}

TEST(TextureShader, SamplesAndDrawsInTheFragmentStage) {
  const std::string input = "dcl_input_ps_siv linear noperspective v0.xy, position\n";
  // 1 / 1024 and 1 / 256.
  EXPECT_EQ(text(ShaderStage::fragment, Operation::srgb8_to_binary32),
            "dcl_globalFlags\ndcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0\n" +
                input +
                "dcl_output o0.x\ndcl_temps 1\nmul r0.xy, v0.xyxx, l(0x3a800000, 0x3b800000, 0, 0)\n"
                "sample_l r0.xyzw, r0.xyxx, t0.xyzw, s0, l(0)\nmov o0.x, r0.x\nret\n");
  const std::string load = "ftou r0.xy, v0.xyxx\nmov r0.zw, l(0, 0, 0, 0)\nld r0.xyzw, r0.xyzw, t0.xyzw\n";
  EXPECT_EQ(text(ShaderStage::fragment, Operation::sint8_to_sint32),
            "dcl_globalFlags\ndcl_resource_texture2d (sint,sint,sint,sint) t0\n" + input +
                "dcl_output o0.x\ndcl_temps 1\n" + load + "mov o0.x, r0.x\nret\n");
  EXPECT_EQ(text(ShaderStage::fragment, Operation::binary32_to_unorm6),
            "dcl_globalFlags\ndcl_resource_texture2d (uint,uint,uint,uint) t0\n" + input +
                "dcl_output o0.xyzw\ndcl_temps 1\n" + load + "mov o0.xyzw, r0.xxxx\nret\n");
}

TEST(TextureShader, IsAssembledOfEveryWay) {
  for (const ShaderStage stage : {ShaderStage::compute, ShaderStage::fragment}) {
    for (const TextureWay& one : texture_ways(stage)) {
      EXPECT_GT(operation_shader(one, stage).size(), 200U) << one.variant().name;
    }
  }
}

TEST(TextureWays, AreThoseOfEachStage) {
  const auto names = [](ShaderStage stage, Operation operation) {
    std::string all;
    for (const TextureWay& one : texture_ways(stage)) {
      if (one.operation == operation) all += one.variant().name + "; ";
    }
    return all;
  };
  EXPECT_EQ(names(ShaderStage::compute, Operation::unorm8_to_binary32), "R8_UNORM ld; R8G8B8A8_UNORM.x ld; ");
  EXPECT_EQ(names(ShaderStage::compute, Operation::binary32_to_unorm2), "R10G10B10A2_UNORM.w store_uav_typed; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::unorm8_to_binary32),
            "R8_UNORM sample_l; R8G8B8A8_UNORM.x sample_l; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::binary32_to_srgb8), "R8G8B8A8_UNORM_SRGB.x render target; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::uint16_to_uint32), "R16_UINT ld; ");
  EXPECT_EQ(names(ShaderStage::fragment, Operation::rgb9e5_to_binary32_blue), "R9G9B9E5_SHAREDEXP.z sample_l; ");
}

/// By the layouts of DXGI_FORMAT: the first component that is named has the lowest bits.
TEST(TextureWays, HaveTheBitsOfTheirFormats) {
  const auto first_bit = [](std::string_view format, std::size_t component) {
    return std::ranges::find(pixel_formats(), format, &PixelFormat::name)->components[component]->first_bit;
  };
  EXPECT_EQ(first_bit("R10G10B10A2_UNORM", 1), 10);
  EXPECT_EQ(first_bit("R10G10B10A2_UNORM", 3), 30);
  EXPECT_EQ(first_bit("B5G6R5_UNORM", 0), 11);
  EXPECT_EQ(first_bit("B5G6R5_UNORM", 2), 0);
  EXPECT_EQ(first_bit("B5G5R5A1_UNORM", 3), 15);
  EXPECT_EQ(first_bit("B4G4R4A4_UNORM", 0), 8);
  EXPECT_EQ(first_bit("R11G11B10_FLOAT", 2), 22);
}

}  // namespace
}  // namespace halfulp::device::dxbc
