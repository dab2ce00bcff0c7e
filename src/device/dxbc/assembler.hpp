// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "device/dxbc/container.hpp"

namespace halfulp::device::dxbc {

/// Registers that have another name, {"x", "r1.x"}.
using Names = std::map<std::string, std::string, std::less<>>;

/// Assembles a shader of shader model 5.0 into a DXBC container with its checksum. `text`: a line for each instruction
/// or declaration, as Microsoft's compilers list them, but for abs(): `mad r0.x, r1.x, -r2.x, l(0x3f800000)`, `mov_sat
/// r0.x, abs(r1.x)`, `dcl_thread_group 64, 1, 1`. Throws std::invalid_argument, with the line, for what is no such
/// text.
[[nodiscard]] std::vector<std::byte> assemble(const ShaderInterface& shader, std::string_view text,
                                              const Names& names = {});

}  // namespace halfulp::device::dxbc
