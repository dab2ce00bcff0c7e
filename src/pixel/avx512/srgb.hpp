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

/// What a table of 128 bytes has at 64 places, by their low seven bits.
HWY_INLINE __m512i looked_up(const std::uint8_t* bytes, __m512i places) {
  return _mm512_permutex2var_epi8(load_aligned(bytes), places, load_aligned(bytes + 64));
}

/// What a table has for 64 codes; `is_high`: which of them are 128 or more.
HWY_INLINE __m512i looked_up(const BytesOfCodes& table, __m512i codes, __mmask64 is_high) {
  const std::uint8_t* const bytes = table.bytes.data();
  return _mm512_mask_mov_epi8(looked_up(bytes, codes), is_high, looked_up(bytes + 128, codes));
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
  /// Where unpacking finds the bytes of four floats next to each other: it takes fours from each quarter in turn.
  alignas(64) static constexpr auto kOrder = [] {
    std::array<std::uint8_t, 64> order{};
    for (std::size_t i = 0; i < 64; ++i) {
      order[i] = static_cast<std::uint8_t>(i / 4 % 4 * 16 + i / 16 * 4 + srgb_place_of<kPixel>(i % 4));
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

// The other way a float x from 0 to 1 becomes y = x + 2^-7, rounded, on whose floating-point grid the codes are spread
// more evenly than on that of x: of the 128 words of a binade, which are the high 16 bits of a float, none has the
// first floats of two codes.
//
// By the line of a word, of eight, a table has the code that the first word begins with, and in which words another
// code begins: the code of x is the one found so, or the next. The first y of the next one decides; they compare by
// bits 4 to 19, as they are less than eight words apart. Where those are equal, for one float in 7000, x itself does.
constexpr std::uint32_t srgb_shifted(float x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(static_cast<double>(x) + 0x1p-7));
}
constexpr std::uint32_t srgb_shifted_first_of(std::size_t code) {
  return srgb_shifted(std::bit_cast<float>(first_of_srgb_code(code)));
}

/// By the low seven bits of a line's number.
struct alignas(64) SrgbLines {
  std::array<std::uint8_t, 128> codes{};  ///< of its first word
  std::array<std::uint8_t, 128> steps{};  ///< bit i: word i + 1 has the next code, not that of word i
};
constexpr SrgbLines kSrgbLines = [] {
  constexpr std::uint32_t kFirstWord = srgb_shifted(0) >> 16;
  constexpr std::uint32_t kLastWord = srgb_shifted(1) >> 16;
  static_assert(kFirstWord % (8 * 128) == 0 && kLastWord - kFirstWord < 8 * 128);
  constexpr std::uint32_t kFarthest = 8U << 16;  // between y and what it is compared with
  SrgbLines lines;
  std::size_t code = 0;  // of the first y of the word
  std::size_t previous = 0;
  for (std::uint32_t word = kFirstWord; word <= kLastWord; ++word) {
    const std::uint32_t bits = word << 16;
    while (code < 255 && bits >= srgb_shifted_first_of(code + 1)) ++code;
    if (code < 254 && (bits | 0xffff) >= srgb_shifted_first_of(code + 2)) throw "two codes begin in one word";
    const bool is_far = code < 255 && srgb_shifted_first_of(code + 1) - bits >= kFarthest;
    const std::size_t found = is_far ? code - 1 : code;
    if (is_far && (bits | 0xffff) - srgb_shifted_first_of(code) >= kFarthest) throw "a word is far from both codes";
    const std::uint32_t line = word / 8 % 128;
    if (word % 8 == 0) {
      lines.codes[line] = static_cast<std::uint8_t>(found);
    } else {
      if (found - previous > 1) throw "a line has a step of two";
      lines.steps[line] |= static_cast<std::uint8_t>((found - previous) << (word % 8 - 1));
    }
    previous = found;
  }
  return lines;
}();

/// By a word's low six bits: the steps of its line that lie before it.
alignas(64) constexpr auto kSrgbStepsBefore = [] {
  std::array<std::uint8_t, 64> before{};
  for (std::uint32_t i = 0; i < 64; ++i) before[i] = static_cast<std::uint8_t>((1U << i % 8) - 1);
  return before;
}();

/// Bits 4 to 19 of the first y of the next code; of 255, which has no next, of a y beyond that of 1.
constexpr auto kSrgbNextBytes = bytes_of_codes(
    [](std::size_t code) { return (code < 255 ? srgb_shifted_first_of(code + 1) : srgb_shifted(1) + 0x10000) >> 4; });

/// Floats to srgb8, 192 at a time: three parts of 64, each step of them between those of the others, as it waits for
/// the step before; and where that is not enough, what waits for none (alphas, and whether all is from 0 to 1). Of
/// pixels each fourth component is linear, unorm8.
template <class Item_, SrgbPixel kPixel>
struct ToSrgb8 {
  using Item = Item_;
  static constexpr bool kHasAlphas = kPixel != SrgbPixel::none;
  static constexpr int kVectors = kHasAlphas ? 16 : 12;  // of floats
  static constexpr std::size_t kBlock = 64 * kVectors / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    __m512 floats[3][4];
    load(source, floats);
    // Of every second float with the two halves of its bits the other way round, so that those of two go together.
    const __m512i bits = _mm512_set1_epi64(0x33302c2413100c04);            // from 4, 12, 16, 19, and 32 + 4 ...
    const __m512i bits_of_second = _mm512_set1_epi64(0x2c2433300c041310);  // from 16, 19, 4, 12 ...
    constexpr __mmask32 kHigh = 0xaaaaaaaa;
    __m512i compared[3][2];  // bits 4 to 19
    __m512i places[3][2];    // words of bytes: the place in a line, and the line
    unrolled<6>([&](int i) HALFULP_INLINE {
      const __m512i first = _mm512_multishift_epi64_epi8(bits, shifted(floats[i / 2][i % 2 * 2]));
      const __m512i second = _mm512_multishift_epi64_epi8(bits_of_second, shifted(floats[i / 2][i % 2 * 2 + 1]));
      compared[i / 2][i % 2] = _mm512_mask_mov_epi16(first, kHigh, second);
      places[i / 2][i % 2] = _mm512_mask_mov_epi16(second, kHigh, first);
    });

    __m512i codes[3];
    unrolled<3>([&](int k) HALFULP_INLINE { codes[k] = code_or_one_less(places[k]); });
    const __m512i most = most_bits(source);
    __mmask64 is_high[3];
    unrolled<3>([&](int k) HALFULP_INLINE { is_high[k] = _mm512_movepi8_mask(codes[k]); });
    __m512i next[2][3];  // the low bytes, the high bytes
    unrolled<6>([&](int i) HALFULP_INLINE {
      next[i / 3][i % 3] = looked_up(at(kSrgbNextBytes, i / 3), codes[i % 3], is_high[i % 3]);
    });
    __m512i alphas[4];
    if constexpr (kHasAlphas) unrolled<4>([&](int k) HALFULP_INLINE { alphas[k] = alpha_codes(source, k); });
    __m512i differences[3];
    unrolled<3>([&](int k) HALFULP_INLINE {
      const __m512i low = _mm512_sub_epi16(_mm512_unpacklo_epi8(next[0][k], next[1][k]), compared[k][0]);
      const __m512i high = _mm512_sub_epi16(_mm512_unpackhi_epi8(next[0][k], next[1][k]), compared[k][1]);
      differences[k] = _mm512_packs_epi16(low, high);  // keeps what is negative, and what is 0
    });
    unrolled<3>([&](int k) HALFULP_INLINE {
      const __mmask64 is_above = _mm512_movepi8_mask(differences[k]);
      codes[k] = _mm512_mask_sub_epi8(codes[k], is_above, codes[k], _mm512_set1_epi8(-1));
    });
    store_codes<kStream>(alphas, destination, codes);
    const __m512i least = _mm512_min_epu8(_mm512_min_epu8(differences[0], differences[1]), differences[2]);
    const __mmask16 is_outside = _mm512_cmpgt_epu32_mask(most, _mm512_set1_epi32(kBitsOf1));
    if (HWY_UNLIKELY(_kortestz_mask64_u8(_mm512_testn_epi8_mask(least, least), is_outside) == 0)) {
      if (is_outside != 0) {
        clamp(source, destination);
      } else {
        decide(source, destination, differences[0], differences[1], differences[2]);
      }
    }
  }

 private:
  static constexpr auto kBitsOf1 = std::bit_cast<std::int32_t>(1.0F);
  struct alignas(64) Bytes {
    std::array<std::uint8_t, 64> bytes{};
  };

  /// Where the bytes of a part have float i of a vector.
  static constexpr std::size_t place_of(std::size_t vector, std::size_t i) {
    return i / 4 * 16 + vector / 2 * 8 + i % 4 * 2 + vector % 2;
  }
  /// Which components the bytes of a part are. Of pixels, part k has the colours of 16, which are three vectors full,
  /// and the k-th vector of those of the last 16.
  static constexpr auto kComponentOf = [] {
    std::array<std::array<std::uint8_t, 64>, 3> components{};
    for (std::size_t part = 0; part < 3; ++part) {
      for (std::size_t vector = 0; vector < 4; ++vector) {
        for (std::size_t i = 0; i < 16; ++i) {
          const std::size_t sixteen = vector < 3 ? part : 3;
          const std::size_t full = vector < 3 ? vector : part;
          const std::size_t of_pixels = 64 * sixteen + (i % 4 < 3 ? 16 * full + i : 48 + i - 3 + full);
          const std::size_t component = kHasAlphas ? of_pixels : 64 * part + 16 * vector + i;
          components[part][place_of(vector, i)] = static_cast<std::uint8_t>(component);
        }
      }
    }
    return components;
  }();

  /// Which byte each one of the result is: of a part, or 64 and more of alphas.
  struct Orders {
    Bytes one_part;   ///< of the first 64 components of a part
    Bytes two_parts;  ///< of the last 64 of all, of the first two parts
    Bytes last_part;  ///< of the last 64 of all, those of the third part
    std::uint64_t is_of_last_part = 0;
  };
  static constexpr Orders kOrders = [] {
    Orders orders;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t to = srgb_place_of<kPixel>(i);
      if (kHasAlphas && i % 4 == 3) {
        const std::size_t pixel = i / 4;
        orders.one_part.bytes[to] = static_cast<std::uint8_t>(64 + (pixel % 4 * 4 + pixel / 4) * 4);
        orders.last_part.bytes[to] = orders.one_part.bytes[to];
        orders.is_of_last_part |= std::uint64_t{1} << to;
        continue;
      }
      for (std::size_t place = 0; place < 64; ++place) {
        if (kComponentOf[0][place] == i) orders.one_part.bytes[to] = static_cast<std::uint8_t>(place);
        for (std::size_t part = 0; part < 2; ++part) {
          if (kComponentOf[part][place] != 192 + i) continue;
          orders.two_parts.bytes[to] = static_cast<std::uint8_t>(64 * part + place);
        }
        if (kComponentOf[2][place] != 192 + i) continue;
        orders.last_part.bytes[to] = static_cast<std::uint8_t>(place);
        orders.is_of_last_part |= std::uint64_t{1} << to;
      }
    }
    return orders;
  }();

  /// The low bytes of the words of two vectors, as unpacking them will have them: see place_of().
  static constexpr Bytes kLowBytes = [] {
    Bytes low;
    for (std::size_t i = 0; i < 64; ++i) {
      low.bytes[i] = static_cast<std::uint8_t>(i / 8 % 2 * 64 + i / 16 * 16 + (i % 8 ^ 1U) * 2);
    }
    return low;
  }();

  static HWY_INLINE __m512 load(const std::byte* source, int i) { return _mm512_loadu_ps(source + 64 * i); }

  static HWY_INLINE void load(const std::byte* source, __m512 (&floats)[3][4]) {
    unrolled<kVectors / 4>([&](int k) HALFULP_INLINE {
      if constexpr (kHasAlphas) {
        const auto full = [&](int i) HALFULP_INLINE -> __m512& { return k < 3 ? floats[k][i] : floats[i][3]; };
        const __m512 fourth = load(source, 4 * k + 3);
        full(0) = filled<_MM_PERM_AAAA>(load(source, 4 * k), fourth);
        full(1) = filled<_MM_PERM_BBBB>(load(source, 4 * k + 1), fourth);
        full(2) = filled<_MM_PERM_CCCC>(load(source, 4 * k + 2), fourth);
      } else {
        unrolled<4>([&](int i) HALFULP_INLINE { floats[k][i] = load(source, 4 * k + i); });
      }
    });
  }
  /// As unsigned integers.
  static HWY_INLINE __m512i most_bits(const std::byte* source) {
    __m512i most = _mm512_loadu_si512(source);
    unrolled<kVectors - 1>(
        [&](int i) HALFULP_INLINE { most = _mm512_max_epu32(most, _mm512_loadu_si512(source + 64 * (i + 1))); });
    return most;
  }
  /// Pixels, with colours of others in place of alphas.
  template <_MM_PERM_ENUM kColour>
  static HWY_INLINE __m512 filled(__m512 pixels, __m512 others) {
    constexpr __mmask16 kAlphas = 0x8888;
    return _mm512_castsi512_ps(
        _mm512_mask_shuffle_epi32(_mm512_castps_si512(pixels), kAlphas, _mm512_castps_si512(others), kColour));
  }
  /// As unorm_code() has them, with the bits of 2^23.
  static HWY_INLINE __m512i alpha_codes(const std::byte* source, int k) {
    const __m512 low = _mm512_unpackhi_ps(load(source, 4 * k), load(source, 4 * k + 1));
    const __m512 high = _mm512_unpackhi_ps(load(source, 4 * k + 2), load(source, 4 * k + 3));
    const __m512 alphas = _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(low), _mm512_castps_pd(high)));
    return _mm512_castps_si512(_mm512_fmadd_ps(alphas, _mm512_set1_ps(255), _mm512_set1_ps(0x1p23F)));
  }

  static HWY_INLINE __m512i shifted(__m512 x) { return _mm512_castps_si512(_mm512_add_ps(x, _mm512_set1_ps(0x1p-7F))); }

  static HWY_INLINE __m512i code_or_one_less(const __m512i (&places)[2]) {
    const __m512i low = load_aligned(kLowBytes.bytes.data());
    const __m512i high = _mm512_add_epi8(low, _mm512_set1_epi8(1));
    const __m512i words = _mm512_permutex2var_epi8(places[0], low, places[1]);
    const __m512i lines = _mm512_permutex2var_epi8(places[0], high, places[1]);
    const __m512i before = _mm512_permutexvar_epi8(words, load_aligned(kSrgbStepsBefore.data()));
    const __m512i steps = _mm512_and_si512(looked_up(kSrgbLines.steps.data(), lines), before);
    return _mm512_add_epi8(looked_up(kSrgbLines.codes.data(), lines), _mm512_popcnt_epi8(steps));
  }

  template <bool kStream>
  static HWY_INLINE void store_codes(const __m512i (&alphas)[4], std::byte* destination, const __m512i (&codes)[3]) {
    const __m512i one_part = load_aligned(kOrders.one_part.bytes.data());
    if constexpr (kHasAlphas) {
      unrolled<3>([&](int k) HALFULP_INLINE {
        store<kStream>(destination + 64 * k, _mm512_permutex2var_epi8(codes[k], one_part, alphas[k]));
      });
      const __m512i two_parts =
          _mm512_permutex2var_epi8(codes[0], load_aligned(kOrders.two_parts.bytes.data()), codes[1]);
      const __m512i last_part =
          _mm512_permutex2var_epi8(codes[2], load_aligned(kOrders.last_part.bytes.data()), alphas[3]);
      store<kStream>(destination + 192, _mm512_mask_mov_epi8(two_parts, kOrders.is_of_last_part, last_part));
    } else {
      unrolled<3>([&](int k) HALFULP_INLINE {
        store<kStream>(destination + 64 * k, _mm512_permutexvar_epi8(one_part, codes[k]));
      });
    }
  }

  /// Where a difference is 0; the result has the lower one of two codes there.
  static HWY_NOINLINE void decide(const std::byte* source, std::byte* destination, __m512i first, __m512i second,
                                  __m512i third) {
    const __m512i differences[3] = {first, second, third};
    for (std::size_t part = 0; part < 3; ++part) {
      std::uint64_t undecided = _mm512_testn_epi8_mask(differences[part], differences[part]);
      for (; undecided != 0; undecided &= undecided - 1) {
        const std::size_t component = kComponentOf[part][static_cast<std::size_t>(std::countr_zero(undecided))];
        float x;
        std::memcpy(&x, source + sizeof x * component, sizeof x);
        std::byte& result = destination[srgb_place_of<kPixel>(component)];
        const auto code = std::to_integer<std::size_t>(result);
        if (x >= kSrgb8Thresholds[code]) result = static_cast<std::byte>(code + 1);
      }
    }
  }

  /// What is below 0, above 1 or NaN; and does all again.
  static HWY_NOINLINE void clamp(const std::byte* source, std::byte* destination) {
    alignas(64) std::byte clamped[64 * kVectors];
    for (int i = 0; i < kVectors; ++i) {
      // maxps takes its second operand if one is NaN.
      const __m512 x = _mm512_max_ps(_mm512_loadu_ps(source + 64 * i), _mm512_setzero_ps());
      _mm512_store_ps(clamped + 64 * i, _mm512_min_ps(x, _mm512_set1_ps(1)));
    }
    block<false>(clamped, destination);
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
