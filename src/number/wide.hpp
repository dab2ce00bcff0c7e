// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace halfulp::number {

/// Integers of 128 bits.
__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

/// Number of bits of n; 0 for 0.
[[nodiscard]] constexpr int length(UnsignedWide n) {
  const auto high = static_cast<std::uint64_t>(n >> 64);
  const auto bits = high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(n));
  return static_cast<int>(bits);
}

/// Number of zero bits below the lowest bit that is set; n is not 0.
[[nodiscard]] constexpr int trailing_zeros(UnsignedWide n) {
  const auto low = static_cast<std::uint64_t>(n);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(n >> 64));
}

[[nodiscard]] constexpr UnsignedWide magnitude(Wide n) {
  return n < 0 ? -static_cast<UnsignedWide>(n) : static_cast<UnsignedWide>(n);
}

}  // namespace halfulp::number
