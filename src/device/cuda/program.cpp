// SPDX-License-Identifier: Apache-2.0
#include "device/cuda/program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

namespace halfulp::device {
namespace {

constexpr std::string_view kThen = " then ";
constexpr std::string_view kFlushes = ".ftz";

constexpr std::array<NamedMode, 3> kModes = {
    {{"default", {}}, {"ftz", {kFlushes, kFlushes, ""}}, {"approx", {"", ".approx.ftz", ""}}}};

std::vector<std::string> instructions_of(std::string_view expression) {
  std::vector<std::string> found;
  for (;;) {
    const std::size_t end = expression.find(kThen);
    found.emplace_back(expression.substr(0, end));
    if (end == std::string_view::npos) return found;
    expression.remove_prefix(end + kThen.size());
  }
}

void replace(std::string& text, std::string_view from, std::string_view by) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size())) {
    text.replace(at, from.size(), by);
  }
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Bits of a value in memory and in its register, which has 16 at least.
int stored_bits(Format format) { return info(format).bytes * 8; }
int register_bits(Format format) { return std::max(stored_bits(format), 16); }

std::string instruction_of(std::string text, Format format, const PtxFlush& flush) {
  const int bits = stored_bits(format);
  // Where `.real` is binary64, nothing flushes.
  if (format == Format::binary64 && has(text, ".real")) replace(text, kFlushes, "");
  replace(text, ".real", fmt::format(".f{}", bits));
  replace(text, ".bits", fmt::format(".b{}", bits));
  const bool flushes = has(text, ".f32") ? flush.binary32 : flush.binary16;
  if (!flushes && !has(text, ".ftz.f64")) replace(text, kFlushes, "");
  return text;
}

/// "rzi.ftz.s32.f32" of "cvt.rzi.ftz.s32.f32 o, x", without types and `.ftz`.
std::string mnemonic(std::string_view instruction) {
  std::string_view rest = instruction.substr(0, instruction.find(' '));
  std::string name;
  constexpr std::array<std::string_view, 13> kLeftOut = {"real", "bits", "f16", "f32", "f64", "s8", "u8",
                                                         "s16",  "u16",  "s32", "u32", "b32", "ftz"};
  for (;;) {
    const std::size_t end = rest.find('.');
    const std::string_view part = rest.substr(0, end);
    const bool is_only_form = part == "ftz" && has(rest, "ftz.f64");
    if (is_only_form || std::ranges::find(kLeftOut, part) == kLeftOut.end()) {
      name += fmt::format("{}{}", name.empty() ? "" : ".", part);
    }
    if (end == std::string_view::npos) return name;
    rest.remove_prefix(end + 1);
  }
}

/// The type that a load or a store of a lane has: that of the value itself where the operation is that access.
std::string memory_type(Format format, bool is_accessed) {
  if (is_accessed && format != Format::binary16) return fmt::format("f{}", stored_bits(format));
  return stored_bits(format) < 16 ? "u8" : fmt::format("b{}", stored_bits(format));
}

}  // namespace

const BuildModes kCudaModes = {"cuda", kFlushes, kModes};

std::string ptx_instructions(const LanguageRow& row, const PtxFlush& flush) {
  std::string text;
  for (const std::string& instruction : instructions_of(row.expression)) {
    text += fmt::format("{}{}", text.empty() ? "" : kThen, instruction_of(instruction, row.format, flush));
  }
  return text;
}

std::string ptx_way_name(std::string_view expression) {
  std::string text;
  for (const std::string& instruction : instructions_of(expression)) {
    text += fmt::format("{}{}", text.empty() ? "" : kThen, mnemonic(instruction));
  }
  return text;
}

bool is_approximate(const LanguageRow& row) { return has(row.expression, ".approx"); }

int ptx_target(const LanguageRow& row) {
  int target = 50;
  for (const std::string& text : instructions_of(ptx_instructions(row, {}))) {
    // "Target ISA Notes" of each instruction [PTX ISA 7.0].
    const bool is_half = has(text, ".f16");
    if (is_half && !text.starts_with("cvt")) target = std::max(target, 53);
    if (text.starts_with("tanh") || (is_half && text.starts_with("ex2"))) target = std::max(target, 75);
    const bool is_least_or_most = text.starts_with("min") || text.starts_with("max");
    if (is_least_or_most && (is_half || has(text, ".NaN"))) target = std::max(target, 80);
  }
  return target;
}

std::string ptx_program(const LanguageRow& row, const PtxFlush& flush) {
  const OperationInfo& operation = info(row.operation);
  const Format result = operation.result(row.format);
  std::string text = fmt::format(".version 7.0\n.target sm_{}\n.address_size 64\n\n", ptx_target(row));
  text += fmt::format(".visible .entry {}(.param .u32 cases", kPtxKernel);
  std::string registers = fmt::format("  .reg .b{} o;\n", register_bits(result));
  std::string loads;
  for (int k = 0; k < operation.arity; ++k) {
    const Format format = operation.operand_format(k, row.format);
    const std::string_view name = operation.operand_names[static_cast<std::size_t>(k)];
    text += fmt::format(", .param .u64 {}_lane", name);
    registers += fmt::format("  .reg .b{} {};\n", register_bits(format), name);
    loads += fmt::format(
        "  ld.param.u64 %at, [{0}_lane];\n  cvta.to.global.u64 %at, %at;\n  mad.wide.u32 %at, %case, {1}, %at;\n"
        "  ld.global.{2} {0}, [%at];\n",
        name, info(format).bytes, memory_type(format, row.operation == Operation::load));
  }
  text +=
      ", .param .u64 result_lane) {\n  .reg .pred %outside;\n  .reg .b32 %case, %block, %size, %cases;\n"
      "  .reg .b64 %at;\n" +
      registers;
  for (const std::string_view name : {"t", "u"}) {
    if (names(row.expression, name)) text += fmt::format("  .reg .b{} {};\n", register_bits(row.format), name);
  }
  if (names(row.expression, "p")) text += "  .reg .pred p;\n";
  text +=
      "  mov.u32 %case, %tid.x;\n  mov.u32 %block, %ctaid.x;\n  mov.u32 %size, %ntid.x;\n"
      "  mad.lo.u32 %case, %block, %size, %case;\n  ld.param.u32 %cases, [cases];\n"
      "  setp.ge.u32 %outside, %case, %cases;\n  @%outside ret;\n" +
      loads;
  for (const std::string& instruction : instructions_of(ptx_instructions(row, flush))) {
    text += fmt::format("  {};\n", instruction);
  }
  return text + fmt::format(
                    "  ld.param.u64 %at, [result_lane];\n  cvta.to.global.u64 %at, %at;\n"
                    "  mad.wide.u32 %at, %case, {}, %at;\n  st.global.{} [%at], o;\n  ret;\n}}\n",
                    info(result).bytes, memory_type(result, row.operation == Operation::store));
}

}  // namespace halfulp::device
