// SPDX-License-Identifier: Apache-2.0
// Direct3D 12 by Debian's vkd3d, on lavapipe.
#include "device/d3d12/d3d12_device.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using device::fact;
using test::compute;
using test::Words;

TEST(D3d12, AddsWithCorrectRounding) {
  const auto device = open_device("d3d12", {});
  // More than one block, the last of them not a multiple of the thread group.
  const auto operands = test::random_operands(Operation::add, (1U << 18U) + 3);
  const Words results = compute(*device, Operation::add, operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const float right = std::bit_cast<float>(operands[0][i]) + std::bit_cast<float>(operands[1][i]);
    if (std::isnan(right) && std::isnan(std::bit_cast<float>(results[i]))) continue;
    ASSERT_EQ(results[i], std::bit_cast<std::uint32_t>(right)) << i;
  }
}

TEST(D3d12, ComputesEveryOperationOfItsTable) {
  const auto device = open_device("d3d12:0", {});
  const Words one = {0x3f800000};
  const Words two = {0x40000000};
  const auto of = [&](Operation operation, const std::vector<Words>& operands) {
    return compute(*device, operation, operands).front();
  };
  using enum Operation;
  EXPECT_EQ(of(sub, {one, two}), 0xbf800000U);
  EXPECT_EQ(of(mad, {two, two, one}), 0x40a00000U);
  EXPECT_EQ(of(dp4, {one, two, one, two, two, one, two, one}), 0x41000000U);
  EXPECT_EQ(of(dp2, {one, two, two, two}), 0x40c00000U);
  EXPECT_EQ(of(lt, {one, two}), 0xffffffffU);
  EXPECT_EQ(of(gt, {one, two}), 0U);
  EXPECT_EQ(of(le, {two, two}), 0xffffffffU);
  EXPECT_EQ(of(movc, {{0x00000100}, one, two}), 0x3f800000U);
  EXPECT_EQ(of(abs, {{0xbf800000}}), 0x3f800000U);
  EXPECT_EQ(of(neg, {one}), 0xbf800000U);
  EXPECT_EQ(of(sat, {two}), 0x3f800000U);
  EXPECT_EQ(of(reciprocal, {two}), 0x3f000000U);
  EXPECT_EQ(of(cos, {{0x00000000}}), 0x3f800000U);
  EXPECT_EQ(of(itof, {{0xfffffffe}}), 0xc0000000U);
  // Halves are words for the shader.
  const std::vector<std::vector<Bits>> halves = {{0x3c00, 0xc000}};
  EXPECT_EQ(test::compute_bits(*device, binary16_to_binary32, Format::binary16, 0, halves),
            (std::vector<Bits>{0x3f800000, 0xc0000000}));
  const std::vector<std::vector<Bits>> floats = {{0x3f800000}};
  EXPECT_EQ(test::compute_bits(*device, binary32_to_binary16, Format::binary32, 0, floats), std::vector<Bits>{0x3c00});
}

/// By its documents ftoi and ftou clamp and take NaN to 0.
TEST(D3d12, DoesWhatVkd3d12Does) {
  const auto device = open_device("d3d12", {});
  if (!fact(device->description(), "driver version").starts_with("vkd3d-shader 1.2"))
    GTEST_SKIP() << "measured of vkd3d 1.2";
  EXPECT_EQ(fact(device->description(), "doubles"), "offered, but no shader compiles");
  EXPECT_TRUE(device->variants(Operation::add, Format::binary64).empty());
  EXPECT_EQ(compute(*device, Operation::ftoi, {Words{0x7fc00000, 0x7f800000}}), Words({0x80000000, 0x80000000}));
  EXPECT_EQ(compute(*device, Operation::ftou, {Words{0x7fc00000}}), Words{0xffffffff});
  // Denormals are kept, as lavapipe keeps them in compute shaders.
  EXPECT_EQ(compute(*device, Operation::mul, {Words{1}, Words{0x3f800000}}), Words{1});
}

TEST(D3d12, SaysWhichDevicesThereAre) {
  ASSERT_EQ(list_devices("d3d12").size(), 1U);
  EXPECT_EQ(list_devices("d3d12")[0].name, "d3d12:0");
  EXPECT_THROW(static_cast<void>(open_device("d3d12:1", {})), Error);
}

}  // namespace
}  // namespace halfulp
