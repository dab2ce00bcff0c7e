// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace halfulp::device::dxbc {

/// A DXBC container of a shader without inputs and outputs: empty signatures and the tokens, with the checksum that
/// runtimes ask for. `version`: the first token, 0x00050050 for cs_5_0.
[[nodiscard]] std::vector<std::byte> container(std::uint32_t version, std::span<const std::uint32_t> tokens);

}  // namespace halfulp::device::dxbc
