// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"

namespace halfulp::pixel {

/// Where the code of a component lies in a pixel: in a little-endian word of 1, 2 or 4 bytes. Formats whose components
/// all have 8, 16 or 32 bits have one word for each component; the others are one word.
struct Place {
  std::size_t bytes_per_pixel;
  std::size_t word;  ///< offset of the word in the pixel, in bytes
  int word_bytes;
  int shift;
  std::uint32_t mask;  ///< of the code, before the shift
  bool alone;          ///< the word holds nothing else
};

[[nodiscard]] Place place_of(const PixelFormatInfo& format, const PixelComponent& component);

/// Reads the codes of one component of n pixels, kBlockPixels at most.
void gather(const std::byte* pixels, const Place& place, Codes& codes, std::size_t n);

/// Writes the codes of one component. A component that shares its word adds its bits to it: the word is zero, or has
/// the bits of other components.
void scatter(const Codes& codes, const Place& place, std::byte* pixels, std::size_t n);

}  // namespace halfulp::pixel
