// SPDX-License-Identifier: Apache-2.0
#include "device/d3d12/compute_shader.hpp"

#include <fmt/format.h>

#include <cctype>
#include <map>

#include "device/dxbc/assembler.hpp"

namespace halfulp::device {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

/// A register for each operand, or for each vector of those that are numbered: x0, x1 are r1.x and r1.y, and x is both.
struct Registers {
  Names names;                     ///< for the assembler
  std::vector<std::string> loads;  ///< where each operand goes: "r1.x", of a double "r1.xy"
  std::size_t count = 1;           ///< r0 is the case's number, and then the result
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

constexpr std::size_t kWordBytes = 4;

/// The address of the case's value, from its number in vThreadID.x.
std::string address(std::string_view into, std::size_t words) {
  return fmt::format("ishl {}, vThreadID.x, l({})\n", into, words == 1 ? 2 : 3);
}

}  // namespace

std::size_t words_of(Format format) {
  return (static_cast<std::size_t>(info(format).bytes) + kWordBytes - 1) / kWordBytes;
}

std::string compute_shader_text(const LanguageRow& row) {
  const OperationInfo& operation = info(row.operation);
  const Registers registers = registers_of(row);
  const std::size_t result_words = words_of(operation.result(row.format));
  bool has_doubles = result_words > 1;
  std::string loads;
  std::string declarations;
  for (int k = 0; k < operation.arity; ++k) {
    const std::size_t words = words_of(operation.operand_format(k, row.format));
    has_doubles = has_doubles || words > 1;
    declarations += fmt::format("dcl_resource_raw t{}\n", k);
    loads +=
        address("r0.x", words) + fmt::format("ld_raw {}, r0.x, t{}.{}\n", registers.loads[static_cast<std::size_t>(k)],
                                             k, words == 1 ? "xxxx" : "xyxy");
  }
  const std::size_t scratch = registers.count;
  return fmt::format(
      "dcl_globalFlags{}\n{}dcl_uav_raw u0\ndcl_input vThreadID.x\ndcl_temps {}\n"
      "dcl_thread_group {}, 1, 1\n{}{}\n{}store_raw u0.{}, r{}.x, r0.{}\nret\n",
      has_doubles ? " enableDoublePrecisionFloatOps, enable11_1DoubleExtensions" : "", declarations,
      registers.count + 1, kThreadGroup, loads, row.expression, address(fmt::format("r{}.x", scratch), result_words),
      components(0, result_words), scratch, result_words == 1 ? "x" : "xyxy");
}

std::vector<std::byte> compute_shader(const LanguageRow& row) {
  return dxbc::assemble_compute_shader(compute_shader_text(row), registers_of(row).names);
}

}  // namespace halfulp::device
