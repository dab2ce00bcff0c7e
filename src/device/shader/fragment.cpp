// SPDX-License-Identifier: Apache-2.0
#include "device/shader/fragment.hpp"

#include "device/shader/spirv.hpp"

namespace halfulp::device {
namespace {

// [SPIR-V 1.6 §3.3, §3.6, §3.20, §3.21]
constexpr std::uint32_t kFragment = 4;
constexpr std::uint32_t kOriginUpperLeft = 7;
constexpr std::uint32_t kLocalSize = 17;
constexpr std::uint32_t kBuiltIn = 11;

}  // namespace

std::vector<std::uint32_t> as_fragment_shader(std::span<const std::uint32_t> module) {
  std::vector<std::uint32_t> result(module.begin(), module.begin() + spirv::kHeaderWords);
  spirv::for_each_instruction(module, [&](const spirv::Instruction& instruction) {
    const auto words = instruction.words;
    const std::size_t begin = result.size();
    if (instruction.opcode == spirv::kOpExecutionMode && words[2] == kLocalSize) {
      result.insert(result.end(), {spirv::first_word(spirv::kOpExecutionMode, 3), words[1], kOriginUpperLeft});
      return;
    }
    // The size of a work group is the one built-in that a module decorates without reading it.
    if (instruction.opcode == spirv::kOpDecorate && words[2] == kBuiltIn) return;
    result.insert(result.end(), words.begin(), words.end());
    if (instruction.opcode == spirv::kOpEntryPoint) result[begin + 1] = kFragment;
  });
  return result;
}

}  // namespace halfulp::device
