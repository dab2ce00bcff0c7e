// SPDX-License-Identifier: Apache-2.0
// Built by the command that each names, and run on PoCL.
#include <gtest/gtest.h>

#include <string>

#include "device/built_reproducer.hpp"
#include "device/opencl/reproducer.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

test::Ended build_and_run(const std::string& program) {
  return test::build_and_run(program, "c", "cc -std=c99 -Wall -Wextra -Werror -o reproducer case.c -lOpenCL");
}

FailedCase failed_case(Operation operation, Format format, std::span<const Bits> operands, Bits permitted) {
  return test::failed_case(operation, format, operands, permitted, "halfulp try opencl d3d11");
}

std::string program_of(const std::string& mode, const std::string& variant, const FailedCase& failed) {
  return opencl_reproducer(open_device("opencl:pocl/0/" + mode, {})->description(), variant, failed);
}

TEST(OpenclReproducer, ExitsWith1WhereTheDeviceBreaksTheRule) {
  const std::vector<Bits> denormal{1};
  const test::Ended run =
      build_and_run(program_of("denorms-are-zero", "sin", failed_case(Operation::sin, Format::binary32, denormal, 0)));
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_EQ(run.output, "result 0x00000001: not permitted\n");
}

TEST(OpenclReproducer, ExitsWith0WhereTheResultIsPermitted) {
  const std::vector<Bits> denormal{1};
  const test::Ended run =
      build_and_run(program_of("denorms-are-zero", "sin", failed_case(Operation::sin, Format::binary32, denormal, 1)));
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.output, "result 0x00000001: permitted\n");
}

// The same case gives 1 * 2^-1074 or zero.
TEST(OpenclReproducer, BuildsTheKernelWithTheOptionsOfTheDevice) {
  const std::vector<Bits> operands{1, 0x3ff0000000000000};
  const FailedCase failed = failed_case(Operation::mul, Format::binary64, operands, 0);
  EXPECT_EQ(build_and_run(program_of("default", "x * y", failed)).output, "result 0x0000000000000001: not permitted\n");
  EXPECT_EQ(build_and_run(program_of("denorms-are-zero", "x * y", failed)).output,
            "result 0x0000000000000000: permitted\n");
}

TEST(OpenclReproducer, HoldsHalvesIntegersAndComparisons) {
  const std::vector<Bits> number{0x3f801800};
  EXPECT_EQ(build_and_run(program_of("default", "vstore_half_rtp",
                                     failed_case(Operation::binary32_to_binary16, Format::binary32, number, 0x3c01)))
                .output,
            "result 0x3c01: permitted\n");
  const std::vector<Bits> integer{0xffffffff};
  EXPECT_EQ(build_and_run(program_of("default", "(real)x", failed_case(Operation::itof, Format::binary32, integer, 0)))
                .output,
            "result 0xbf800000: not permitted\n");
  const std::vector<Bits> pair{0x3f800000, 0x40000000};
  EXPECT_EQ(
      build_and_run(program_of("default", "isless", failed_case(Operation::lt, Format::binary32, pair, 0xffffffff)))
          .output,
      "result 0xffffffff: permitted\n");
}

// PoCL reads no image of one half, and gives 234; the second case is the blue of CL_BGRA, in the first byte.
TEST(OpenclReproducer, HoldsImagesThatAreRead) {
  const std::vector<Bits> one{0x3c00};
  EXPECT_EQ(build_and_run(program_of("default", "CL_R CL_HALF_FLOAT read_imagef",
                                     failed_case(Operation::binary16_to_binary32, Format::binary16, one, 0x3f800000)))
                .output,
            "result 0x436a0000: not permitted\n");
  const std::vector<Bits> code{255};
  for (const char* variant :
       {"CL_BGRA CL_UNORM_INT8 .z read_imagef", "CL_R CL_UNORM_INT8 read_imagef with a sampler"}) {
    EXPECT_EQ(build_and_run(program_of("default", variant,
                                       failed_case(Operation::unorm8_to_binary32, Format::unorm8, code, 0x3f800000)))
                  .output,
              "result 0x3f800000: permitted\n");
  }
}

TEST(OpenclReproducer, HoldsImagesThatAreWritten) {
  const std::vector<Bits> number{0xbfbfffff};  // -1.4999999
  const FailedCase failed = failed_case(Operation::binary32_to_snorm8, Format::binary32, number, 0x81);
  EXPECT_EQ(build_and_run(program_of("default", "CL_RGBA CL_SNORM_INT8 .y write_imagef", failed)).output,
            "result 0x80: not permitted\n");
  const std::vector<Bits> integer{0xfffffffe};
  const FailedCase kept = failed_case(Operation::sint32_to_sint16, Format::sint32, integer, 0xfffe);
  EXPECT_EQ(build_and_run(program_of("default", "CL_RGBA CL_SIGNED_INT16 .w write_imagei", kept)).output,
            "result 0xfffe: permitted\n");
}

TEST(OpenclReproducer, HoldsTheCaseAndTheRule) {
  const std::vector<Bits> operands{0x3f800000, 0x40000000};
  const std::string program =
      program_of("default", "fmin", failed_case(Operation::min, Format::binary32, operands, 0x3f800000));
  for (const char* part : {"some.rule", "the sentence", "the clause", "// Try it: halfulp try opencl d3d11",
                           "cc -o reproducer THIS_FILE -lOpenCL", "build options: binary16 none", "fmin(x, y)"}) {
    EXPECT_NE(program.find(part), std::string::npos) << part << " is not in\n" << program;
  }
}

TEST(OpenclReproducer, RefusesOtherDevicesAndWays) {
  const std::vector<Bits> operands{0, 0};
  const FailedCase failed = failed_case(Operation::add, Format::binary32, operands, 0);
  const DeviceDescription host{.name = "host", .kind = "host", .title = "", .facts = {}};
  EXPECT_FALSE(has_opencl_reproducer(host, "x + y", Operation::add, Format::binary32));
  EXPECT_THROW(static_cast<void>(opencl_reproducer(host, "x + y", failed)), Error);
  const DeviceDescription device{.name = "opencl:0/0", .kind = "opencl", .title = "", .facts = {}};
  EXPECT_TRUE(has_opencl_reproducer(device, "x + y", Operation::add, Format::binary32));
  EXPECT_FALSE(has_opencl_reproducer(device, "OpFAdd", Operation::add, Format::binary32));
  EXPECT_TRUE(
      has_opencl_reproducer(device, "CL_R CL_FLOAT read_imagef", Operation::binary32_to_binary32, Format::binary32));
  EXPECT_FALSE(
      has_opencl_reproducer(device, "CL_R CL_FLOAT read_imagei", Operation::binary32_to_binary32, Format::binary32));
}

}  // namespace
}  // namespace halfulp::device
