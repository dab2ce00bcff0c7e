// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/reproducer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "device/shader/float_controls.hpp"
#include "device/shader/stage.hpp"
#include "device/shader/table.hpp"
#include "device/vulkan/glsl_definitions.hpp"
#include "device/vulkan/test_scripts.hpp"
#include "device/vulkan/texture/amber.hpp"
#include "device/vulkan/texture/program.hpp"
#include "device/vulkan/texture/vkrunner.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kConstants = ", constants";

const ShaderRow* find_row(const DeviceDescription& device, std::string_view variant, Operation operation,
                          Format format) {
  if (variant.ends_with(kConstants)) variant.remove_suffix(kConstants.size());
  if (!stage_of(device.kind)) return nullptr;
  for (const ShaderRow& row : shader_rows()) {
    if (row.operation == operation && row.format == format && row.variant == variant) {
      return &row;
    }
  }
  return nullptr;
}

std::optional<TextureWay> find_texture(const DeviceDescription& device, std::string_view variant, Operation operation,
                                       Format format) {
  const auto stage = stage_of(device.kind);
  return stage ? find_texture_way(*stage, variant, operation, format) : std::nullopt;
}

std::string word_literal(Bits word) { return fmt::format("0x{:08x}u", word & 0xffffffffU); }
std::string words_literal(Bits bits) {
  return fmt::format("uvec2({}, {})", word_literal(bits), word_literal(bits >> 32));
}

/// GLSL: whether `bits`, a uint or a uvec2, are permitted.
std::string permitted_condition(const PermittedSet& permitted) {
  const FormatInfo& row = info(permitted.format);
  const bool is_wide = row.bits > 32;
  if (permitted.anything) return "true";
  std::string text = "false";
  const auto add = [&](Bits first, Bits last) {
    if (is_wide) {
      text += fmt::format("\n    || is_between(bits, {}, {})", words_literal(first), words_literal(last));
    } else if (first == last) {
      text += fmt::format("\n    || bits == {}", word_literal(first));
    } else {
      text += fmt::format("\n    || (bits >= {} && bits <= {})", word_literal(first), word_literal(last));
    }
  };
  for (const auto& [first, last] : permitted_bits(permitted)) add(first, last);
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
  return find_row(device, variant, operation, format) != nullptr || find_texture(device, variant, operation, format);
}

