// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

/// The layout of a SPIR-V module [SPIR-V 1.6 §2.3].
namespace halfulp::device::spirv {

inline constexpr std::size_t kHeaderWords = 5;

// [SPIR-V 1.6 §3.49]
inline constexpr std::uint32_t kOpExtension = 10;
inline constexpr std::uint32_t kOpEntryPoint = 15;
inline constexpr std::uint32_t kOpExecutionMode = 16;
inline constexpr std::uint32_t kOpCapability = 17;
inline constexpr std::uint32_t kOpDecorate = 71;

/// The first word of an instruction of `words` words.
[[nodiscard]] constexpr std::uint32_t first_word(std::uint32_t opcode, std::size_t words) {
  return static_cast<std::uint32_t>(words) << 16U | opcode;
}

struct Instruction {
  std::uint32_t opcode;
  std::span<const std::uint32_t> words;  ///< all of them, the first with the opcode
};

/// Calls `visit` for each instruction of a module, in order.
template <class Visit>
void for_each_instruction(std::span<const std::uint32_t> module, const Visit& visit) {
  for (std::size_t i = kHeaderWords; i < module.size();) {
    const std::size_t words = module[i] >> 16U;
    visit(Instruction{module[i] & 0xffffU, module.subspan(i, words)});
    i += words;
  }
}

}  // namespace halfulp::device::spirv
