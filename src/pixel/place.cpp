// SPDX-License-Identifier: Apache-2.0
#include "pixel/place.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

static_assert(std::endian::native == std::endian::little, "pixels are read as little-endian words");

namespace halfulp::pixel {
namespace {

template <typename Word>
void gather_words(const std::byte* pixels, const Place& place, std::uint32_t* codes, std::size_t n) {
  const auto [stride, offset, bytes, shift, mask, alone] = place;
  for (std::size_t i = 0; i < n; ++i) {
    Word word = 0;
    std::memcpy(&word, pixels + offset + i * stride, sizeof word);
    codes[i] = static_cast<std::uint32_t>(word) >> shift & mask;
  }
}

template <typename Word, bool kAlone>
void scatter_words(const std::uint32_t* codes, const Place& place, std::byte* pixels, std::size_t n) {
  const auto [stride, offset, bytes, shift, mask, alone] = place;
  for (std::size_t i = 0; i < n; ++i) {
    Word word = 0;
    if constexpr (!kAlone) std::memcpy(&word, pixels + offset + i * stride, sizeof word);
    word = static_cast<Word>(word | codes[i] << shift);
    std::memcpy(pixels + offset + i * stride, &word, sizeof word);
  }
}

template <typename Word>
void scatter_words(const std::uint32_t* codes, const Place& place, std::byte* pixels, std::size_t n) {
  place.alone ? scatter_words<Word, true>(codes, place, pixels, n)
              : scatter_words<Word, false>(codes, place, pixels, n);
}

constexpr int kBitsPerByte = 8;

bool has_word(const PixelComponent& component) {
  return component.bits == 8 || component.bits == 16 || component.bits == 32;
}

}  // namespace

Place place_of(const PixelFormatInfo& format, const PixelComponent& component) {
  const bool alone = std::ranges::all_of(format.components(), has_word);
  const std::uint32_t mask = std::numeric_limits<std::uint32_t>::max() >> (32 - component.bits);
  const auto bytes = static_cast<std::size_t>(format.bytes_per_pixel);
  if (!alone) return {bytes, 0, format.bytes_per_pixel, component.first_bit, mask, alone};
  return {bytes, static_cast<std::size_t>(component.first_bit / kBitsPerByte), component.bits / kBitsPerByte, 0, mask,
          alone};
}

void gather(const std::byte* pixels, const Place& place, Codes& codes, std::size_t n) {
  switch (place.word_bytes) {
    case 1:
      return gather_words<std::uint8_t>(pixels, place, codes.data(), n);
    case 2:
      return gather_words<std::uint16_t>(pixels, place, codes.data(), n);
    default:
      return gather_words<std::uint32_t>(pixels, place, codes.data(), n);
  }
}

void scatter(const Codes& codes, const Place& place, std::byte* pixels, std::size_t n) {
  switch (place.word_bytes) {
    case 1:
      return scatter_words<std::uint8_t>(codes.data(), place, pixels, n);
    case 2:
      return scatter_words<std::uint16_t>(codes.data(), place, pixels, n);
    default:
      return scatter_words<std::uint32_t>(codes.data(), place, pixels, n);
  }
}

}  // namespace halfulp::pixel
