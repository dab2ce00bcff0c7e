// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
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

/// The bytes of a word for each code, the lowest first.
template <class WordOf>
constexpr std::array<BytesOfCodes, 4> bytes_of_codes(WordOf word_of) {
  std::array<BytesOfCodes, 4> planes{};
  for (std::size_t code = 0; code < 256; ++code) {
    const std::uint32_t word = word_of(code);
    for (std::size_t k = 0; k < 4; ++k) planes[k].bytes[code] = static_cast<std::uint8_t>(word >> 8 * k);
  }
  return planes;
}

/// The floats that codes stand for.
constexpr auto kSrgbFloatBytes = bytes_of_codes(
    [](std::size_t code) { return std::bit_cast<std::uint32_t>(srgb8_to_float(static_cast<std::uint8_t>(code))); });

HWY_INLINE __m512i load_aligned(const void* bytes) { return _mm512_load_si512(bytes); }

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

// The other way, floats are clamped to [kSrgbLeast, kSrgbMost]: their high 16 bits are a word, of which at most one
// float is the first of a code.
constexpr float kSrgbLeast = 0x1p-13F;       // of code 0, also as unorm8
constexpr float kSrgbMost = 0x1.fffffep-1F;  // of code 255, also as unorm8

/// Bits; of code 0, less than those of any other.
constexpr std::uint32_t first_or_0_of_srgb_code(std::size_t code) { return code == 0 ? 0 : first_of_srgb_code(code); }

/// The first float of each code. Bits 0 to 23 decide: see kSrgbLines.
constexpr auto kSrgbFirstBytes = bytes_of_codes(first_or_0_of_srgb_code);

/// A line for each 32 words, by the low six bits of their number: start + slope * word, modulo 2^16, has in its high
/// byte an estimate, which is the code of every float with the word, or the next one. And the first float of the
/// estimate compares with them as their low 24 bits do, the highest byte as a signed one.
struct alignas(64) SrgbLines {
  std::array<std::uint16_t, 64> start{};
  std::array<std::uint16_t, 64> slope{};
};
constexpr SrgbLines kSrgbLines = [] {
  constexpr std::uint32_t kWords = 32;
  const auto word_of = [](float x) { return std::bit_cast<std::uint32_t>(x) >> 16; };
  const auto above_24_bits = [](std::uint32_t bits) { return (bits + 0x800000) >> 24; };
  SrgbLines lines;
  std::size_t code = 0;
  for (std::uint32_t first_word = word_of(kSrgbLeast); first_word <= word_of(kSrgbMost); first_word += kWords) {
    std::int32_t least[kWords] = {};  // estimates
    std::int32_t most[kWords] = {};
    for (std::uint32_t i = 0; i < kWords; ++i) {
      const std::uint32_t bits = (first_word + i) << 16;
      while (bits >= first_of_srgb_code(code + 1)) ++code;
      const bool another_begins = (bits | 0xffff) >= first_of_srgb_code(code + 1);
      if ((bits | 0xffff) >= first_of_srgb_code(code + 2)) throw "two codes begin under one word";
      const auto is_allowed = [&](std::size_t estimate) {
        return estimate == 0 ? above_24_bits(bits) == above_24_bits(std::bit_cast<std::uint32_t>(kSrgbLeast))
                             : above_24_bits(bits) == above_24_bits(first_of_srgb_code(estimate));
      };
      least[i] = static_cast<std::int32_t>(another_begins || !is_allowed(code) ? code + 1 : code);
      most[i] = static_cast<std::int32_t>(code < 255 && is_allowed(code + 1) ? code + 1 : code);
    }
    constexpr std::int32_t kLast = kWords - 1;
    const std::int32_t slope = (least[kLast] + most[kLast] - least[0] - most[0]) * 128 / kLast;
    std::int32_t from = 0;
    std::int32_t to = 0xffff;
    for (std::int32_t i = 0; i <= kLast; ++i) {
      from = std::max(from, 256 * least[i] - slope * i);
      to = std::min(to, 256 * most[i] + 255 - slope * i);
    }
    if (from > to) throw "no line has the codes of its words";
    const std::uint32_t line = first_word / kWords % 64;
    lines.start[line] = static_cast<std::uint16_t>((from + to) / 2 - slope * static_cast<std::int32_t>(first_word));
    lines.slope[line] = static_cast<std::uint16_t>(slope);
  }
  return lines;
}();