Reproducer reproducer(const DeviceDescription& device, const std::string& variant, const FailedCase& failed) {
  Reproducer result;
  if (const auto texture = find_texture(device, variant, failed.operation, failed.format)) {
    result.program = texture_program(device, *texture, failed);
    const std::string comment = case_comment(device, texture->variant().instruction, failed);
    result.amber = texture_amber(device, *texture, failed, comment);
    result.shader_test = texture_shader_test(device, *texture, failed, comment);
    return result;
  }
  const ShaderRow* found = find_row(device, variant, failed.operation, failed.format);
  if (found == nullptr) {
    throw Error(Error::Kind::kUsage,
                fmt::format("a reproducer is a Vulkan shader: '{}' has none for {} '{}'; use it with --device vulkan",
                            device.name, info(failed.operation).name, variant));
  }
  const ShaderRow& row = *found;
  const ShaderStage stage = stage_of(device.kind).value();
  const bool in_fragment = stage == ShaderStage::fragment;
  const bool constants = std::string_view(variant).ends_with(kConstants);
  const bool loaded = failed.operation == Operation::load;
  const bool stored = row.result == "stored";
  const std::string_view real = real_type(failed.format);
  const std::string_view result_type = stored ? real : row.result;
  const std::string_view result_word = stored ? real : (row.result == "double" ? "uvec2" : "uint");

  std::string declarations;
  std::string locals;
  std::size_t constant = 0;
  for (std::size_t k = 0; k < failed.operands.size(); ++k) {
    const OperationInfo& operation = info(failed.operation);
    const std::string_view type = parameter_type(row.parameters, k);
    const std::string_view name = operation.operand_names[k];
    const bool two_words = operation.operand_format(static_cast<int>(k), failed.format) == Format::binary64;
    std::string words;
    for (int word = 0; word < (two_words ? 2 : 1); ++word) {
      const std::string literal = word_literal(failed.operands[k] >> (32 * word));
      words += word == 0 ? "" : ", ";
      if (constants) {
        const auto constant_name = fmt::format("{}_bits{}", name, two_words ? (word == 0 ? "_low" : "_high") : "");
        declarations +=
            fmt::format("layout(constant_id = {}) const uint {} = {};\n", constant++, constant_name, literal);
        words += constant_name;
      } else {
        words += fmt::format("{} ^ zero", literal);
      }
    }
    const std::string value = loaded ? "operand" : fmt::format("FROM_BITS_{}({})", type, words);
    locals += fmt::format("  {} {} = {};\n", loaded ? real : type, name, value);
  }
  std::string binding = "// Binding 0: a buffer whose first word is zero; with it no compiler can know the operands.\n";
  if (loaded) {
    binding = fmt::format("// Binding 0: a buffer whose first value is the operand's bits, {}.\n",
                          bits_text(failed.format, failed.operands[0]));
    declarations += fmt::format("layout(std430, binding = 0) readonly buffer Operands {{ {} operand; }};\n", real);
  } else if (constants) {
    binding.clear();
  } else {
    declarations += "layout(std430, binding = 0) readonly buffer Zeros { uint zero; };\n";
  }
  declarations +=
      fmt::format("layout(std430, binding = 1) writeonly buffer Results {{ {} result_bits; }};\n", result_word);
  if (!stored) {
    declarations += "layout(std430, binding = 2) writeonly buffer Permitted { uint is_permitted; };\n";
    if (result_word == "uvec2") {
      declarations +=
          "\nbool is_at_most(uvec2 a, uvec2 b) { return a.y < b.y || (a.y == b.y && a.x <= b.x); }\n"
          "bool is_between(uvec2 x, uvec2 first, uvec2 last) { return is_at_most(first, x) && is_at_most(x, last); }\n";
    }
  }
  std::string main =
      fmt::format("\nvoid main() {{\n{}  precise {} result = {};\n", locals, result_type, row.expression);
  if (stored) {
    main += "  result_bits = TO_BITS_stored(result);\n}\n";
  } else {
    main +=
        fmt::format("  {} bits = TO_BITS_{}(result);\n  result_bits = bits;\n  is_permitted = ({}) ? 1u : 0u;\n}}\n",
                    result_word, row.result, permitted_condition(failed.permitted));
  }
  std::string controls;
  // A conversion rounds in the format of its result.
  const std::array<Format, 2> formats{info(failed.operation).result(failed.format), failed.format};
  for (const auto& [key, value] : device.facts) {
    if (key != kFloatControlsInForce) continue;
    controls += float_control_lines(parse_float_controls(value).value_or(FormatControls()), formats);
  }
  const FormatInfo& format = info(failed.format);
  // The shaders of formats that are not floating have floats.
  const int real_bits = format.kind == FormatKind::floating ? format.bits : info(Format::binary32).bits;
  const std::string body =
      fmt::format("{}\n{}{}{}", controls, in_fragment ? "" : "layout(local_size_x = 1) in;\n", declarations, main);
  const std::string shader = fmt::format("#version 450\n{}{}", needed_definitions(kSharedGlsl, real_bits, body), body);

  const std::string comment = case_comment(device, row.instruction, failed);
  result.glsl = shader;
  result.glsl_end = in_fragment ? ".frag" : ".comp";
  result.glsl.insert(
      result.glsl.find('\n') + 1,
      fmt::format("{}//\n// Compile: glslangValidator -V --target-env vulkan1.1 -o reproducer.spv THIS_FILE\n"
                  "// {}; binding 1 then has the result's bits{}.\n{}",
                  comment, in_fragment ? "Draw one pixel" : "Dispatch one work group",
                  stored ? "" : ", and binding 2 whether they are permitted", binding));
  if (stored) return result;
  const std::array<Bits, 2> words =
      loaded ? std::array<Bits, 2>{failed.operands[0] & 0xffffffffU, failed.operands[0] >> 32} : std::array<Bits, 2>{};
  result.amber = amber_script(stage, comment, shader, words);
  result.shader_test = vkrunner_script(stage, comment, shader, words);
  return result;
}

}  // namespace halfulp::device
