// SPDX-License-Identifier: Apache-2.0
// Blends of a Vulkan driver, by second sources and by constants: what they are by the documents' formula, and which of
// them a driver offers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "device/codes.hpp"
#include "device/facts.hpp"
#include "device/lanes.hpp"
#include "device/vulkan/instance.hpp"
#include "device/vulkan/texture/table.hpp"

namespace halfulp {
namespace {

using device::TextureAccess;
using test::binary32;
using test::compute_bits;
using test::value32;
using test::value_of;

using enum Operation;

/// Source, destination, and their factors.
using Operands = std::vector<std::vector<Bits>>;

struct IntoCodes {
  Operation operation;
  Format target;
  double steps;  ///< that a result may be off [the rules D3D-BLEND-INTO-CODES and D3D-BLEND-INTO-SRGB]
};
constexpr std::array kIntoCodes = {
    IntoCodes{blend_unorm8, Format::unorm8, 3}, IntoCodes{blend_unorm10, Format::unorm10, 3},
    IntoCodes{blend_unorm16, Format::unorm16, 3}, IntoCodes{blend_srgb8, Format::srgb8, 3.5}};

/// The code that the formula gives, before it is rounded: what enters is clamped, and so is the sum.
double blended_code(Format target, const Operands& operands, std::size_t i) {
  const auto entering = [&](std::size_t k) { return std::clamp(double{value32(operands[k][i])}, 0.0, 1.0); };
  const double sum = entering(0) * entering(2) + value_of(target, operands[1][i]) * entering(3);
  const double value = std::min(sum, 1.0);
  if (target != Format::srgb8) return value * static_cast<double>(info(target).scale());
  return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055);
}

/// Any code with any source and factors, some of them below 0 and above 1.
Operands any_operands(Format target, std::size_t cases) {
  Operands operands(4);
  for (std::size_t i = 0; i < cases; ++i) {
    operands[0].push_back(binary32(static_cast<double>(i * 61 % 1321) / 1000 - 0.2));
    operands[1].push_back(i * 7919 & ((Bits{1} << static_cast<unsigned>(info(target).bits)) - 1));
    operands[2].push_back(binary32(static_cast<double>(i * 37 % 1153) / 1000 - 0.1));
    operands[3].push_back(binary32(static_cast<double>(i * 101 % 1151) / 1000 - 0.1));
  }
  return operands;
}

TEST(Blends, IntoCodesAreTheFormulaInEachWay) {
  for (const char* const kind : {"vulkan", "vulkan-fragment"}) {
    const auto device = open_device(kind, {});
    for (const IntoCodes& into : kIntoCodes) {
      const Operands operands = any_operands(into.target, 5000);
      const auto ways = device->variants(into.operation, Format::binary32);
      EXPECT_FALSE(ways.empty()) << info(into.operation).name;
      for (std::size_t way = 0; way < ways.size(); ++way) {
        const auto codes = compute_bits(*device, into.operation, Format::binary32, way, operands);
        for (std::size_t i = 0; i < codes.size(); ++i) {
          ASSERT_NEAR(static_cast<double>(codes[i]), blended_code(into.target, operands, i), into.steps)
              << ways[way].name << ", case " << i;
        }
      }
    }
  }
}

struct IntoFloats {
  Operation operation;
  Format target;
};
constexpr std::array kIntoFloats = {IntoFloats{blend, Format::binary32}, IntoFloats{blend_binary16, Format::binary16},
                                    IntoFloats{blend_ufloat11, Format::ufloat11},
                                    IntoFloats{blend_ufloat10, Format::ufloat10}};

double float_in(Format target, Bits bits) {
  return target == Format::binary32 ? value32(bits) : test::float_of(target, bits);
}

Bits bits_of(Format target, double value) {
  if (target == Format::binary32) return binary32(value);
  Bits bits = 0;
  while (float_in(target, bits) != value) ++bits;
  return bits;
}

// Sums of products that each of the formats has, with their products: no device may round them.
TEST(Blends, IntoFloatsAreTheFormulaInEachWay) {
  const auto device = open_device("vulkan", {});
  for (const IntoFloats& into : kIntoFloats) {
    Operands operands(4);
    std::vector<double> expected;
    for (const double source : {0.0, 0.5, 1.25}) {
      for (const double destination : {0.0, 1.0, 1.5, 2.0}) {
        for (const double source_factor : {0.0, 0.5, 1.0, 2.0}) {
          for (const double destination_factor : {0.0, 0.5, 1.0, 2.0}) {
            operands[0].push_back(binary32(source));
            operands[1].push_back(bits_of(into.target, destination));
            operands[2].push_back(binary32(source_factor));
            operands[3].push_back(binary32(destination_factor));
            expected.push_back(source * source_factor + destination * destination_factor);
          }
        }
      }
    }
    const auto ways = device->variants(into.operation, Format::binary32);
    EXPECT_FALSE(ways.empty()) << info(into.operation).name;
    for (std::size_t way = 0; way < ways.size(); ++way) {
      const auto results = compute_bits(*device, into.operation, Format::binary32, way, operands);
      for (std::size_t i = 0; i < results.size(); ++i) {
        EXPECT_EQ(float_in(into.target, results[i]), expected[i]) << ways[way].name << ", case " << i;
      }
    }
  }
}

// Whichever operand it is, and with a factor of zero [D3D11.3 §17.5]. The cases between are numbers.
TEST(Blends, PropagateNanWithinItsCaseAlone) {
  const auto device = open_device("vulkan", {});
  const Bits nan = 0x7fc00000;
  const Bits infinity = 0x7f800000;
  const Bits one = binary32(1);
  const auto ways = device->variants(blend_binary16, Format::binary32);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const auto results =
        compute_bits(*device, blend_binary16, Format::binary32, way,
                     Operands{{one, nan, one, infinity, one, one, one, one, one, one, one},
                              {0x4000, 0x4000, 0x4000, 0x4000, 0x4000, 0x7e00, 0x4000, 0x7c00, 0x4000, 0x4000, 0x4000},
                              {one, 0, one, 0, one, one, one, one, one, nan, one},
                              {one, one, one, one, one, 0, one, 0, one, one, one}});
    for (std::size_t i = 0; i < results.size(); ++i) {
      const bool is_right = i % 2 == 1 ? test::is_nan(Format::binary16, results[i]) : results[i] == 0x4200;  // 3
      EXPECT_TRUE(is_right) << ways[way].name << ", case " << i;
    }
  }
}

