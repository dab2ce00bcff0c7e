// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "device/built_reproducer.hpp"
#include "device/cuda/reproducer.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const DeviceDescription kGpu{
    .name = "cuda:0/ftz",
    .kind = "cuda",
    .title = "a GPU, ftz",
    .facts = {{"device", "a GPU"}, {"build options", "binary16 .ftz, binary32 .ftz, binary64 none"}}};

constexpr std::array<Bits, 2> kOperands = {0x3f800000, 0x40000000};

FailedCase failed_division() {
  return test::failed_case(Operation::div, Format::binary32, kOperands, 0x3f000000, "halfulp try cuda d3d11");
}

TEST(CudaReproducer, HoldsTheCaseTheRuleAndTheProgram) {
  const std::string program = cuda_reproducer(kGpu, "div.rn", failed_division());
  for (const char* part : {"some.rule", "the sentence", "// Try it: halfulp try cuda d3d11",
                           "cc -o reproducer THIS_FILE -ldl", "    \"  div.rn.ftz.f32 o, x, y;\\n\"\n",
                           "static const uint32_t y = 0x40000000u;", "device_name = \"a GPU\""}) {
    EXPECT_NE(program.find(part), std::string::npos) << part << " is not in\n" << program;
  }
}

// Without a driver it ends before it computes.
TEST(CudaReproducer, BuildsAndLooksForTheDriver) {
  const auto [exit_code, output] =
      test::build_and_run(cuda_reproducer(kGpu, "div.rn", failed_division()), "c",
                          "cc -std=c99 -Wall -Wextra -Werror -o reproducer case.c -ldl", test::Shown::both);
  if (exit_code == 2) {
    EXPECT_TRUE(output.starts_with("no libcuda.so.1") || output.starts_with("cuInit failed")) << output;
  } else {
    EXPECT_EQ(exit_code, 0);
    EXPECT_NE(output.find("result 0x3f000000: permitted"), std::string::npos) << output;
  }
}

TEST(CudaReproducer, RefusesOtherDevicesAndWays) {
  EXPECT_TRUE(has_cuda_reproducer(kGpu, "div.full", Operation::div, Format::binary32));
  EXPECT_FALSE(has_cuda_reproducer(kGpu, "div.full", Operation::div, Format::binary64));
  const DeviceDescription host{.name = "host", .kind = "host", .title = "", .facts = {}};
  EXPECT_FALSE(has_cuda_reproducer(host, "div.full", Operation::div, Format::binary32));
  EXPECT_THROW(static_cast<void>(cuda_reproducer(host, "div.full", failed_division())), Error);
}

}  // namespace
}  // namespace halfulp::device
