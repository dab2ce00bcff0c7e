// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

namespace halfulp::number {

/// 2^exponent, for exponents from -1022 to 1023.
constexpr double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// floor(log2(|x|)) of a normal number; -1023 of zeros and denormals, 1024 of infinities and NaN. C's ilogb() is a
/// call.
constexpr int exponent_of(double x) { return static_cast<int>((std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ff) - 1023; }

}  // namespace halfulp::number
