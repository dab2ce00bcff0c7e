// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "pixel/avx2/normalized.hpp"
#include "pixel/avx2/run.hpp"
#include "pixel/avx2/srgb.hpp"

// A part of src/pixel/kernels.cpp for the target AVX3_DL, as the files of pixel/avx2/ are. sRGB by tables in registers:
// one instruction looks up 64 bytes among 128 [AVX-512 VBMI].

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

template <bool kStream>
HWY_INLINE void store(std::byte* destination, __m512i v) {
  if constexpr (kStream) {
    _mm512_stream_si512(reinterpret_cast<__m512i*>(destination), v);
  } else {
    _mm512_storeu_si512(destination, v);
  }
}

/// One byte for each code.
struct alignas(64) BytesOfCodes {
  std::array<std::uint8_t, 256> bytes;
};

/// The bytes of the floats that codes stand for, the lowest first.
alignas(64) constexpr auto kSrgbFloatBytes = [] {
  std::array<BytesOfCodes, 4> planes{};
  for (std::size_t code = 0; code < 256; ++code) {
    const auto bits = std::bit_cast<std::uint32_t>(srgb8_to_float(static_cast<std::uint8_t>(code)));
    for (std::size_t k = 0; k < 4; ++k) planes[k].bytes[code] = static_cast<std::uint8_t>(bits >> 8 * k);
  }
  return planes;
}();

HWY_INLINE __m512i load_aligned(const std::uint8_t* bytes) { return _mm512_load_si512(bytes); }

/// What a table has for 64 codes; `is_high`: which of them are 128 or more.
HWY_INLINE __m512i looked_up(const BytesOfCodes& table, __m512i codes, __mmask64 is_high) {
  const std::uint8_t* const bytes = table.bytes.data();
  const __m512i low = _mm512_permutex2var_epi8(load_aligned(bytes), codes, load_aligned(bytes + 64));
  const __m512i high = _mm512_permutex2var_epi8(load_aligned(bytes + 128), codes, load_aligned(bytes + 192));
  return _mm512_mask_mov_epi8(low, is_high, high);
}

/// srgb8 to floats, 64 at a time; of pixels each fourth one is linear, unorm8.
template <class Item_, SrgbPixel kPixel>
struct FromSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 64 / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const __m512i given = _mm512_loadu_si512(source);
    const __m512i codes = _mm512_permutexvar_epi8(load_aligned(kOrder.data()), given);
    const __mmask64 is_high = _mm512_movepi8_mask(codes);
    const auto byte = [&](std::size_t k) HALFULP_INLINE { return looked_up(kSrgbFloatBytes[k], codes, is_high); };
    const __m512i first = byte(0);
    const __m512i second = byte(1);
    const __m512i third = byte(2);
    const __m512i fourth = byte(3);
    const __m512i low_halves[2] = {_mm512_unpacklo_epi8(first, second), _mm512_unpackhi_epi8(first, second)};
    const __m512i high_halves[2] = {_mm512_unpacklo_epi8(third, fourth), _mm512_unpackhi_epi8(third, fourth)};
    const __m512 alphas = alphas_of(given);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m512i low = low_halves[i / 2];
      const __m512i high = high_halves[i / 2];
      const __m512i floats = i % 2 == 0 ? _mm512_unpacklo_epi16(low, high) : _mm512_unpackhi_epi16(low, high);
      store<kStream>(destination + 64 * i, with_alphas(floats, alphas, i));
    });
  }

 private:
  /// Where unpacking finds the bytes of four floats beside each other: it takes fours from each quarter in turn.
  alignas(64) static constexpr auto kOrder = [] {
    std::array<std::uint8_t, 64> order{};
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t component = kPixel == SrgbPixel::bgra && i % 2 == 0 ? i % 4 ^ 2U : i % 4;
      order[i] = static_cast<std::uint8_t>(i / 4 % 4 * 16 + i / 16 * 4 + component);
    }
    return order;
  }();

  /// Of sixteen pixels.
  static HWY_INLINE __m512 alphas_of(__m512i pixels) {
    if constexpr (kPixel == SrgbPixel::none) {
      return _mm512_setzero_ps();
    } else {
      constexpr Reciprocal kReciprocal(255);
      const __m512 code = _mm512_cvtepi32_ps(_mm512_srli_epi32(pixels, 24));
      return _mm512_fmadd_ps(code, _mm512_set1_ps(kReciprocal.high),
                             _mm512_mul_ps(code, _mm512_set1_ps(kReciprocal.low)));
    }
  }

  /// Four pixels, the i-th four.
  static HWY_INLINE __m512i with_alphas(__m512i floats, __m512 alphas, int i) {
    if constexpr (kPixel == SrgbPixel::none) {
      return floats;
    } else {
      const __m512i pixel = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
      const __m512i place = _mm512_add_epi32(pixel, _mm512_set1_epi32(4 * i));
      constexpr __mmask16 kAlphas = 0x8888;
      return _mm512_castps_si512(_mm512_mask_permutexvar_ps(_mm512_castsi512_ps(floats), kAlphas, place, alphas));
    }
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
