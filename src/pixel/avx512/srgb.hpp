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

// The other way, floats are taken without their sign, shifted left by one: a high word (exponent, eight bits) and a low
// one. Of those with the same high word at most one is the first of a code.
constexpr float kSrgbLeast = 0x1p-13F;  // below the first float of code 1
constexpr std::uint32_t kLeastHigh = std::bit_cast<std::uint32_t>(kSrgbLeast) >> 15;
constexpr std::uint32_t kMostHigh = std::bit_cast<std::uint32_t>(1.0F) >> 15;

/// The first float of each code, shifted left by one; of code 0, 0.
constexpr auto kSrgbFirstBytes =
    bytes_of_codes([](std::size_t code) { return code == 0 ? 0 : first_of_srgb_code(code) << 1; });

/// A line for each 64 high words, by the low six bits of their number: start + slope * word / 64, in 256ths, has the
/// code of every float with the word, or the next one.
struct alignas(64) SrgbLines {
  std::array<std::uint16_t, 64> start{};
  std::array<std::uint16_t, 64> slope{};
};
constexpr SrgbLines kSrgbLines = [] {
  SrgbLines lines;
  std::int32_t code = 0;  // of the first float with a high word
  for (std::uint32_t line = kLeastHigh >> 6; line <= kMostHigh >> 6; ++line) {
    std::int32_t first[64] = {};  // the codes of the first and the last float with each word
    std::int32_t last[64] = {};
    for (std::uint32_t word = 0; word < 64; ++word) {
      const std::uint32_t bits = (line << 6 | word) << 15;
      const auto next = [&] { return first_of_srgb_code(static_cast<std::size_t>(code) + 1); };
      while (bits >= next()) ++code;
      first[word] = code;
      if (bits + 0x7fff >= next()) ++code;
      last[word] = code;
      if (bits + 0x7fff >= next()) throw "two codes begin under one word";
    }
    // From end to end, which are 63 words apart.
    const std::int32_t slope = (first[63] + last[63] - first[0] - last[0]) * 128 * 65 / 64;
    std::int32_t from = 0;
    std::int32_t to = 0xffff;
    for (std::int32_t word = 0; word < 64; ++word) {
      const std::int32_t rise = word * slope >> 6;
      const std::int32_t least = 256 * last[word] - rise;
      const std::int32_t most = (first[word] < 255 ? 256 * first[word] + 511 : 0xffff) - rise;
      from = from > least ? from : least;
      to = to < most ? to : most;
    }
    if (from > to) throw "no line has the codes of its words";
    lines.start[line & 63] = static_cast<std::uint16_t>((from + to) / 2);
    lines.slope[line & 63] = static_cast<std::uint16_t>(slope);
  }
  return lines;
}();

HWY_INLINE __m512i load_aligned(const std::array<std::uint16_t, 64>& words, std::size_t first) {
  return _mm512_load_si512(words.data() + first);
}

