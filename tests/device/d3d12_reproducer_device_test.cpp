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

}  // namespace
}  // namespace halfulp::device
