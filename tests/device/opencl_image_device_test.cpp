// SPDX-License-Identifier: Apache-2.0
// Images of PoCL, on a CPU. Values that every correct device gives: each code's own value read, and written back.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "device/codes.hpp"
#include "device/opencl/image.hpp"
#include "device/opencl/platform.hpp"
#include "device/opencl/session.hpp"

namespace halfulp {
namespace {

using enum Operation;
using test::Conversion;

std::unique_ptr<Device> open_pocl() { return open_device("opencl:pocl/0/default", {}); }

TEST(OpenclImages, ReadAndWriteEveryCodeOfNormalisedFormats) {
  const auto device = open_pocl();
  for (const Conversion& conversion : {Conversion{Format::unorm16, unorm16_to_binary32, binary32_to_unorm16},
                                       Conversion{Format::unorm8, unorm8_to_binary32, binary32_to_unorm8},
                                       Conversion{Format::snorm16, snorm16_to_binary32, binary32_to_snorm16},
                                       Conversion{Format::snorm8, snorm8_to_binary32, binary32_to_snorm8}}) {
    test::expect_codes_kept(*device, conversion, test::takes_all);
  }
}

TEST(OpenclImages, KeepIntegers) { test::expect_integers_kept(*open_pocl(), test::takes_all); }

TEST(OpenclImages, KeepValuesOfBinary32) { test::expect_binary32_kept(*open_pocl()); }

// PoCL has CL_R CL_HALF_FLOAT among the formats that it supports, and neither reads nor writes it.
TEST(OpenclImages, KeepHalvesOfFourComponents) {
  test::expect_numbers_kept(*open_pocl(), {Format::binary16, binary16_to_binary32, binary32_to_binary16},
                            [](const Variant& way) { return way.name.starts_with("CL_RGBA CL_HALF_FLOAT"); });
}

// Part of a row, one row and a part, more than a block.
TEST(OpenclImages, ConvertAnyNumberOfCases) {
  const auto device = open_pocl();
  for (const std::size_t cases : {1U, 1023U, 1025U, (1U << 20U) + 3U}) {
    std::vector<Bits> codes;
    std::vector<Bits> values;
    for (std::size_t i = 0; i < cases; ++i) {
      codes.push_back(i * 7919 % 256);
      values.push_back(test::binary32(test::value_of(Format::unorm8, codes.back())));
    }
    EXPECT_TRUE(test::compute_bits(*device, binary32_to_unorm8, Format::binary32, 0, {{values}}) == codes) << cases;
    const auto read = test::compute_bits(*device, unorm8_to_binary32, Format::unorm8, 0, {{codes}});
    for (std::size_t i = 0; i < cases; ++i) ASSERT_NEAR(test::value32(read[i]), test::value32(values[i]), 1e-6) << i;
  }
}

// The first format is asked all cases, others by component and fewer; one is sampled. Conversions of halves have
// vload_half and vstore_half before.
TEST(OpenclImages, ComeByFormatAndComponent) {
  const auto device = open_pocl();
  const auto ways = device->variants(unorm16_to_binary32, Format::unorm16);
  EXPECT_EQ(
      test::names_of(ways),
      (std::vector<std::string>{"CL_R CL_UNORM_INT16 read_imagef", "CL_R CL_UNORM_INT16 read_imagef with a sampler",
                                "CL_RGBA CL_UNORM_INT16 .x read_imagef", "CL_RGBA CL_UNORM_INT16 .y read_imagef",
                                "CL_RGBA CL_UNORM_INT16 .z read_imagef", "CL_RGBA CL_UNORM_INT16 .w read_imagef"}));
  EXPECT_EQ(ways[0].most_cases, 0U);
  EXPECT_EQ(ways[2].most_cases, device::kMostOfOtherLayouts);
  EXPECT_EQ(device->variants(binary16_to_binary32, Format::binary16).at(0).name, "vload_half");
  EXPECT_EQ(device->variants(binary32_to_binary16, Format::binary32).at(0).name, "vstore_half");
}

TEST(OpenclImages, OfTheDriversFormatsAreOfferedAndNoOthers) {
  const device::OpenclDevice device = device::find_opencl_device("pocl", "");
  const device::OpenclSession session(device.handle);
  for (const device::ImageWay& way : device::image_ways(device.handle, session.context())) {
    EXPECT_TRUE(way.format->name.starts_with("CL_R ") || way.format->name.starts_with("CL_RGBA ") ||
                way.format->name.starts_with("CL_BGRA CL_UNORM_INT8"))
        << way.format->name;
  }
  EXPECT_TRUE(open_pocl()->variants(unorm5_to_binary32, Format::unorm5).empty());
}

}  // namespace
}  // namespace halfulp
