// SPDX-License-Identifier: Apache-2.0
#include "device/dxbc/operation_shader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "device/dxbc/assembler.hpp"
#include "device/words.hpp"

namespace halfulp::device::dxbc {
namespace {

/// A register for each operand, or for each vector of those that are numbered: x0, x1 are r1.x and r1.y, and x is both.
struct Registers {
  Names names;                     ///< for the assembler
  std::vector<std::string> loads;  ///< where each operand goes: "r1.x", of a double "r1.xy"
  std::size_t count = 1;           ///< r0 is where the case is, and then the result
};

std::string components(std::size_t first, std::size_t count) {
  return std::string(std::string_view("xyzw").substr(first, count));
}

Registers registers_of(const LanguageRow& row) {
  const OperationInfo& operation = info(row.operation);
  Registers registers;
  std::string vector;  // of which the last operand was a component
  for (int k = 0; k < operation.arity; ++k) {
    const std::string name(operation.operand_names[static_cast<std::size_t>(k)]);
    const std::size_t words = words_of(operation.operand_format(k, row.format));
    const bool is_numbered = name.size() == 2 && std::isdigit(static_cast<unsigned char>(name[1])) != 0;
    const auto component = is_numbered ? static_cast<std::size_t>(name[1] - '0') : 0;
    const std::string base = is_numbered ? name.substr(0, 1) : name;
    if (!is_numbered || base != vector) ++registers.count;
    vector = base;
    const std::string in = fmt::format("r{}.", registers.count - 1);
    registers.loads.push_back(in + components(component, words));
    registers.names[base] = in + components(0, is_numbered ? component + 1 : words);
  }
  registers.names["o"] = "r0." + components(0, words_of(operation.result(row.format)));
  return registers;
}

/// The address of the case's value, from its number in vThreadID.x.
std::string address(std::string_view into, std::size_t words) {
  return fmt::format("ishl {}, vThreadID.x, l({})\n", into, words == 1 ? 2 : 3);
}

std::string flags(const LanguageRow& row) {
  const Doubles doubles = doubles_of(row);
  return fmt::format("dcl_globalFlags{}{}\n", doubles == Doubles::none ? "" : " enableDoublePrecisionFloatOps",
                     doubles == Doubles::extended ? ", enable11_1DoubleExtensions" : "");
}

std::size_t operand_words(const LanguageRow& row, std::size_t k) {
  return words_of(info(row.operation).operand_format(static_cast<int>(k), row.format));
}

std::string compute_text(const LanguageRow& row, const Registers& registers) {
  const std::size_t result_words = words_of(info(row.operation).result(row.format));
  std::string loads;
  std::string declarations;
  for (std::size_t k = 0; k < registers.loads.size(); ++k) {
    const std::size_t words = operand_words(row, k);
    declarations += fmt::format("dcl_resource_raw t{}\n", k);
    loads += address("r0.x", words) +
             fmt::format("ld_raw {}, r0.x, t{}.{}\n", registers.loads[k], k, words == 1 ? "xxxx" : "xyxy");
  }
  const std::size_t scratch = registers.count;
  return fmt::format(
      "{}{}dcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps {}\n"
      "dcl_thread_group {}, 1, 1\n{}{}\n{}store_raw u0.{}, r{}.x, r0.{}\nret\n",
      flags(row), declarations, registers.count + 1, kThreadGroup, loads, row.expression,
      address(fmt::format("r{}.x", scratch), result_words), components(0, result_words), scratch,
      result_words == 1 ? "x" : "xyxy");
}

std::string pixel_text(const LanguageRow& row, const Registers& registers) {
  const std::string result = components(0, words_of(info(row.operation).result(row.format)));
  const std::vector<std::size_t> at = places(row);
  std::string loads;
  for (std::size_t k = 0; k < registers.loads.size(); ++k) {
    const std::size_t component = at[k] % kTexelWords;
    // A destination's component takes the source's at the same place: those of r1.y and r1.xy are both at the second.
    const std::string words = components(component, operand_words(row, k));
    loads += fmt::format("ld {}, r0.xyzw, t{}.{}\n", registers.loads[k], at[k] / kTexelWords,
                         words.size() == 1 ? std::string(4, words[0]) : words + words);
  }
  std::string declarations;
  for (std::size_t texture = 0; texture <= at.back() / kTexelWords; ++texture) {
    declarations += fmt::format("dcl_resource_texture2d (uint,uint,uint,uint) t{}\n", texture);
  }
  return fmt::format(
      "{}{}dcl_input_ps_siv linear noperspective v0.xy, position\ndcl_output o0.{}\ndcl_temps {}\n"
      "{}{}{}\nmov o0.{}, r0.{}\nret\n",
      flags(row), declarations, result, registers.count, kTexelOfPixel, loads, row.expression, result,
      result.size() == 1 ? "x" : "xyxy");
}

constexpr std::uint32_t kAll = 0xf;
constexpr std::uint32_t kPosition = 1;
constexpr std::uint32_t kVertexId = 6;

/// What the vertex shader writes and the pixel shader reads.
SignatureElement position(std::uint32_t read_or_never_written) {
  return {.semantic = "SV_Position",
          .system_value = kPosition,
          .type = SignatureElement::Type::floating,
          .mask = kAll,
          .read_or_never_written = read_or_never_written};
}

}  // namespace

Doubles doubles_of(const LanguageRow& row) {
  if (words_of(row.format) == 1 && words_of(info(row.operation).result(row.format)) == 1) return Doubles::none;
  constexpr std::array kExtended = {"ddiv", "dfma", "drcp", "dtoi", "dtou", "itod", "utod"};
  const std::string_view instruction = row.expression.substr(0, row.expression.find(' '));
  return std::ranges::find(kExtended, instruction) != kExtended.end() ? Doubles::extended : Doubles::basic;
}

std::vector<std::size_t> places(const LanguageRow& row) {
  std::vector<std::size_t> places;
  std::size_t next = 0;
  for (int k = 0; k < info(row.operation).arity; ++k) {
    const std::size_t words = operand_words(row, static_cast<std::size_t>(k));
    next = (next + words - 1) / words * words;
    places.push_back(next);
    next += words;
  }
  return places;
}

ShaderInterface pixel_interface(SignatureElement::Type type, std::uint32_t written) {
  constexpr std::uint32_t kXy = 3;
  return {.kind = ShaderKind::pixel,
          .inputs = {position(kXy)},
          .outputs = {{.semantic = "SV_Target",
                       .system_value = 0,
                       .type = type,
                       .mask = written,
                       .read_or_never_written = kAll & ~written}}};
}

std::string operation_shader_text(const LanguageRow& row, ShaderStage stage) {
  const Registers registers = registers_of(row);
  return stage == ShaderStage::compute ? compute_text(row, registers) : pixel_text(row, registers);
}

std::vector<std::byte> operation_shader(const LanguageRow& row, ShaderStage stage) {
  const std::uint32_t written = (1U << words_of(info(row.operation).result(row.format))) - 1;
  const ShaderInterface shader = stage == ShaderStage::compute
                                     ? ShaderInterface()
                                     : pixel_interface(SignatureElement::Type::unsigned_integer, written);
  return assemble(shader, operation_shader_text(row, stage), registers_of(row).names);
}

std::vector<std::byte> triangle_shader() {
  constexpr std::uint32_t kX = 1;
  const ShaderInterface shader = {.kind = ShaderKind::vertex,
                                  .inputs = {{.semantic = "SV_VertexID",
                                              .system_value = kVertexId,
                                              .type = SignatureElement::Type::unsigned_integer,
                                              .mask = kX,
                                              .read_or_never_written = kX}},
                                  .outputs = {position(0)}};
  // (-1, -1), (3, -1), (-1, 3).
  return assemble(shader,
                  "dcl_globalFlags\ndcl_input_sgv v0.x, vertex_id\ndcl_output_siv o0.xyzw, position\ndcl_temps 1\n"
                  "ieq r0.x, v0.x, l(1)\nieq r0.y, v0.x, l(2)\n"
                  "movc o0.x, r0.x, l(0x40400000), l(0xbf800000)\nmovc o0.y, r0.y, l(0x40400000), l(0xbf800000)\n"
                  "mov o0.zw, l(0, 0, 0, 0x3f800000)\nret\n");
}

}  // namespace halfulp::device::dxbc
