// SPDX-License-Identifier: Apache-2.0
// Built by the command that each names, and run by Debian's vkd3d on lavapipe.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "device/built_reproducer.hpp"
#include "device/d3d12/reproducer.hpp"
#include "device/facts.hpp"

namespace halfulp::device {
namespace {

test::Ended build_with_vkd3d(const std::string& program) {
  return test::build_and_run(program, "cpp",
                             "c++ -Wall -Wextra -Werror -o reproducer case.cpp -isystem /usr/include/vkd3d "
                             "-lvkd3d-utils");
}

test::Ended run_case(const std::string& variant, Operation operation, Format format, const std::vector<Bits>& operands,
                     Bits permitted) {
  const FailedCase failed = test::failed_case(operation, format, operands, permitted, "halfulp try d3d12 d3d11");
  return build_with_vkd3d(d3d12_reproducer(open_device("d3d12", {})->description(), variant, failed));
}

bool is_vkd3d_1_2() {
  return fact(open_device("d3d12", {})->description(), "driver version").starts_with("vkd3d-shader 1.2");
}

// By its documents ftou takes NaN to 0.
TEST(D3d12Reproducer, ExitsWith1WhereVkd3d12BreaksTheRule) {
  if (!is_vkd3d_1_2()) GTEST_SKIP() << "measured of vkd3d 1.2";
  const test::Ended run = run_case("ftou", Operation::ftou, Format::binary32, {0x7fc00000}, 0);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.output, "result 0xffffffff: not permitted\n");
}

TEST(D3d12Reproducer, ExitsWith0WhereTheResultIsPermitted) {
  const test::Ended run = run_case("ftou", Operation::ftou, Format::binary32, {0x40400000}, 3);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "result 0x00000003: permitted\n");
}

// One for each rule that it breaks.
TEST(D3d12Reproducer, IsWhatCheckWrites) {
  if (!is_vkd3d_1_2()) GTEST_SKIP() << "measured of vkd3d 1.2";
  const auto programs = test::written_by_check("--device d3d12 --operation ftou --format binary32", ".cpp");
  for (const std::string& program : programs) test::expect_bits_of_device(program, build_with_vkd3d(program));
  EXPECT_GT(programs.size(), 0U);
}

// Operands in registers of their own, as components of one, and results and operands of 16 bits.
TEST(D3d12Reproducer, HoldsSeveralOperandsAndHalves) {
  EXPECT_EQ(run_case("mad", Operation::mad, Format::binary32, {0x40000000, 0x40000000, 0x3f800000}, 0x40a00000).output,
            "result 0x40a00000: permitted\n");
  EXPECT_EQ(
      run_case("dp2", Operation::dp2, Format::binary32, {0x3f800000, 0x40000000, 0x40000000, 0x40000000}, 0).output,
      "result 0x40c00000: not permitted\n");
  EXPECT_EQ(run_case("f32tof16", Operation::binary32_to_binary16, Format::binary32, {0x3f800000}, 0x3c00).output,
            "result 0x3c00: permitted\n");
  EXPECT_EQ(run_case("f16tof32", Operation::binary16_to_binary32, Format::binary16, {0xc000}, 0xc0000000).output,
            "result 0xc0000000: permitted\n");
}

// The second is the blue of BGRA, in the first byte; the fourth a linear filter between black and white.
TEST(D3d12Reproducer, HoldsTexturesThatAreRead) {
  EXPECT_EQ(run_case("R8_UNORM ld", Operation::unorm8_to_binary32, Format::unorm8, {255}, 0x3f800000).output,
            "result 0x3f800000: permitted\n");
  EXPECT_EQ(run_case("B8G8R8A8_UNORM.z ld", Operation::unorm8_to_binary32, Format::unorm8, {255}, 0).output,
            "result 0x3f800000: not permitted\n");
  EXPECT_EQ(run_case("R8_UNORM sample_l", Operation::unorm8_to_binary32, Format::unorm8, {0}, 0).output,
            "result 0x00000000: permitted\n");
  EXPECT_EQ(
      run_case("R8G8B8A8_UNORM_SRGB.x sample_l", Operation::filter_srgb8, Format::srgb8, {0, 255}, 0x3f000000).output,
      "result 0x3f000000: permitted\n");
  EXPECT_EQ(
      run_case("R16G16B16A16_SINT.w ld", Operation::sint16_to_sint32, Format::sint16, {0xfffe}, 0xfffffffe).output,
      "result 0xfffffffe: permitted\n");
}

TEST(D3d12Reproducer, HoldsTexturesThatAreWritten) {
  EXPECT_EQ(
      run_case("R8G8B8A8_SNORM.y store_uav_typed", Operation::binary32_to_snorm8, Format::binary32, {0xbfc00000}, 0x81)
          .output,
      "result 0x81: permitted\n");
  EXPECT_EQ(run_case("R16_UINT store_uav_typed", Operation::uint32_to_uint16, Format::uint32, {0xfffe}, 0).output,
            "result 0xfffe: not permitted\n");
  EXPECT_EQ(run_case("R11G11B10_FLOAT.z render target", Operation::binary32_to_ufloat10, Format::binary32, {0x3f800000},
                     0x1e0)
                .output,
            "result 0x01e0: permitted\n");
  EXPECT_EQ(
      run_case("R8G8B8A8_SINT.z render target", Operation::sint32_to_sint8, Format::sint32, {0xfffffffe}, 0xfe).output,
      "result 0xfe: permitted\n");
  EXPECT_EQ(run_case("R16G16B16A16_UNORM.w render target", Operation::binary32_to_unorm16, Format::binary32,
                     {0x3f800000}, 0xffff)
                .output,
            "result 0xffff: permitted\n");
}

// Of stores and render targets by Direct3D 11, which lavapipe breaks in these; and of a filter by a stricter rulebook.
TEST(D3d12Reproducer, OfATextureIsWhatCheckWrites) {
  if (!is_vkd3d_1_2()) GTEST_SKIP() << "measured of vkd3d 1.2";
  const test::StrictRulebook strict("filter_srgb8");
  for (const std::string& arguments :
       {std::string("--operation binary32_to_snorm8"), std::string("--operation binary32_to_unorm10"),
        std::string("--operation binary32_to_srgb8"), strict.arguments()}) {
    const auto programs = test::written_by_check("--device d3d12 " + arguments, ".cpp");
    for (const std::string& program : programs) test::expect_bits_of_device(program, build_with_vkd3d(program));
    EXPECT_GE(programs.size(), 1U) << arguments;
  }
}

}  // namespace
}  // namespace halfulp::device