std::size_t by_constant_of(const std::vector<Variant>& ways) {
  const auto found = std::ranges::find_if(ways, [](const Variant& way) { return way.name.ends_with("by constant"); });
  return static_cast<std::size_t>(found - ways.begin());
}

// Part of a row, one row and a part, more than a block of draws, more than an attachment: each case with its own
// destination.
TEST(Blends, AreOfAnyNumberOfCases) {
  const auto device = open_device("vulkan", {});
  for (const std::size_t cases : {1U, 1023U, 1025U, (1U << 14U) + 3U, (1U << 18U) + 3U}) {
    Operands operands(4);
    std::vector<Bits> expected;
    for (std::size_t i = 0; i < cases; ++i) {
      const bool is_source = i % 3 == 0;
      const Bits source = i * 7919 % 65536;
      operands[0].push_back(binary32(value_of(Format::unorm16, source)));
      operands[1].push_back(i * 104729 % 65536);
      operands[2].push_back(binary32(is_source ? 1 : 0));
      operands[3].push_back(binary32(is_source ? 0 : 1));
      expected.push_back(is_source ? source : operands[1].back());
    }
    const auto ways = device->variants(blend_unorm16, Format::binary32);
    for (const std::size_t way : {std::size_t{0}, by_constant_of(ways)}) {
      if (way != 0 && cases > 65536) continue;  // a draw for each
      EXPECT_TRUE(compute_bits(*device, blend_unorm16, Format::binary32, way, operands) == expected)
          << ways.at(way).name << ", " << cases << " cases";
    }
  }
}

std::vector<device::TextureWay> blends_of(const device::Instance& instance, const device::PhysicalDevice& physical,
                                          TextureAccess access) {
  auto ways = device::texture_ways(instance.functions(), physical, device::ShaderStage::compute);
  std::erase_if(ways, [&](const device::TextureWay& way) { return way.access != access; });
  return ways;
}

