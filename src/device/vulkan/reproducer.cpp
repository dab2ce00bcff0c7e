// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "device/shader/float_controls.hpp"
#include "device/shader/table.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kConstants = ", constants";

const ShaderRow& find_row(const DeviceDescription& device, std::string_view variant, const FailedCase& failed) {
  if (variant.ends_with(kConstants)) variant.remove_suffix(kConstants.size());
  for (const ShaderRow* row : shader_rows()) {
    if (device.kind == "vulkan" && row->operation == failed.operation && row->format == failed.format &&
        row->variant == variant) {
      return *row;
    }
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("a reproducer is a Vulkan shader: '{}' has none for {} '{}'; use it with --device vulkan",
                          device.name, info(failed.operation).name, variant));
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

}  // namespace

std::string reproducer_shader(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  const ShaderRow& row = find_row(device, variant, failed);
  const bool constants = std::string_view(variant).ends_with(kConstants);
  const bool loaded = failed.operation == Operation::load;
  const bool stored = row.result == "stored";
  const std::string_view result_type = stored ? "float" : row.result;

  std::string text = "#version 460\n#extension GL_EXT_spirv_intrinsics : require\n";
  text += case_comment(device, row, failed);
  text += "//\n// Compile: glslangValidator -V --target-env vulkan1.1 -o reproducer.spv THIS_FILE\n";
  text += "// Dispatch one work group; the result's bits are the first word of binding 1.\n";

  std::string declarations;
  std::string arguments;
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const auto name = fmt::format("operand_{}", info(failed.operation).operand_names[k]);
    const auto literal = fmt::format("0x{:08x}u", failed.operands[k]);
    if (constants) {
      declarations += fmt::format("layout(constant_id = {}) const uint {} = {};\n", k, name, literal);
    } else if (!loaded) {
      declarations += fmt::format("#define {} ({} ^ zeros[0])\n", name, literal);
    }
    arguments += fmt::format("{}FROM_BITS_{}({})", k == 0 ? "" : ", ", parameter_type(row.parameters, k), name);
  }
  if (loaded) {
    text +=
        fmt::format("// Binding 0: a buffer whose first word is the operand's bits, 0x{:08x}.\n", failed.operands[0]);
    declarations += "layout(std430, set = 0, binding = 0) readonly buffer Operands { float operands[]; };\n";
    arguments = "operands[0]";
  } else if (!constants) {
    text += "// Binding 0: a buffer whose first word is zero; with it no compiler can know the operands.\n";
    declarations = "layout(std430, set = 0, binding = 0) readonly buffer Zeros { uint zeros[]; };\n" + declarations;
  }
  declarations += fmt::format("layout(std430, set = 0, binding = 1) writeonly buffer Results {{ {} results[]; }};\n",
                              stored ? "float" : "uint");

  for (const auto& [key, value] : device.facts) {
    if (key != kFloatControlsInForce) continue;
    for (const auto macro : float_control_macros(parse_float_controls(value)))
      text += fmt::format("#define {}\n", macro);
  }
  text += fmt::format("\n{}\nlayout(local_size_x = 1) in;\n{}\n", kSharedGlsl, declarations);
  text += fmt::format("{0} operation({1}) {{\n  precise {0} result = {2};\n  return result;\n}}\n\n", result_type,
                      row.parameters, row.expression);
  text += fmt::format("void main() {{ results[0] = TO_BITS_{}(operation({})); }}\n", row.result, arguments);
  return text;
}

}  // namespace halfulp::device
