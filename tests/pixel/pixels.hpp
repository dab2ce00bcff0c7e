// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "halfulp/pixel_format.hpp"

namespace halfulp::pixel {

using Bytes = std::vector<std::byte>;

/// Floats where conversions change: ends of ranges, ties, NaN with payloads, infinities, denormals, and their
/// neighbours.
inline float hard_float(std::mt19937_64& random) {
  static constexpr std::array kPlaces = {0.0F,
                                         0.5F,
                                         1.0F,
                                         1.5F,
                                         2.5F,
                                         127.5F,
                                         255.0F,
                                         65504.0F,
                                         65519.0F,
                                         65520.0F,
                                         65408.0F,
                                         65535.5F,
                                         65024.0F,
                                         64512.0F,
                                         0x1p-14F,
                                         0x1p-24F,
                                         0x1p-25F,
                                         0x1.8p-24F,
                                         0x1p-20F,
                                         0x1p-19F,
                                         0x1p-126F,
                                         0x1p-149F,
                                         0x1p31F,
                                         0x1p32F,
                                         0x1.fep15F,
                                         0x1p-16F,
                                         0x1.ff8p-16F,
                                         0.0031308F,
                                         511.5F / 512.0F,
                                         INFINITY};
  const float place = kPlaces[random() % kPlaces.size()];
  const auto near = static_cast<std::uint32_t>(random() % 3) - 1;
  const std::uint32_t sign = random() % 4 == 0 ? 0x80000000U : 0;
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(place) + (place > 0 ? near : 0)) | sign);
}

/// A float of one of several sorts: any bits, hard ones, about [-1, 1], the range of binary16.
inline float any_float(std::mt19937_64& random) {
  const auto bits = static_cast<std::uint32_t>(random());
  switch (random() % 4) {
    case 0:
      return std::bit_cast<float>(bits);
    case 1:
      return hard_float(random);
    case 2:
      return static_cast<float>(static_cast<std::int32_t>(bits)) * 0x1.1p-31F;
    default:
      // Exponents from -27 to 17: below the least denormal and above the largest value of binary16.
      return std::bit_cast<float>((bits & 0x807fffffU) | static_cast<std::uint32_t>(100 + random() % 45) << 23);
  }
}

/// n pixels of a format, the same for the same seed.
inline Bytes some_pixels(PixelFormat format, std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Bytes bytes(n * static_cast<std::size_t>(info(format).bytes_per_pixel));
  const bool binary32 =
      info(format).components().front().kind == ComponentKind::floating && info(format).components().front().bits == 32;
  if (!binary32) {
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random());
    return bytes;
  }
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(float)) {
    const float x = any_float(random);
    std::memcpy(bytes.data() + at, &x, sizeof x);
  }
  return bytes;
}

}  // namespace halfulp::pixel
