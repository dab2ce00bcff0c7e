// SPDX-License-Identifier: Apache-2.0
#include "device/shader/float_controls.hpp"

#include <algorithm>

namespace halfulp::device {
namespace {

struct Control {
  bool FloatControls::*member;
  std::string_view text;
  std::string_view macro;
  // [SPIR-V 1.6 §3.31 Capability, §3.6 Execution Mode]
  std::uint32_t capability;
  std::uint32_t execution_mode;
};

constexpr Control kControls[] = {
    {&FloatControls::flush_denormals, "denormals flushed", "FLUSH_DENORMALS", 4465, 4460},
    {&FloatControls::preserve_signed_zero_inf_nan, "signed zero, INF and NaN preserved", "PRESERVE_SIGNED_ZERO_INF_NAN",
     4466, 4461},
    {&FloatControls::round_to_nearest_even, "rounded to nearest even", "ROUND_TO_NEAREST_EVEN", 4467, 4462},
};

// [SPIR-V 1.6 §2.3 Physical Layout, §3.49]
constexpr std::size_t kHeaderWords = 5;
constexpr std::uint32_t kOpExtension = 10;
constexpr std::uint32_t kOpExecutionMode = 16;
constexpr std::uint32_t kOpCapability = 17;

bool any(const FloatControls& controls) {
  return std::ranges::any_of(kControls, [&](const Control& control) { return controls.*control.member; });
}

// Whether an instruction asks for a float control that is not wanted. The only extension of the shaders is the one that
// the controls need.
bool unwanted(std::span<const std::uint32_t> instruction, const FloatControls& wanted) {
  const std::uint32_t opcode = instruction[0] & 0xffffU;
  if (opcode == kOpExtension) return !any(wanted);
  return std::ranges::any_of(kControls, [&](const Control& control) {
    if (wanted.*control.member) return false;
    return (opcode == kOpCapability && instruction[1] == control.capability) ||
           (opcode == kOpExecutionMode && instruction[2] == control.execution_mode);
  });
}

}  // namespace

std::string float_controls_text(const FloatControls& controls) {
  std::string text;
  for (const auto& control : kControls) {
    if (!(controls.*control.member)) continue;
    if (!text.empty()) text += "; ";
    text += control.text;
  }
  return text.empty() ? "none" : text;
}

FloatControls parse_float_controls(std::string_view text) {
  FloatControls controls;
  for (const auto& control : kControls) controls.*control.member = text.find(control.text) != std::string_view::npos;
  return controls;
}

std::vector<std::string_view> float_control_macros(const FloatControls& controls) {
  std::vector<std::string_view> macros;
  for (const auto& control : kControls) {
    if (controls.*control.member) macros.push_back(control.macro);
  }
  return macros;
}

std::vector<std::uint32_t> select_float_controls(std::span<const std::uint32_t> module, const FloatControls& controls) {
  std::vector<std::uint32_t> selected(module.begin(), module.begin() + kHeaderWords);
  for (std::size_t i = kHeaderWords; i < module.size();) {
    const std::size_t words = module[i] >> 16U;
    const auto instruction = module.subspan(i, words);
    if (!unwanted(instruction, controls)) selected.insert(selected.end(), instruction.begin(), instruction.end());
    i += words;
  }
  return selected;
}

}  // namespace halfulp::device