/// Floats to srgb8, twice 64 at a time, as the steps of one wait for each other; of pixels each fourth one is linear,
/// unorm8.
template <class Item_, SrgbPixel kPixel>
struct ToSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 128 * sizeof(float) / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const Part parts[2] = {Part(source), Part(source + 256)};
    __m512i firsts[2][4];  // of the codes, their bytes
    unrolled<4>([&](int k) HALFULP_INLINE {
      const BytesOfCodes& table = at(kSrgbFirstBytes, k);
      unrolled<2>([&](int i) HALFULP_INLINE { firsts[i][k] = looked_up(table, parts[i].codes, parts[i].is_high); });
    });
    unrolled<2>([&](int i) HALFULP_INLINE { store<kStream>(destination + 64 * i, parts[i].exactly(firsts[i])); });
  }

 private:
  /// Of 32 floats, in their order.
  struct Words {
    HWY_INLINE Words(__m512 a, __m512 b) {
      const __m512i x = _mm512_slli_epi32(_mm512_castps_si512(a), 1);
      const __m512i y = _mm512_slli_epi32(_mm512_castps_si512(b), 1);
      const __m512i even = load_aligned(kEven, 0);
      low = _mm512_permutex2var_epi16(x, even, y);
      const __m512i given = _mm512_permutex2var_epi16(x, _mm512_add_epi16(even, _mm512_set1_epi16(1)), y);
      high = _mm512_min_epu16(_mm512_max_epu16(given, _mm512_set1_epi16(static_cast<short>(kLeastHigh))),
                              _mm512_set1_epi16(static_cast<short>(kMostHigh)));
      const __m512i line = _mm512_srli_epi16(high, 6);
      const __m512i start =
          _mm512_permutex2var_epi16(load_aligned(kSrgbLines.start, 0), line, load_aligned(kSrgbLines.start, 32));
      const __m512i slope =
          _mm512_permutex2var_epi16(load_aligned(kSrgbLines.slope, 0), line, load_aligned(kSrgbLines.slope, 32));
      estimate = _mm512_add_epi16(start, _mm512_mulhi_epu16(_mm512_slli_epi16(high, 10), slope));
    }

    /// The estimate, less 1 where the float is below the first one of the code.
    [[nodiscard]] HWY_INLINE __m512i less_one_below(__m512i first_high, __m512i first_low) const {
      const __mmask32 is_equal = _mm512_cmpeq_epi16_mask(high, first_high);
      const __mmask32 is_below =
          _mm512_cmplt_epu16_mask(high, first_high) | _mm512_mask_cmplt_epu16_mask(is_equal, low, first_low);
      return _mm512_mask_sub_epi16(estimate, is_below, estimate, _mm512_set1_epi16(256));
    }

    __m512i low;
    __m512i high;
    __m512i estimate;  ///< in its high byte
  };

  alignas(64) static constexpr auto kEven = [] {
    std::array<std::uint16_t, 64> words{};
    for (std::size_t i = 0; i < 32; ++i) words[i] = static_cast<std::uint16_t>(2 * i);
    return words;
  }();

  /// Of the high bytes of the words of two vectors: those that unpacking to words brings back to their places.
  alignas(64) static constexpr auto kUnpackedOrder = [] {
    std::array<std::uint8_t, 64> order{};
    for (std::size_t i = 0; i < 64; ++i) {
      order[i] = static_cast<std::uint8_t>(64 * (i / 8 % 2) + 2 * (i / 16 * 8 + i % 8) + 1);
    }
    return order;
  }();
  alignas(64) static constexpr auto kOrder = [] {
    std::array<std::uint8_t, 64> order{};
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t component = kPixel == SrgbPixel::bgra && i % 2 == 0 ? i ^ 2U : i;
      order[i] = static_cast<std::uint8_t>(2 * component + 1);
    }
    return order;
  }();

  /// 64 floats.
  struct Part {
    explicit HWY_INLINE Part(const std::byte* source)
        : Part(above_zero(source), above_zero(source + 64), above_zero(source + 128), above_zero(source + 192)) {}
    HWY_INLINE Part(__m512 a, __m512 b, __m512 c, __m512 d)
        : first(a, b),
          second(c, d),
          alphas(alphas_of(a, b, c, d)),
          codes(_mm512_permutex2var_epi8(first.estimate, load_aligned(kUnpackedOrder.data()), second.estimate)),
          is_high(_mm512_movepi8_mask(codes)) {}

    /// The codes, by the bytes of the first floats of the estimated ones.
    [[nodiscard]] HWY_INLINE __m512i exactly(const __m512i (&bytes)[4]) const {
      const __m512i low =
          first.less_one_below(_mm512_unpacklo_epi8(bytes[2], bytes[3]), _mm512_unpacklo_epi8(bytes[0], bytes[1]));
      const __m512i high =
          second.less_one_below(_mm512_unpackhi_epi8(bytes[2], bytes[3]), _mm512_unpackhi_epi8(bytes[0], bytes[1]));
      const __m512i result = _mm512_permutex2var_epi8(low, load_aligned(kOrder.data()), high);
      constexpr __mmask64 kAlphas = 0x8888888888888888;
      return kPixel == SrgbPixel::none ? result : _mm512_mask_mov_epi8(result, kAlphas, alphas);
    }

    Words first;
    Words second;
    __m512i alphas;  ///< in the last byte of each four
    __m512i codes;   ///< estimated, as unpacking takes them
    __mmask64 is_high;
  };

  static HWY_INLINE __m512 above_zero(const std::byte* source) {
    // maxps takes its second operand if one is NaN and if both are zero.
    return _mm512_max_ps(_mm512_loadu_ps(source), _mm512_setzero_ps());
  }

  static HWY_INLINE __m512i alphas_of(__m512 a, __m512 b, __m512 c, __m512 d) {
    if constexpr (kPixel == SrgbPixel::none) return _mm512_setzero_si512();
    const __m512i place = _mm512_setr_epi32(3, 7, 11, 15, 19, 23, 27, 31, 3, 7, 11, 15, 19, 23, 27, 31);
    const __m512 first = _mm512_permutex2var_ps(a, place, b);
    const __m512 all = _mm512_mask_mov_ps(_mm512_permutex2var_ps(c, place, d), 0x00ff, first);
    // As unorm_code() has it, in the low byte.
    const __m512 sum =
        _mm512_fmadd_ps(_mm512_min_ps(all, _mm512_set1_ps(1)), _mm512_set1_ps(255), _mm512_set1_ps(0x1p23F));
    return _mm512_slli_epi32(_mm512_castps_si512(sum), 24);
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