// Of red, green and blue: alpha's factors are alphas, of which a source has one.
TEST(Blends, AreOfferedWhereTheDriverBlendsTheFormat) {
  const device::Instance instance(device::ShaderStage::compute);
  const device::PhysicalDevice& physical = instance.devices().front();
  const auto ways = blends_of(instance, physical, TextureAccess::blend);
  int refused = 0;
  for (const device::TextureFormat& row : device::texture_formats()) {
    VkFormatProperties properties{};
    instance.functions().vkGetPhysicalDeviceFormatProperties(physical.handle, row.format, &properties);
    const bool has = (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT) != 0;
    for (std::uint32_t component = 0; component < row.components.size(); ++component) {
      const auto offered = std::ranges::count_if(
          ways, [&](const device::TextureWay& way) { return way.format == &row && way.component == component; });
      const bool is_color = row.components[component] && component < 3 && row.type == device::TexelType::floating;
      const Format target = is_color ? row.components[component]->format : Format::bool32;
      const bool is_asked =
          target == Format::binary32 || find_operation("blend_" + std::string(info(target).name)).has_value();
      EXPECT_EQ(offered, has && is_asked ? 1 : 0) << row.name << ' ' << component;
      if (!has && is_asked) ++refused;
    }
  }
  EXPECT_GT(refused, 0) << "lavapipe blends no snorm";
}

// Where a driver lacks dual sources, the source's factor is a constant of the draw.
TEST(Blends, ByASecondSourceNeedTheFeatureAndAllAQueueThatDraws) {
  const device::Instance instance(device::ShaderStage::compute);
  const device::PhysicalDevice& physical = instance.devices().front();
  const auto by_second = [&](const device::PhysicalDevice& one) {
    return blends_of(instance, one, TextureAccess::blend);
  };
  const auto by_constant = [&](const device::PhysicalDevice& one) {
    return blends_of(instance, one, TextureAccess::blend_constant).size();
  };
  EXPECT_FALSE(by_second(physical).empty());
  EXPECT_EQ(by_constant(physical), 8U) << "one for each operation";
  device::PhysicalDevice single = physical;
  single.features.dual_src_blend = false;
  EXPECT_TRUE(by_second(single).empty());
  EXPECT_EQ(by_constant(single), 8U);
  device::PhysicalDevice computing = physical;
  computing.draws = false;
  EXPECT_TRUE(by_second(computing).empty());
  EXPECT_EQ(by_constant(computing), 0U);
}

TEST(Blends, AreNamedByTheirAttachments) {
  const auto device = open_device("vulkan", {});
  const auto ways = device->variants(blend_ufloat10, Format::binary32);
  ASSERT_EQ(ways.size(), 2U);
  EXPECT_EQ(ways[0].name, "B10G11R11_UFLOAT.z blend");
  EXPECT_EQ(ways[0].instruction, "B10G11R11_UFLOAT.z VK_BLEND_OP_ADD");
  EXPECT_EQ(ways[0].operands, "colour attachment");
  EXPECT_TRUE(ways[0].counts);
  EXPECT_EQ(ways[0].most_cases, 0U);
  EXPECT_EQ(ways[1].name, "B10G11R11_UFLOAT.z blend by constant");
  EXPECT_EQ(ways[1].most_cases, 16384U);
  EXPECT_EQ(device->variants(blend, Format::binary32).front().name, "R32_SFLOAT blend");
}

// Measured on lavapipe 22.3.6 and 25.0.7: it keeps denormals of 32 bits while it blends with small floats, since it
// converts those so, and blends 10 bits in 16, of which it drops the last 6.
TEST(Blends, OfLavapipeKeepDenormalsOfSourcesAndTruncateTo10Bits) {
  const auto device = open_device("vulkan:llvmpipe", {});
  const auto first = [&](Operation operation, const Operands& operands) {
    return compute_bits(*device, operation, Format::binary32, 0, operands).at(0);
  };
  const Bits one = binary32(1);
  const Operands denormal_source = {{0x007fffff}, {0}, {0x7f000000}, {one}};
  EXPECT_EQ(first(blend, denormal_source), 0U);
  EXPECT_EQ(first(blend_binary16, denormal_source), 0x3fffU);  // 2 - 2^-22, truncated
  EXPECT_EQ(first(blend_ufloat11, denormal_source), 0x3ffU);
  EXPECT_EQ(first(blend_ufloat10, denormal_source), 0x1ffU);
  // 955.1 of 1023 is 61185.2 of 65535, of which 64 are a step.
  EXPECT_EQ(first(blend_unorm10, {{binary32(0.9336266)}, {0}, {one}, {0}}), 956U);
}

}  // namespace
}  // namespace halfulp
