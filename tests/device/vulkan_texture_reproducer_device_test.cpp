// SPDX-License-Identifier: Apache-2.0
// Reproducers of textures, built by the command that each names and run by the first Vulkan driver.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "device/built_reproducer.hpp"
#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "device/vulkan/reproducer.hpp"

namespace halfulp::device {
namespace {

using enum Operation;

test::Ended build_with_vulkan(const std::string& program) {
  return test::build_and_run(program, "c", "cc -std=c99 -Wall -Wextra -Werror -o reproducer case.c -lvulkan");
}

test::Ended run_texture(const std::string& variant, Operation operation, Format format,
                        const std::vector<Bits>& operands, Bits permitted, const std::string& kind = "vulkan") {
  const FailedCase failed = test::failed_case(operation, format, operands, permitted, "halfulp try vulkan d3d11");
  return build_with_vulkan(reproducer(open_device(kind, {})->description(), variant, failed).program);
}

bool is_lavapipe_22() {
  return fact(open_device("vulkan", {})->description(), "driver version").starts_with("Mesa 22.3.6");
}

// A snorm that is read as it is written: -1.5 is clamped to -1, whose code is -127.
TEST(VulkanTextureReproducer, ExitsWith1WhereLavapipe22BreaksTheRule) {
  if (!is_lavapipe_22()) GTEST_SKIP() << "measured on Mesa 22.3.6";
  for (const char* const kind : {"vulkan", "vulkan-fragment"}) {
    const test::Ended run =
        run_texture("R8_SNORM render target", binary32_to_snorm8, Format::binary32, {0xbfc00000}, 0x81, kind);
    EXPECT_EQ(run.exit_code, 1) << kind;
    EXPECT_EQ(run.output, "result 0x80: not permitted\n") << kind;
  }
}

TEST(VulkanTextureReproducer, ExitsWith0WhereTheResultIsPermitted) {
  const test::Ended run =
      run_texture("R8G8B8A8_SNORM.y imageStore", binary32_to_snorm8, Format::binary32, {0xbfc00000}, 0x81);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "result 0x81: permitted\n");
}

// The second is the blue of BGRA, in the first byte; the third a linear filter between black and white, whose mean code
// stands for another value than the mean.
TEST(VulkanTextureReproducer, HoldsTexturesThatAreRead) {
  EXPECT_EQ(run_texture("R8_UNORM texelFetch", unorm8_to_binary32, Format::unorm8, {255}, 0x3f800000).output,
            "result 0x3f800000: permitted\n");
  EXPECT_EQ(run_texture("B8G8R8A8_UNORM.z texelFetch", unorm8_to_binary32, Format::unorm8, {255}, 0).output,
            "result 0x3f800000: not permitted\n");
  EXPECT_EQ(run_texture("R8_UNORM point sample", unorm8_to_binary32, Format::unorm8, {0}, 0).output,
            "result 0x00000000: permitted\n");
  EXPECT_EQ(run_texture("R8G8B8A8_SRGB.x linear filter", filter_srgb8, Format::srgb8, {0, 255}, 0x3f000000).output,
            "result 0x3f000000: permitted\n");
  EXPECT_EQ(
      run_texture("R16G16B16A16_SINT.w texelFetch", sint16_to_sint32, Format::sint16, {0xfffe}, 0xfffffffe).output,
      "result 0xfffffffe: permitted\n");
}

TEST(VulkanTextureReproducer, HoldsTexturesThatAreWritten) {
  EXPECT_EQ(run_texture("R5G6B5_UNORM.y render target", binary32_to_unorm6, Format::binary32, {0x3f800000}, 63).output,
            "result 0x3f: permitted\n");
  EXPECT_EQ(run_texture("X8_D24_UNORM render target", binary32_to_unorm24, Format::binary32, {0x3f800000}, 0).output,
            "result 0x00ffffff: not permitted\n");
  EXPECT_EQ(run_texture("R16_UINT imageStore", uint32_to_uint16, Format::uint32, {0xfffe}, 0xfffe).output,
            "result 0xfffe: permitted\n");
  EXPECT_EQ(run_texture("B10G11R11_UFLOAT.z render target", binary32_to_ufloat10, Format::binary32, {0x3f800000}, 0x1e0)
                .output,
            "result 0x01e0: permitted\n");
}

// A quarter of 1 and half of code 0x8000 in green; 3 * 0.5 + 2 * 4 in a number of 10 bits.
TEST(VulkanTextureReproducer, HoldsTexturesThatAreBlendedWith) {
  EXPECT_EQ(run_texture("R16G16B16A16_UNORM.y blend", blend_unorm16, Format::binary32,
                        {0x3f800000, 0x8000, 0x3e800000, 0x3f000000}, 0x8000)
                .output,
            "result 0x8000: permitted\n");
  EXPECT_EQ(run_texture("R16_UNORM blend by constant", blend_unorm16, Format::binary32,
                        {0x3f800000, 0x8000, 0x3e800000, 0x3f000000}, 0x8000)
                .output,
            "result 0x8000: permitted\n");
  EXPECT_EQ(run_texture("B10G11R11_UFLOAT.z blend", blend_ufloat10, Format::binary32,
                        {0x40400000, 0x200, 0x3f000000, 0x40800000}, 0, "vulkan-fragment")
                .output,
            "result 0x0246: not permitted\n");
  EXPECT_EQ(run_texture("R32_SFLOAT blend", blend, Format::binary32, {0x3f800000, 0x40000000, 0x40400000, 0x3f000000},
                        0x40800000)
                .output,
            "result 0x40800000: permitted\n");
}

// Weights that have few bits, so that products and sums are exact. The second is one of four components; the third
// has both texels in the same binade with other signs.
TEST(VulkanTextureReproducer, HoldsTexturesThatAreFilteredByWeight) {
  const auto quarter = [](const std::string& variant, Operation operation, Format format, Bits first, Bits second,
                          Bits permitted) {
    return run_texture(variant, operation, format, {first, second, 0x3e800000}, permitted).output;
  };
  EXPECT_EQ(quarter("R32_SFLOAT linear filter by weight", linear_binary32, Format::binary32, 0x3f800000, 0x40000000,
                    0x3fa00000),
            "result 0x3fa00000: permitted\n");
  EXPECT_EQ(quarter("R16G16B16A16_SFLOAT.x linear filter by weight", linear_binary16, Format::binary16, 0x3c00, 0x4000,
                    0x3f800000),
            "result 0x3fa00000: not permitted\n");
  EXPECT_EQ(
      quarter("R16_SFLOAT linear filter by weight", linear_binary16, Format::binary16, 0x3c00, 0xbc00, 0x3f000000),
      "result 0x3f000000: permitted\n");
}

// A weight is rounded with its coordinate, which differs from case to case of a row: here to 2^-23 of the first and to
// 2^-14 of the last ones. The program has the case in each place, and shows one where the result is the device's, or
// else the first that is wrong.
TEST(VulkanTextureReproducer, FindsThePlaceOfTheWrongResult) {
  const auto device = open_device("vulkan", {});
  const std::vector<Bits> operands = {0, 0x3f800000, 0x3e99999a};
  std::vector<std::vector<Bits>> row;
  for (const Bits bits : operands) row.emplace_back(256, bits);
  const auto results = test::compute_bits(*device, linear_binary32, Format::binary32, 0, row);
  const Bits permitted = results.front();
  const auto first = std::ranges::find_if(results, [&](Bits bits) { return bits != permitted; });
  ASSERT_NE(first, results.end());
  const auto later = std::ranges::find_if(results, [&](Bits bits) { return bits != permitted && bits != *first; });
  ASSERT_NE(later, results.end());
  const std::string variant = device->variants(linear_binary32, Format::binary32).front().name;
  FailedCase failed = test::failed_case(linear_binary32, Format::binary32, operands, permitted, "halfulp try");
  for (const auto& [observed, shown] : {std::pair{*later, *later}, std::pair{permitted, *first}}) {
    failed.observed = observed;
    const test::Ended run = build_with_vulkan(reproducer(device->description(), variant, failed).program);
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.output, fmt::format("result 0x{:08x}: not permitted\n", shown));
  }
}

// lavapipe 22.3.6 samples 6 bits with 8 bits of precision.
TEST(VulkanTextureReproducer, IsWhatCheckWrites) {
  if (!is_lavapipe_22()) GTEST_SKIP() << "measured on Mesa 22.3.6";
  const auto programs = test::written_by_check("--device vulkan --operation unorm6_to_binary32", ".c");
  for (const std::string& program : programs) test::expect_bits_of_device(program, build_with_vulkan(program));
  EXPECT_EQ(programs.size(), 1U);
}

TEST(VulkanTextureReproducer, OfAFilterIsWhatCheckWrites) {
  for (const std::string operation :
       {"linear_binary32", "linear_binary16", "linear_unorm16", "linear_unorm8", "linear_snorm16", "linear_snorm8"}) {
    const test::StrictRulebook strict(operation);
    const auto programs = test::written_by_check("--device vulkan " + strict.arguments(), ".c");
    for (const std::string& program : programs) test::expect_bits_of_device(program, build_with_vulkan(program));
    EXPECT_GE(programs.size(), 1U) << operation;
  }
}

}  // namespace
}  // namespace halfulp::device