/// Floats to srgb8, twice 64 at a time, as the steps of one wait for each other; of pixels each fourth one is linear,
/// unorm8.
template <class Item_, SrgbPixel kPixel>
struct ToSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 128 * sizeof(float) / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const Part parts[2] = {Part(source), Part(source + 256)};
    __m512i firsts[2][3];  // of the estimated codes, their bytes
    unrolled<3>([&](int k) HALFULP_INLINE {
      const BytesOfCodes& table = at(kSrgbFirstBytes, k);
      unrolled<2>([&](int i) HALFULP_INLINE { firsts[i][k] = looked_up(table, parts[i].estimates, parts[i].is_high); });
    });
    unrolled<2>([&](int i) HALFULP_INLINE { store<kStream>(destination + 64 * i, parts[i].codes(firsts[i])); });
  }

 private:
  /// Of the components of two vectors: the low halves; as they are in the result.
  alignas(64) static constexpr auto kLowWords = [] {
    std::array<std::uint16_t, 32> words{};
    for (std::size_t i = 0; i < 32; ++i) {
      const std::size_t component = kPixel == SrgbPixel::bgra && i % 2 == 0 ? i ^ 2U : i;
      words[i] = static_cast<std::uint16_t>(2 * component);
    }
    return words;
  }();
  /// Of the words of two vectors: the low bytes.
  alignas(64) static constexpr auto kLowBytes = [] {
    std::array<std::uint8_t, 64> bytes{};
    for (std::size_t i = 0; i < 64; ++i) bytes[i] = static_cast<std::uint8_t>(2 * i);
    return bytes;
  }();

  static HWY_INLINE __m512i low_words(__m512i a, __m512i b) {
    return _mm512_permutex2var_epi16(a, load_aligned(kLowWords.data()), b);
  }
  static HWY_INLINE __m512i high_words(__m512i a, __m512i b) {
    return _mm512_permutex2var_epi16(a, _mm512_add_epi16(load_aligned(kLowWords.data()), _mm512_set1_epi16(1)), b);
  }
  static HWY_INLINE __m512i low_bytes(__m512i a, __m512i b) {
    return _mm512_permutex2var_epi8(a, load_aligned(kLowBytes.data()), b);
  }
  static HWY_INLINE __m512i high_bytes(__m512i a, __m512i b) {
    return _mm512_permutex2var_epi8(a, _mm512_add_epi8(load_aligned(kLowBytes.data()), _mm512_set1_epi8(1)), b);
  }

  static constexpr __mmask64 kAlphas = 0x8888888888888888;

  /// The bits of sixteen floats, clamped; of an alpha those of a number with its code in the low byte.
  static HWY_INLINE __m512i clamped(const std::byte* source) {
    // maxps takes its second operand if one is NaN.
    const __m512 x =
        _mm512_min_ps(_mm512_max_ps(_mm512_loadu_ps(source), _mm512_set1_ps(kSrgbLeast)), _mm512_set1_ps(kSrgbMost));
    // As unorm_code() has it.
    return _mm512_castps_si512(
        kPixel == SrgbPixel::none
            ? x
            : _mm512_mask_fmadd_ps(x, static_cast<__mmask16>(kAlphas), _mm512_set1_ps(255), _mm512_set1_ps(0x1p23F)));
  }

  static HWY_INLINE __m512i estimated(__m512i words) {
    const __m512i line = _mm512_srli_epi16(words, 5);
    const __m512i start = _mm512_permutex2var_epi16(load_aligned(kSrgbLines.start.data()), line,
                                                    load_aligned(kSrgbLines.start.data() + 32));
    const __m512i slope = _mm512_permutex2var_epi16(load_aligned(kSrgbLines.slope.data()), line,
                                                    load_aligned(kSrgbLines.slope.data() + 32));
    return _mm512_add_epi16(start, _mm512_mullo_epi16(words, slope));
  }

  /// 64 floats.
  struct Part {
    explicit HWY_INLINE Part(const std::byte* source) {
      const __m512i floats[4] = {clamped(source), clamped(source + 64), clamped(source + 128), clamped(source + 192)};
      const __m512i low[2] = {low_words(floats[0], floats[1]), low_words(floats[2], floats[3])};
      const __m512i high[2] = {high_words(floats[0], floats[1]), high_words(floats[2], floats[3])};
      bytes[0] = low_bytes(low[0], low[1]);
      bytes[1] = high_bytes(low[0], low[1]);
      bytes[2] = low_bytes(high[0], high[1]);
      estimates = high_bytes(estimated(high[0]), estimated(high[1]));
      is_high = _mm512_movepi8_mask(estimates);
    }

    /// The estimates, less 1 where a float is below the first one of the code, whose bytes these are.
    [[nodiscard]] HWY_INLINE __m512i codes(const __m512i (&firsts)[3]) const {
      const __m512i one = _mm512_set1_epi8(1);
      // The borrows of a subtraction, which are not to carry over.
      static_assert(std::ranges::find(kSrgbFirstBytes[1].bytes, 255) == kSrgbFirstBytes[1].bytes.end());
      static_assert(std::ranges::find(kSrgbFirstBytes[2].bytes, 128) == kSrgbFirstBytes[2].bytes.end());
      __mmask64 is_below = _mm512_cmplt_epu8_mask(bytes[0], firsts[0]);
      is_below = _mm512_cmplt_epu8_mask(bytes[1], _mm512_mask_add_epi8(firsts[1], is_below, firsts[1], one));
      is_below = _mm512_cmplt_epi8_mask(_mm512_mask_subs_epi8(bytes[2], is_below, bytes[2], one), firsts[2]);
      const __m512i result = _mm512_mask_sub_epi8(estimates, is_below, estimates, one);
      return kPixel == SrgbPixel::none ? result : _mm512_mask_mov_epi8(result, kAlphas, bytes[0]);
    }

    __m512i bytes[3];   ///< of the floats; the first one of an alpha is its code
    __m512i estimates;  ///< of codes
    __mmask64 is_high;
  };
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
