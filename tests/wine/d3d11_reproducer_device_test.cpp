// SPDX-License-Identifier: Apache-2.0
// The programs that check writes for Direct3D 11, built by mingw and run by Debian's Wine.
#include <gtest/gtest.h>

#include <string>

#include "device/built_reproducer.hpp"
#include "wine/program.hpp"

namespace halfulp {
namespace {

test::Ended build_with_mingw(const std::string& program) {
  return test::build_and_run(program, "cpp",
                             "x86_64-w64-mingw32-g++-posix -Wall -Wextra -Werror -o reproducer.exe case.cpp -static "
                             "-ld3d11 -ldxgi && printf '#!/bin/sh\\nexec env " +
                                 std::string(wine::kByVulkan) +
                                 " wine reproducer.exe\\n' >reproducer && chmod +x reproducer");
}

/// Each program of what is broken in a stage prints the bits that the device gave.
void expect_programs(const std::string& stage, const std::string& operations, std::size_t least) {
  const std::string device = "exec:env " + std::string(wine::kByVulkan) + " " + wine::kProgram + " --stage " + stage;
  const auto programs =
      test::written_by_check("--device '" + device + "' --cases 1000 --operation " + operations, ".cpp");
  EXPECT_GE(programs.size(), least) << stage;
  for (const std::string& program : programs) test::expect_bits_of_device(program, build_with_mingw(program));
}

// Instructions of one operand, of two and of many, and a store of NaN; Mesa 22.3.6 keeps denormals there.
TEST(D3d11Reproducer, GivesTheComputeStagesResults) {
  expect_programs("compute", "ftou,add,dp2,binary32_to_unorm8", 4);
}

// An instruction, a render target and a texture that is read.
TEST(D3d11Reproducer, GivesThePixelStagesResults) {
  expect_programs("pixel", "ftou,binary32_to_snorm8,unorm5_to_binary32", 3);
}

}  // namespace
}  // namespace halfulp
