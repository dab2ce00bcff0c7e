// SPDX-License-Identifier: Apache-2.0
#include "device/shader/float_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "device/shader/spirv.hpp"

namespace halfulp::device {
namespace {

struct Control {
  bool FloatControls::*member;
  std::string_view text;
  // [SPIR-V 1.6 §3.31 Capability, §3.6 Execution Mode]
  std::uint32_t capability;
  std::uint32_t execution_mode;
};

constexpr std::array<Control, 4> kControls = {{
    {&FloatControls::flush_denormals, "denormals flushed", 4465, 4460},
    {&FloatControls::preserve_denormals, "denormals preserved", 4464, 4459},
    {&FloatControls::preserve_signed_zero_inf_nan, "signed zero, INF and NaN preserved", 4466, 4461},
    {&FloatControls::round_to_nearest_even, "rounded to nearest even", 4467, 4462},
}};

struct Width {
  std::uint32_t bits;
  FloatControls FormatControls::*member;
};

constexpr std::array<Width, 3> kWidths = {
    {{16, &FormatControls::binary16}, {32, &FormatControls::binary32}, {64, &FormatControls::binary64}}};

constexpr std::string_view kExtension = "SPV_KHR_float_controls";

bool has(const FormatControls& controls, const Width& width, const Control& control) {
  return controls.*width.member.*control.member;
}

/// OpExtension with its name as words: four bytes each, the last padded with at least one zero [SPIR-V 1.6 §2.2.1].
std::vector<std::uint32_t> extension_instruction() {
  std::vector<std::uint32_t> words(1 + kExtension.size() / 4 + 1);
  words[0] = spirv::first_word(spirv::kOpExtension, words.size());
  for (std::size_t i = 0; i < kExtension.size(); ++i) {
    words[1 + i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(kExtension[i])) << (8 * (i % 4));
  }
  return words;
}

// The formats that must have the same mode. A format that the driver does not have binds nothing.
std::vector<FloatControls FormatControls::*> bound_formats(Independence independence, const OfferedControls& offered) {
  std::vector<FloatControls FormatControls::*> formats;
  if (independence == Independence::all) return formats;
  if (offered.has_binary16) formats.push_back(&FormatControls::binary16);
  if (offered.has_binary64) formats.push_back(&FormatControls::binary64);
  if (independence == Independence::none) formats.push_back(&FormatControls::binary32);
  return formats;
}

// Takes a control out of all the formats where it is in some of them only.
void drop_unless_same(FormatControls& controls, bool FloatControls::*control,
                      std::span<FloatControls FormatControls::*const> formats) {
  const auto asked = [&](const auto format) { return controls.*format.*control; };
  if (std::ranges::all_of(formats, asked)) return;
  for (const auto format : formats) controls.*format.*control = false;
}

}  // namespace

std::string float_controls_text(const FormatControls& controls) {
  std::string text;
  for (const Control& control : kControls) {
    std::string widths;
    for (const Width& width : kWidths) {
      if (has(controls, width, control)) widths += fmt::format("{}{}", widths.empty() ? "" : ", ", width.bits);
    }
    if (!widths.empty()) text += fmt::format("{}{} ({} bits)", text.empty() ? "" : "; ", control.text, widths);
  }
  return text.empty() ? "none" : text;
}

std::optional<FormatControls> parse_float_controls(std::string_view text) {
  FormatControls controls;
  for (const Control& control : kControls) {
    const std::size_t start = text.find(control.text);
    if (start == std::string_view::npos) continue;
    const std::string_view after = text.substr(start + control.text.size());
    const std::string_view widths = after.substr(0, after.find(')'));
    for (const Width& width : kWidths) {
      controls.*width.member.*control.member = widths.find(std::to_string(width.bits)) != std::string_view::npos;
    }
  }
  if (float_controls_text(controls) != text) return std::nullopt;
  return controls;
}

FormatControls controls_in_force(const FormatControls& requested, const OfferedControls& offered) {
  FormatControls controls;
  for (const Width& width : kWidths) {
    for (const Control& control : kControls) {
      controls.*width.member.*control.member = has(requested, width, control) && has(offered.controls, width, control);
    }
  }
  const auto denormals = bound_formats(offered.denormals, offered);
  drop_unless_same(controls, &FloatControls::flush_denormals, denormals);
  drop_unless_same(controls, &FloatControls::preserve_denormals, denormals);
  drop_unless_same(controls, &FloatControls::round_to_nearest_even, bound_formats(offered.rounding, offered));
  return controls;
}

std::vector<std::uint32_t> with_float_controls(std::span<const std::uint32_t> module, const FormatControls& controls) {
  std::vector<std::uint32_t> capabilities;
  std::vector<std::uint32_t> modes;  // without the entry point
  for (const Control& control : kControls) {
    const std::size_t before = modes.size();
    for (const Width& width : kWidths) {
      if (has(controls, width, control)) modes.insert(modes.end(), {control.execution_mode, width.bits});
    }
    if (modes.size() == before) continue;
    capabilities.insert(capabilities.end(), {spirv::first_word(spirv::kOpCapability, 2), control.capability});
  }

  // The order of a module: capabilities, extensions, ..., entry points, execution modes [SPIR-V 1.6 §2.4].
  std::vector<std::uint32_t> result(module.begin(), module.begin() + spirv::kHeaderWords);
  result.insert(result.end(), capabilities.begin(), capabilities.end());
  bool in_capabilities = true;
  spirv::for_each_instruction(module, [&](const spirv::Instruction& instruction) {
    if (in_capabilities && instruction.opcode != spirv::kOpCapability) {
      in_capabilities = false;
      const std::vector<std::uint32_t> extension = extension_instruction();
      if (!modes.empty()) result.insert(result.end(), extension.begin(), extension.end());
    }
    result.insert(result.end(), instruction.words.begin(), instruction.words.end());
    if (instruction.opcode != spirv::kOpEntryPoint) return;
    const std::uint32_t entry_point = instruction.words[2];
    for (std::size_t i = 0; i < modes.size(); i += 2) {
      result.insert(result.end(), {spirv::first_word(spirv::kOpExecutionMode, 4), entry_point, modes[i], modes[i + 1]});
    }
  });
  return result;
}

std::string float_control_lines(const FormatControls& controls, std::span<const Format> formats) {
  std::string lines;
  for (const Control& control : kControls) {
    for (const Format format : formats) {
      const auto* width = std::ranges::find(kWidths, static_cast<std::uint32_t>(info(format).bits), &Width::bits);
      if (width == kWidths.end() || !has(controls, *width, control)) continue;
      lines += fmt::format("spirv_execution_mode(extensions = [\"{}\"], capabilities = [{}], {}, {});  // {}\n",
                           kExtension, control.capability, control.execution_mode, width->bits, control.text);
      break;
    }
  }
  return lines;
}

}  // namespace halfulp::device
