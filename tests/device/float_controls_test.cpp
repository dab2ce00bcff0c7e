// SPDX-License-Identifier: Apache-2.0
#include "device/shader/float_controls.hpp"

#include <gtest/gtest.h>

#include <set>

#include "device/shader/table.hpp"
#include "device/spirv.hpp"

namespace halfulp::device {
namespace {

constexpr std::uint32_t kOpExtension = 10;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpCapability = 17;

FloatControls set_of(unsigned bits) {
  return {.flush_denormals = (bits & 1U) != 0,
          .preserve_signed_zero_inf_nan = (bits & 2U) != 0,
          .round_to_nearest_even = (bits & 4U) != 0};
}

struct Asked {
  std::set<std::uint32_t> capabilities;
  std::set<std::uint32_t> modes;
  int extensions = 0;
  int instructions = 0;
};

Asked read(std::span<const std::uint32_t> module) {
  Asked asked;
  test::for_each_instruction(module, [&](const test::Instruction& instruction) {
    ++asked.instructions;
    if (instruction.opcode == kOpExtension) ++asked.extensions;
    if (instruction.opcode == kOpCapability) asked.capabilities.insert(instruction.operands[0]);
    if (instruction.opcode == kOpExecutionMode) asked.modes.insert(instruction.operands[1]);
  });
  return asked;
}

// Numbers: [SPV_KHR_float_controls], DenormFlushToZero, SignedZeroInfNanPreserve, RoundingModeRTE.
TEST(FloatControlsOfAShader, AreThoseOfTheSetAndNoOthers) {
  for (const ShaderRow* row : shader_rows()) {
    for (const auto module : {row->buffer, row->constants}) {
      if (module.empty()) continue;
      const Asked all = read(module);
      for (unsigned bits = 0; bits < 8; ++bits) {
        const FloatControls controls = set_of(bits);
        const Asked asked = read(select_float_controls(module, controls));
        const int count =
            controls.flush_denormals + controls.preserve_signed_zero_inf_nan + controls.round_to_nearest_even;
        EXPECT_EQ(asked.capabilities.contains(4465), controls.flush_denormals);
        EXPECT_EQ(asked.capabilities.contains(4466), controls.preserve_signed_zero_inf_nan);
        EXPECT_EQ(asked.capabilities.contains(4467), controls.round_to_nearest_even);
        EXPECT_EQ(asked.modes.contains(4460), controls.flush_denormals);
        EXPECT_EQ(asked.modes.contains(4461), controls.preserve_signed_zero_inf_nan);
        EXPECT_EQ(asked.modes.contains(4462), controls.round_to_nearest_even);
        EXPECT_EQ(asked.extensions, count == 0 ? 0 : 1);
        const int left_out = 2 * (3 - count) + (count == 0 ? 1 : 0);
        EXPECT_EQ(asked.instructions, all.instructions - left_out) << "something else went too";
      }
    }
  }
}

TEST(FloatControlsText, IsReadBackAsItWasWritten) {
  EXPECT_EQ(float_controls_text({}), "none");
  for (unsigned bits = 0; bits < 8; ++bits) {
    const FloatControls read_back = parse_float_controls(float_controls_text(set_of(bits)));
    EXPECT_EQ(read_back.flush_denormals, set_of(bits).flush_denormals);
    EXPECT_EQ(read_back.preserve_signed_zero_inf_nan, set_of(bits).preserve_signed_zero_inf_nan);
    EXPECT_EQ(read_back.round_to_nearest_even, set_of(bits).round_to_nearest_even);
  }
}

}  // namespace
}  // namespace halfulp::device
