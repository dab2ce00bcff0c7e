// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace halfulp::number {

constexpr std::uint64_t kChecksumOfNothing = 0xcbf29ce484222325;

/// 64-bit FNV-1a of a text [Fowler, Noll, Vo], continued from the checksum of what comes before it. It finds accidental
/// changes, not those made on purpose.
[[nodiscard]] constexpr std::uint64_t checksum(std::string_view text, std::uint64_t before = kChecksumOfNothing) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return before;
}

}  // namespace halfulp::number
