// SPDX-License-Identifier: Apache-2.0
// Direct3D 12 by Debian's vkd3d, on lavapipe.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "device/d3d12/vkd3d.hpp"
#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "device/shader_model5.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using device::fact;
using test::compute;
using test::Words;

// More than one block, the last of them not a multiple of the thread group.
TEST(D3d12, AddsWithCorrectRounding) { test::expect_correct_sums(*open_device("d3d12", {}), (1U << 18U) + 3); }

TEST(D3d12, ComputesEveryKindOfOperationOfItsTable) { test::expect_known_results(*open_device("d3d12:0", {})); }

/// By its documents ftoi and ftou clamp and take NaN to 0.
TEST(D3d12, DoesWhatVkd3d12Does) {
  const auto device = open_device("d3d12", {});
  if (!fact(device->description(), "driver version").starts_with("vkd3d-shader 1.2"))
    GTEST_SKIP() << "measured of vkd3d 1.2";
  EXPECT_EQ(fact(device->description(), "doubles"), "offered, but no shader compiles");
  EXPECT_TRUE(device->variants(Operation::add, Format::binary64).empty());
  EXPECT_EQ(compute(*device, Operation::ftoi, {Words{0x7fc00000, 0x7f800000}}), Words({0x80000000, 0x80000000}));
  EXPECT_EQ(compute(*device, Operation::ftou, {Words{0x7fc00000}}), Words{0xffffffff});
  // As by lavapipe's imageStore; Direct3D has 0.
  EXPECT_EQ(test::compute_bits(*device, Operation::binary32_to_unorm8, Format::binary32, 0, {{{0x7fc00000}}}),
            std::vector<Bits>{0xff});
  // Denormals are kept, as lavapipe keeps them in compute shaders.
  EXPECT_EQ(compute(*device, Operation::mul, {Words{1}, Words{0x3f800000}}), Words{1});
}

/// A shader of doubles is compiled when the device is opened, and 0xbf is the opcode of dadd.
TEST(D3d12, LetsItsCompilerSayWhyItRefusesAShader) {
  testing::internal::CaptureStderr();
  const auto device = open_device("d3d12", {});
  const std::string said = testing::internal::GetCapturedStderr();
  if (!fact(device->description(), "driver version").starts_with("vkd3d-shader 1.2"))
    GTEST_SKIP() << "measured of vkd3d 1.2";
  EXPECT_NE(said.find("Unrecognized opcode 0xbf"), std::string::npos) << said;
  EXPECT_EQ(std::ranges::count(said, '\n'), 1) << said;
}

TEST(D3d12, SaysWhichDevicesThereAre) {
  ASSERT_EQ(list_devices("d3d12").size(), 1U);
  EXPECT_EQ(list_devices("d3d12")[0].name, "d3d12:0");
  EXPECT_THROW(static_cast<void>(open_device("d3d12:1", {})), Error);
}

}  // namespace
}  // namespace halfulp
