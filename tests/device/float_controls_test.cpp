// SPDX-License-Identifier: Apache-2.0
#include "device/shader/float_controls.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "device/shader/table.hpp"
#include "device/spirv.hpp"

namespace halfulp::device {
namespace {

constexpr std::uint32_t kOpExtension = 10;
constexpr std::uint32_t kOpEntryPoint = 15;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpCapability = 17;

FloatControls controls_of(unsigned bits) {
  return {.flush_denormals = (bits & 1U) != 0,
          .preserve_denormals = (bits & 2U) != 0,
          .preserve_signed_zero_inf_nan = (bits & 4U) != 0,
          .round_to_nearest_even = (bits & 8U) != 0};
}

// Twelve bits: a control of a format each.
FormatControls set_of(unsigned bits) {
  return {.binary16 = controls_of(bits), .binary32 = controls_of(bits >> 4U), .binary64 = controls_of(bits >> 8U)};
}

struct Asked {
  std::set<std::uint32_t> capabilities;
  std::set<std::pair<std::uint32_t, std::uint32_t>> modes;  // with their width
  int extensions = 0;
  int instructions = 0;
};

bool is_control(std::uint32_t mode) { return mode >= 4459 && mode <= 4462; }

Asked read(std::span<const std::uint32_t> module) {
  Asked asked;
  std::uint32_t entry_point = 0;
  std::uint32_t before = kOpCapability;
  test::for_each_instruction(module, [&](const test::Instruction& instruction) {
    ++asked.instructions;
    const std::uint32_t opcode = instruction.opcode;
    if (opcode == kOpCapability) {
      EXPECT_EQ(before, kOpCapability);
      asked.capabilities.insert(instruction.operands[0]);
    }
    if (opcode == kOpExtension) {
      EXPECT_EQ(before, kOpCapability);
      EXPECT_STREQ(reinterpret_cast<const char*>(instruction.operands.data()), "SPV_KHR_float_controls");
      ++asked.extensions;
    }
    if (opcode == kOpEntryPoint) entry_point = instruction.operands[1];
    if (opcode == kOpExecutionMode) {
      EXPECT_TRUE(before == kOpEntryPoint || before == kOpExecutionMode);
      EXPECT_EQ(instruction.operands[0], entry_point);
      if (is_control(instruction.operands[1])) asked.modes.insert({instruction.operands[1], instruction.operands[2]});
    }
    before = opcode;
  });
  return asked;
}

// [SPIR-V 1.6 §3.6]: DenormPreserve, DenormFlushToZero, SignedZeroInfNanPreserve, RoundingModeRTE. Their capabilities
// are five more.
std::set<std::pair<std::uint32_t, std::uint32_t>> modes_of(const FormatControls& controls) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> modes;
  for (const auto& [width, format] :
       {std::pair(16U, controls.binary16), std::pair(32U, controls.binary32), std::pair(64U, controls.binary64)}) {
    if (format.preserve_denormals) modes.insert({4459U, width});
    if (format.flush_denormals) modes.insert({4460U, width});
    if (format.preserve_signed_zero_inf_nan) modes.insert({4461U, width});
    if (format.round_to_nearest_even) modes.insert({4462U, width});
  }
  return modes;
}

void expect_controls(std::span<const std::uint32_t> module, const FormatControls& controls) {
  const Asked without = read(module);
  EXPECT_TRUE(without.modes.empty());
  EXPECT_EQ(without.extensions, 0);
  const Asked asked = read(with_float_controls(module, controls));
  const auto modes = modes_of(controls);
  std::set<std::uint32_t> capabilities = without.capabilities;
  for (const auto& [mode, width] : modes) capabilities.insert(mode + 5);
  EXPECT_EQ(asked.modes, modes);
  EXPECT_EQ(asked.capabilities, capabilities);
  EXPECT_EQ(asked.extensions, modes.empty() ? 0 : 1);
  const std::size_t added = modes.size() + capabilities.size() - without.capabilities.size() + (modes.empty() ? 0 : 1);
  EXPECT_EQ(asked.instructions, without.instructions + static_cast<int>(added)) << "something else came or went";
}

TEST(FloatControlsOfAShader, AreThoseOfTheSetAndNoOthers) {
  for (const ShaderRow& row : shader_rows()) {
    for (const auto module : {row.buffer, row.constants}) {
      if (module.empty()) continue;
      for (const unsigned bits : {0U, 0x0ffU, 0xdceU, 0xfffU}) expect_controls(module, set_of(bits));
    }
  }
  for (unsigned bits = 0; bits < 0x1000; ++bits) expect_controls(shader_rows()[0].buffer, set_of(bits));
}

TEST(FloatControlsText, IsReadBackAsItWasWritten) {
  EXPECT_EQ(float_controls_text({}), "none");
  EXPECT_EQ(float_controls_text({.binary16 = {.preserve_denormals = true},
                                 .binary32 = {.flush_denormals = true, .round_to_nearest_even = true},
                                 .binary64 = {.preserve_denormals = true, .round_to_nearest_even = true}}),
            "denormals flushed (32 bits); denormals preserved (16, 64 bits); rounded to nearest even (32, 64 bits)");
  for (unsigned bits = 0; bits < 0x1000; ++bits) {
    EXPECT_EQ(parse_float_controls(float_controls_text(set_of(bits))), set_of(bits)) << bits;
  }
  for (const char* text : {"", "flush", "denormals flushed", "denormals flushed (8 bits)", "none; none"}) {
    EXPECT_EQ(parse_float_controls(text), std::nullopt) << text;
  }
}

// What Direct3D asks for.
const FormatControls kRequested{.binary16 = {.preserve_denormals = true, .round_to_nearest_even = true},
                                .binary32 = {.flush_denormals = true, .round_to_nearest_even = true},
                                .binary64 = {.preserve_denormals = true, .round_to_nearest_even = true}};
const FormatControls kEverything = set_of(0xfff);

TEST(FloatControlsInForce, AreThoseRequestedAndOffered) {
  EXPECT_EQ(controls_in_force(kRequested, {.controls = kEverything}), kRequested);
  EXPECT_EQ(controls_in_force(kEverything, {.controls = kRequested}), kRequested);
  EXPECT_EQ(controls_in_force(kRequested, {.controls = {}}), FormatControls());
}

// [Vulkan 1.3, VkPhysicalDeviceFloatControlsProperties]
TEST(FloatControlsInForce, DifferBetweenFormatsOnlyWhereTheDriverLetsThem) {
  OfferedControls offered{.controls = kEverything};
  offered.denormals = Independence::binary32_only;
  offered.rounding = Independence::binary32_only;
  EXPECT_EQ(controls_in_force(kRequested, offered), kRequested) << "16 and 64 bits want the same";
  offered.denormals = Independence::none;
  offered.rounding = Independence::none;
  FormatControls without_denormals = kRequested;
  without_denormals.binary16.preserve_denormals = false;
  without_denormals.binary32.flush_denormals = false;
  without_denormals.binary64.preserve_denormals = false;
  EXPECT_EQ(controls_in_force(kRequested, offered), without_denormals) << "rounding is the same in all of them";

  FormatControls different = kRequested;
  different.binary64 = {};
  FormatControls only_binary32 = different;
  only_binary32.binary16 = {};
  offered.denormals = Independence::binary32_only;
  offered.rounding = Independence::binary32_only;
  EXPECT_EQ(controls_in_force(different, offered), only_binary32);
  offered.has_binary64 = false;
  EXPECT_EQ(controls_in_force(different, offered), different) << "no binary64 that could differ";
}

}  // namespace
}  // namespace halfulp::device
