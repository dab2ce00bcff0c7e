// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "device/opencl/image.hpp"
#include "device/texels.hpp"

namespace halfulp::device {
namespace {

const ImageFormat& image_format(std::string_view name) {
  return *std::ranges::find(image_formats(), name, &ImageFormat::name);
}

ImageWay way_of(std::string_view format, TextureAccess access, std::uint32_t component) {
  const ImageFormat& row = image_format(format);
  return {&row, access, component, *conversion_of(row.type, row.components, component, access), true};
}

// The formats without alpha that are packed leave bits unused.
TEST(ImageFormats, PutEachBitOfATexelIntoOneComponent) {
  for (const ImageFormat& row : image_formats()) {
    const std::vector<int> owners = test::owners_of_bits(row.components, row.texel_bytes);
    const auto unused = std::ranges::count(owners, 0);
    EXPECT_EQ(unused, row.name == "CL_RGB CL_UNORM_INT_101010"  ? 2
                      : row.name == "CL_RGB CL_UNORM_SHORT_555" ? 1
                                                                : 0)
        << row.name;
    EXPECT_EQ(std::ranges::count(owners, 1) + unused, std::ssize(owners)) << row.name;
  }
}

TEST(ImageFormats, HaveDifferentNamesAndFormats) {
  std::set<std::string_view> names;
  std::set<std::pair<cl_channel_order, cl_channel_type>> formats;
  for (const ImageFormat& row : image_formats()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(formats.insert({row.format.image_channel_order, row.format.image_channel_data_type}).second)
        << row.name;
  }
}

// [OpenCL API 3.0, Image Format Descriptor]: the components in the order's own, of packed ones the red in the highest
// bits.
TEST(ImageFormats, HaveComponentsWhereOpenclHasThem) {
  struct Texel {
    std::string_view format;
    std::uint64_t bits;
  };
  for (const Texel& texel : {Texel{"CL_R CL_UNORM_INT8", 1},
                             {"CL_RGBA CL_UNORM_INT8", 0x01030201},
                             {"CL_BGRA CL_UNORM_INT8", 0x01010203},
                             {"CL_sRGBA CL_UNORM_INT8", 0x01030201},
                             {"CL_RGBA CL_SNORM_INT16", 0x0001000300020001},
                             {"CL_RGBA CL_HALF_FLOAT", 0x0001000300020001},
                             {"CL_RGB CL_UNORM_INT_101010", 1U << 20U | 2U << 10U | 3U},
                             {"CL_RGB CL_UNORM_SHORT_565", 1U << 11U | 2U << 5U | 3U},
                             {"CL_RGB CL_UNORM_SHORT_555", 1U << 10U | 2U << 5U | 3U}}) {
    const ImageFormat& row = image_format(texel.format);
    test::expect_texel(row.components, row.texel_bytes, texel.bits, texel.format);
  }
}

TEST(ImageWay, ReadsATexelOfEachCase) {
  EXPECT_EQ(way_of("CL_R CL_UNORM_INT8", TextureAccess::fetch, 0).kernel_source().text,
            "kernel void compute(const uint cases, const uint component, read_only image2d_t image, "
            "global float *result_lane) {\n"
            "  const size_t i = get_global_id(0);\n"
            "  if (i >= cases) return;\n"
            "  const float4 texel = read_imagef(image, (int2)((int)(i % 1024), (int)(i / 1024)));\n"
            "  result_lane[i] = component == 0 ? texel.x : component == 1 ? texel.y : component == 2 ? texel.z : "
            "texel.w;\n"
            "}\n");
}

TEST(ImageWay, SamplesWithoutAFilter) {
  const std::string text = way_of("CL_RGBA CL_UNORM_INT8", TextureAccess::sample, 0).kernel_source().text;
  EXPECT_TRUE(
      text.starts_with("constant sampler_t nearest =\n"
                       "    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;\n"))
      << text;
  EXPECT_NE(text.find("read_imagef(image, nearest, (int2)("), std::string::npos) << text;
}

// The components that are not asked are zero, and so other than those of a texel that nothing wrote.
TEST(ImageWay, WritesTheComponentOfEachCase) {
  EXPECT_EQ(way_of("CL_RGBA CL_SIGNED_INT16", TextureAccess::store, 2).kernel_source().text,
            "kernel void compute(const uint cases, const uint component, global const int *x_lane, "
            "write_only image2d_t image) {\n"
            "  const size_t i = get_global_id(0);\n"
            "  if (i >= cases) return;\n"
            "  const int x = x_lane[i];\n"
            "  write_imagei(image, (int2)((int)(i % 1024), (int)(i / 1024)), (int4)(component == 0 ? x : 0, "
            "component == 1 ? x : 0, component == 2 ? x : 0, component == 3 ? x : 0));\n"
            "}\n");
}

TEST(ImageWay, IsCalledByItsFormatAndItsFunction) {
  EXPECT_EQ(way_of("CL_R CL_UNORM_INT8", TextureAccess::fetch, 0).variant().name, "CL_R CL_UNORM_INT8 read_imagef");
  EXPECT_EQ(way_of("CL_BGRA CL_UNORM_INT8", TextureAccess::sample, 3).variant().name,
            "CL_BGRA CL_UNORM_INT8 .w read_imagef with a sampler");
  EXPECT_EQ(way_of("CL_R CL_UNSIGNED_INT8", TextureAccess::store, 0).variant().name,
            "CL_R CL_UNSIGNED_INT8 write_imageui");
}

TEST(ImageWay, CountsButWhereAHalfIsWrittenForWhichOpenclHasTwoRoundings) {
  for (const TextureAccess access : {TextureAccess::fetch, TextureAccess::store}) {
    for (const ImageFormat& row : image_formats()) {
      const bool writes_half = row.components[0]->format == Format::binary16 && access == TextureAccess::store;
      const auto operation = conversion_of(row.type, row.components, 0, access);
      if (!operation) continue;
      EXPECT_NE(way_of(row.name, access, 0).variant().counts, writes_half) << row.name;
    }
  }
}

}  // namespace
}  // namespace halfulp::device
