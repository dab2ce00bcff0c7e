// SPDX-License-Identifier: Apache-2.0
// The fragment stage of the Vulkan drivers that Debian has, against their compute stage.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "device/opening.hpp"
#include "device/shader/stage.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/vulkan_device.hpp"
#include "halfulp/error.hpp"

namespace halfulp {
namespace {

using device::fact;
using device::ShaderStage;
using test::compute_bits;

TEST(VulkanFragment, IsListedUnderTheNameThatOpensIt) {
  const auto devices = list_devices("vulkan-fragment");
  ASSERT_FALSE(devices.empty());
  EXPECT_EQ(devices[0].name, "vulkan-fragment:0");
  const auto device = open_device(devices[0].name, {});
  EXPECT_EQ(device->description().title, devices[0].title);
  EXPECT_EQ(device->description().kind, "vulkan-fragment");
  EXPECT_EQ(fact(device->description(), "stage"), "fragment");
}

// More than one block, the last of them neither a whole row of pixels nor a whole quad.
TEST(VulkanFragment, ComputesEveryCaseOfAllBlocksOnce) {
  constexpr std::size_t kMany = (1U << 20U) + 1024 * 3 + 5;
  const auto device = open_device("vulkan-fragment", {});
  for (const Format format : {Format::binary16, Format::binary32, Format::binary64}) {
    std::vector<std::vector<Bits>> operands(1, std::vector<Bits>(kMany));
    for (std::size_t i = 0; i < kMany; ++i) {
      operands[0][i] = format == Format::binary16 ? 0x400 + i % 0x7000 : 0x3f800000 + i;
    }
    if (format == Format::binary64) {
      for (Bits& bits : operands[0]) bits <<= 24U;
    }
    const auto results = compute_bits(*device, Operation::neg, format, 0, operands);
    const Bits sign = Bits{1} << static_cast<unsigned>(info(format).bits - 1);
    for (std::size_t i = 0; i < kMany; ++i) {
      ASSERT_EQ(results[i], operands[0][i] | sign) << info(format).name << ", case " << i;
    }
  }
}

// The textures that a fragment stage reads are those of the compute stage: it offers what it draws.
TEST(VulkanFragment, OffersTheOperationsOfTheComputeStageAndRenderTargets) {
  const auto fragment = open_device("vulkan-fragment", {});
  const auto compute = open_device("vulkan", {});
  for (const OperationInfo& row : operations()) {
    for (const FormatInfo& format : formats()) {
      std::vector<std::string> expected;
      for (const Variant& variant : compute->variants(row.operation, format.format)) {
        const bool of_texture = variant.operands.find("image") != std::string::npos ||
                                variant.operands.find("sampler") != std::string::npos;
        if (!of_texture) expected.push_back(variant.name);
      }
      std::vector<std::string> offered;
      for (const Variant& variant : fragment->variants(row.operation, format.format)) offered.push_back(variant.name);
      EXPECT_EQ(offered, expected) << row.name << " in " << format.name;
    }
  }
}

// Operands for which a driver has nothing to flush: normal ones, with normal results.
TEST(VulkanFragment, ComputesNormalNumbersAsTheComputeStageDoes) {
  const auto fragment = open_device("vulkan-fragment", {});
  const auto compute = open_device("vulkan", {});
  for (const Operation operation : {Operation::add, Operation::mul, Operation::sqrt, Operation::rcp, Operation::lt}) {
    for (const Format format : {Format::binary16, Format::binary32, Format::binary64}) {
      auto operands = test::random_bits(operation, format, 130);
      const Bits one = format == Format::binary16   ? 0x3c00
                       : format == Format::binary32 ? 0x3f800000
                                                    : 0x3ff0000000000000;
      for (auto& lane : operands) {
        for (Bits& bits : lane) bits = one | (bits & (one >> 7U));
      }
      for (std::size_t i = 0; i < compute->variants(operation, format).size(); ++i) {
        EXPECT_EQ(compute_bits(*fragment, operation, format, i, operands),
                  compute_bits(*compute, operation, format, i, operands))
            << info(operation).name << " in " << info(format).name;
      }
    }
  }
}

// Measured: llvmpipe of Mesa 22.3.6 sets the CPU to flush while it draws, 64 bits too, and its compiler keeps what it
// computes itself.
TEST(VulkanFragment, OfLavapipeFlushesWhereItsComputeStageKeepsDenormals) {
  const auto fragment = open_device("vulkan-fragment:llvmpipe", {});
  const std::string version = fact(fragment->description(), "driver version");
  if (!version.starts_with("Mesa 22.3.6")) GTEST_SKIP() << "known is Mesa 22.3.6, this is " << version;
  const auto compute = open_device("vulkan:llvmpipe", {});
  const auto sum = [](Device& device, Format format, const std::string& variant) {
    const auto variants = device.variants(Operation::add, format);
    const auto found = std::ranges::find(variants, variant, &Variant::name);
    return compute_bits(device, Operation::add, format, static_cast<std::size_t>(found - variants.begin()),
                        std::vector<std::vector<Bits>>{{1}, {2}})
        .at(0);
  };
  for (const Format format : {Format::binary32, Format::binary64}) {
    EXPECT_EQ(sum(*compute, format, "OpFAdd"), 3U) << info(format).name;
    EXPECT_EQ(sum(*fragment, format, "OpFAdd"), 0U) << info(format).name;
    EXPECT_EQ(sum(*fragment, format, "OpFAdd, constants"), 3U) << info(format).name;
  }
  EXPECT_EQ(sum(*fragment, Format::binary16, "OpFAdd"), 3U)
      << "binary16 is added in binary32, where it has no denormals";
}

TEST(VulkanFragment, ListsTheDevicesThatThereAreWhenAskedForAnother) {
  test::expect_not_opened("vulkan-fragment:999",
                          "vulkan-fragment: no device '999' here; there is:\n  vulkan-fragment:0  ");
}

TEST(VulkanFragment, NeedsAQueueThatDrawsAndStoresOfFragments) {
  device::PhysicalDevice physical;
  physical.description.name = "vulkan-fragment:1";
  physical.description.title = "a device";
  EXPECT_EQ(physical.why_not(ShaderStage::compute), "");
  EXPECT_EQ(physical.why_not(ShaderStage::fragment),
            "vulkan-fragment:1 (a device): the driver offers no queue that draws, which this stage needs; check its "
            "compute stage, vulkan:1");
  physical.draws = true;
  EXPECT_NE(physical.why_not(ShaderStage::fragment).find(" offers no fragmentStoresAndAtomics, "), std::string::npos);
  physical.fragments_store = true;
  EXPECT_EQ(physical.why_not(ShaderStage::fragment), "");
}

}  // namespace
}  // namespace halfulp
