// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace halfulp::pixel {

/// Pixels are converted in blocks of this number, small enough that what lies between decoding and encoding stays in
/// the first-level cache: 4 KiB of floats, 8 KiB of integers.
inline constexpr std::size_t kBlockPixels = 256;
inline constexpr std::size_t kChannels = 4;

/// Red, green, blue, alpha of pixel i from 4 * i on.
using Reals = std::array<float, kBlockPixels * kChannels>;
using Integers = std::array<std::int64_t, kBlockPixels * kChannels>;

/// The codes of one component of a block, in the low bits.
using Codes = std::array<std::uint32_t, kBlockPixels>;

}  // namespace halfulp::pixel
