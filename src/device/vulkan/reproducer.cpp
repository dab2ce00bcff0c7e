// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "device/shader/float_controls.hpp"
#include "device/shader/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kConstants = ", constants";

const ShaderRow* find_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                          Format format) {
  if (variant.ends_with(kConstants)) variant.remove_suffix(kConstants.size());
  for (const ShaderRow& row : shader_rows()) {
    if (device.kind == "vulkan" && row.operation == operation && row.format == format && row.variant == variant) {
      return &row;
    }
  }
  return nullptr;
}

std::string value_comment(Format format, Bits bits) {
  return fmt::format("{} = {} = {}", bits_text(format, bits), hex_text(format, bits), value_text(format, bits));
}

std::string permitted_comment(const PermittedSet& permitted) {
  std::string text = permitted.anything ? "//   anything\n" : "";
  for (const Range& range : permitted.ranges) {
    text += fmt::format("//   {}", value_comment(permitted.format, range.first));
    if (range.first != range.last) text += fmt::format("\n//     to {}", value_comment(permitted.format, range.last));
    text += "\n";
  }
  if (permitted.nan == NanKind::any) text += "//   any NaN\n";
  if (permitted.nan == NanKind::listed) {
    for (const Bits bits : permitted.nan_patterns)
      text += fmt::format("//   {} (NaN)\n", bits_text(permitted.format, bits));
  }
  return text;
}

std::string case_comment(const DeviceDescription& device, const ShaderRow& row, const FailedCase& failed) {
  const OperationInfo& operation = info(failed.operation);
  std::string text =
      fmt::format("// {} ({}) on {} breaks the rule {} of {}.\n// Device: {}\n", name(failed.operation, failed.naming),
                  row.instruction, device.title, failed.rule, failed.rulebook, device.name);
  for (const auto& [key, value] : device.facts) text += fmt::format("//   {}: {}\n", key, value);
  text += "// Operands:\n";
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const Format format = operation.operand_format(static_cast<int>(k), failed.format);
    text += fmt::format("//   {} = {}\n", operation.operand_names[k], value_comment(format, failed.operands[k]));
  }
  text +=
      fmt::format("// The device's result:\n//   {}\n// Permitted:\n{}",
                  value_comment(operation.result(failed.format), failed.observed), permitted_comment(failed.permitted));
  return text;
}

// The GLSL type of parameter k of "const float x, const uint y".
std::string_view parameter_type(std::string_view parameters, std::size_t k) {
  for (; k > 0; --k) parameters.remove_prefix(parameters.find(',') + 2);
  parameters.remove_prefix(std::string_view("const ").size());
  return parameters.substr(0, parameters.find(' '));
}

std::string_view real_type(Format format) {
  return format == Format::binary16 ? "float16_t" : format == Format::binary64 ? "double" : "float";
}

}  // namespace

bool has_reproducer(const DeviceDescription& device, const std::string& variant, Operation operation, Format format) {
  return find_row(device, variant, operation, format) != nullptr;
}

std::string reproducer_shader(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const ShaderRow* found = find_row(device, variant, failed.operation, failed.format);
  if (found == nullptr) {
    throw Error(Error::Kind::kUsage,
                fmt::format("a reproducer is a Vulkan shader: '{}' has none for {} '{}'; use it with --device vulkan",
                            device.name, info(failed.operation).name, variant));
  }
  const ShaderRow& row = *found;
  const bool constants = std::string_view(variant).ends_with(kConstants);
  const bool loaded = failed.operation == Operation::load;
  const bool stored = row.result == "stored";
  const std::string_view real = real_type(failed.format);
  const std::string_view result_type = stored ? real : row.result;
  const std::string_view result_word = stored ? real : (row.result == "double" ? "uvec2" : "uint");

  std::string text = "#version 460\n";
  text += case_comment(device, row, failed);
  text += "//\n// Compile: glslangValidator -V --target-env vulkan1.1 -o reproducer.spv THIS_FILE\n";
  text += "// Dispatch one work group; the result's bits are the first value of binding 1.\n";

  std::string declarations;
  std::string arguments;
  std::size_t constant = 0;
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const OperationInfo& operation = info(failed.operation);
    const bool two_words = operation.operand_format(static_cast<int>(k), failed.format) == Format::binary64;
    std::string words;
    for (int word = 0; word < (two_words ? 2 : 1); ++word) {
      const auto name =
          fmt::format("operand_{}{}", operation.operand_names[k], two_words ? (word == 0 ? "_low" : "_high") : "");
      const auto literal = fmt::format("0x{:08x}u", failed.operands[k] >> (32 * word) & 0xffffffffU);
      if (constants) {
        declarations += fmt::format("layout(constant_id = {}) const uint {} = {};\n", constant++, name, literal);
      } else if (!loaded) {
        declarations += fmt::format("#define {} ({} ^ zeros[0])\n", name, literal);
      }
      words += fmt::format("{}{}", word == 0 ? "" : ", ", name);
    }
    arguments += fmt::format("{}FROM_BITS_{}({})", k == 0 ? "" : ", ", parameter_type(row.parameters, k), words);
  }
  if (loaded) {
    text += fmt::format("// Binding 0: a buffer whose first value is the operand's bits, {}.\n",
                        bits_text(failed.format, failed.operands[0]));
    declarations +=
        fmt::format("layout(std430, set = 0, binding = 0) readonly buffer Operands {{ {} operands[]; }};\n", real);
    arguments = "operands[0]";
  } else if (!constants) {
    text += "// Binding 0: a buffer whose first word is zero; with it no compiler can know the operands.\n";
    declarations = "layout(std430, set = 0, binding = 0) readonly buffer Zeros { uint zeros[]; };\n" + declarations;
  }
  declarations +=
      fmt::format("layout(std430, set = 0, binding = 1) writeonly buffer Results {{ {} results[]; }};\n", result_word);

  const FormatInfo& format = info(failed.format);
  // The shaders of formats that are not floating have floats.
  const int real_bits = format.kind == FormatKind::floating ? format.bits : info(Format::binary32).bits;
  text += fmt::format("#define REAL_BITS {}\n\n{}\n", real_bits, kSharedGlsl);
  // A conversion rounds in the format of its result.
  const std::array<Format, 2> formats{info(failed.operation).result(failed.format), failed.format};
  for (const auto& [key, value] : device.facts) {
    if (key != kFloatControlsInForce) continue;
    text += float_control_lines(parse_float_controls(value).value_or(FormatControls()), formats);
  }
  text += fmt::format("\nlayout(local_size_x = 1) in;\n{}\n", declarations);
  text += fmt::format("{0} operation({1}) {{\n  precise {0} result = {2};\n  return result;\n}}\n\n", result_type,
                      row.parameters, row.expression);
  text += fmt::format("void main() {{ results[0] = TO_BITS_{}(operation({})); }}\n", row.result, arguments);
  return text;
}

}  // namespace halfulp::device
