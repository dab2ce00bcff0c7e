// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "device/cuda/reproducer.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

const DeviceDescription kGpu{
    .name = "cuda:0/ftz",
    .kind = "cuda",
    .title = "a GPU, ftz",
    .facts = {{"device", "a GPU"}, {"build options", "binary16 .ftz, binary32 .ftz, binary64 none"}}};

FailedCase failed_case(std::span<const Bits> operands) {
  return {.operation = Operation::div,
          .format = Format::binary32,
          .operands = operands,
          .observed = 1,
          .permitted = {.format = Format::binary32,
                        .ranges = {{0x3f000000, 0x3f000000}},
                        .nan = NanKind::none,
                        .nan_patterns = {},
                        .anything = false},
          .rulebook = "d3d11",
          .rule = "some.rule",
          .says = "the sentence",
          .source = "the clause",
          .command = "halfulp try cuda d3d11"};
}

constexpr std::array<Bits, 2> kOperands = {0x3f800000, 0x40000000};

TEST(CudaReproducer, HoldsTheCaseTheRuleAndTheProgram) {
  const std::string program = cuda_reproducer(kGpu, "div.rn", failed_case(kOperands));
  for (const char* part : {"some.rule", "the sentence", "// Try it: halfulp try cuda d3d11",
                           "cc -o reproducer THIS_FILE -ldl", "    \"  div.rn.ftz.f32 o, x, y;\\n\"\n",
                           "static const uint32_t y = 0x40000000u;", "device_name = \"a GPU\""}) {
    EXPECT_NE(program.find(part), std::string::npos) << part << " is not in\n" << program;
  }
}

// Without a driver it ends before it computes.
TEST(CudaReproducer, BuildsAndLooksForTheDriver) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_cuda_{}", ::getpid());
  std::filesystem::create_directory(folder);
  std::ofstream(folder / "case.c") << cuda_reproducer(kGpu, "div.rn", failed_case(kOperands));
  const int built = std::system(
      fmt::format("cd {} && cc -std=c99 -Wall -Wextra -Werror -o reproducer case.c -ldl", folder.string()).c_str());
  EXPECT_EQ(built, 0);
  const int status = std::system(fmt::format("cd {} && ./reproducer > output 2>&1", folder.string()).c_str());
  std::ifstream file(folder / "output");
  const std::string output{std::istreambuf_iterator<char>(file), {}};
  std::filesystem::remove_all(folder);
  const int exit_code = WEXITSTATUS(status);
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
  EXPECT_THROW(static_cast<void>(cuda_reproducer(host, "div.full", failed_case(kOperands))), Error);
}

}  // namespace
}  // namespace halfulp::device
