// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace halfulp::test {

/// One SPIR-V instruction: its opcode and the words after the first.
struct Instruction {
  std::uint32_t opcode;
  std::span<const std::uint32_t> operands;
};

/// Calls `visit` for each instruction of a module [SPIR-V 1.6 §2.3].
inline void for_each_instruction(std::span<const std::uint32_t> module,
                                 const std::function<void(const Instruction&)>& visit) {
  for (std::size_t i = 5; i < module.size(); i += module[i] >> 16U) {
    visit({module[i] & 0xffffU, module.subspan(i + 1, (module[i] >> 16U) - 1)});
  }
}

}  // namespace halfulp::test
