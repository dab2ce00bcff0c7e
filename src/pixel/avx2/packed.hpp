// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_PACKED) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_PACKED
#undef HALFULP_PIXEL_AVX2_PACKED
#else
#define HALFULP_PIXEL_AVX2_PACKED
#endif

#include "pixel/avx2/normalized.hpp"
#include "pixel/avx2/run.hpp"

// Pixels in words of 32 or 16 bits, eight at a time: four vectors of two rgba pixels on one side, words on the other.

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// Eight pixels, each with its low part in an even and its high part in an odd 32-bit word of `first` (pixels 0 2 1 3
/// or 0 1 2 3) and `second` (the same of 4 to 7): the words low + (high << kShift), in the order that the four have.
template <int kShift>
HWY_INLINE __m256i joined(__m256i first, __m256i second) {
  const __m256 a = _mm256_castsi256_ps(first);
  const __m256 b = _mm256_castsi256_ps(second);
  const __m256i low = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
  const __m256i high = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
  return _mm256_or_si256(low, _mm256_slli_epi32(high, kShift));
}

/// Two words, each in the four 32-bit words of a half.
HWY_INLINE __m256i two_words(const std::byte* source) {
  std::int64_t both;
  std::memcpy(&both, source, sizeof both);
  const __m256i spread =
      _mm256_setr_epi8(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7);
  return _mm256_shuffle_epi8(_mm256_set1_epi64x(both), spread);
}

struct ToRgb10a2 {
  using Item = items::RgbaToRgb10a2;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const __m256 largest = _mm256_setr_ps(1023, 1023, 1023, 3, 1023, 1023, 1023, 3);
    const auto code = [&](int i) HALFULP_INLINE {
      return unorm_code(_mm256_min_ps(above_zero(load_floats(source + 32 * i)), _mm256_set1_ps(1)), largest);
    };
    // red + (green << 10), blue + (alpha << 10)
    const __m256i weights = _mm256_set1_epi32(1 | 1024 << 16);
    const __m256i first = _mm256_madd_epi16(_mm256_packus_epi32(code(0), code(1)), weights);
    const __m256i second = _mm256_madd_epi16(_mm256_packus_epi32(code(2), code(3)), weights);
    store<kStream>(destination, in_order(joined<20>(first, second)));
  }
};

struct FromRgb10a2 {
  using Item = items::Rgb10a2ToRgba;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    constexpr Reciprocal kColour(1023);
    constexpr Reciprocal kAlpha(3);
    const __m256 high = _mm256_setr_ps(kColour.high, kColour.high, kColour.high, kAlpha.high, kColour.high,
                                       kColour.high, kColour.high, kAlpha.high);
    const __m256 low = _mm256_setr_ps(kColour.low, kColour.low, kColour.low, kAlpha.low, kColour.low, kColour.low,
                                      kColour.low, kAlpha.low);
    const __m256i shift = _mm256_setr_epi32(0, 10, 20, 30, 0, 10, 20, 30);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m256i word = two_words(source + 8 * i);
      const __m256i code = _mm256_and_si256(_mm256_srlv_epi32(word, shift), _mm256_set1_epi32(1023));
      store<kStream>(destination + 32 * i, quotient(code, high, low));
    });
  }
};

template <bool kTiesAway>
struct ToRgb10a2Snorm {
  using Item = items::RgbaToRgb10a2Snorm<kTiesAway>;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto code = [&](int i) HALFULP_INLINE {
      const __m256 x = load_floats(source + 32 * i);
      const __m256i nearest = snorm_code(x, _mm256_setr_ps(511, 511, 511, 1, 511, 511, 511, 1));
      if constexpr (!kTiesAway) return nearest;
      // Alpha's one tie: 1/2 is 1, -1/2 is -1.
      const __m256i plus = _mm256_castps_si256(_mm256_cmp_ps(x, _mm256_set1_ps(0.5F), _CMP_GE_OQ));
      const __m256i minus = _mm256_castps_si256(_mm256_cmp_ps(x, _mm256_set1_ps(-0.5F), _CMP_LE_OQ));
      return _mm256_blend_epi32(nearest, _mm256_or_si256(_mm256_srli_epi32(plus, 31), minus), 0x88);
    };
    const __m256i kept = _mm256_set1_epi64x(0x000303ff03ff03ff);
    // red + (green << 10), blue + (alpha << 10)
    const __m256i weights = _mm256_set1_epi32(1 | 1024 << 16);
    const auto two = [&](int i) HALFULP_INLINE {
      return _mm256_madd_epi16(_mm256_and_si256(_mm256_packs_epi32(code(i), code(i + 1)), kept), weights);
    };
    store<kStream>(destination, in_order(joined<20>(two(0), two(2))));
  }
};

struct FromRgb10a2Snorm {
  using Item = items::Rgb10a2SnormToRgba;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    constexpr Reciprocal kColour(511);
    constexpr Reciprocal kAlpha(1);
    const __m256 high = _mm256_setr_ps(kColour.high, kColour.high, kColour.high, kAlpha.high, kColour.high,
                                       kColour.high, kColour.high, kAlpha.high);
    const __m256 low = _mm256_setr_ps(kColour.low, kColour.low, kColour.low, kAlpha.low, kColour.low, kColour.low,
                                      kColour.low, kAlpha.low);
    // To the top of the word, and down again with the sign.
    const __m256i up = _mm256_setr_epi32(22, 12, 2, 0, 22, 12, 2, 0);
    const __m256i down = _mm256_setr_epi32(22, 22, 22, 30, 22, 22, 22, 30);
    const __m256i least = _mm256_setr_epi32(-511, -511, -511, -1, -511, -511, -511, -1);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m256i code = _mm256_srav_epi32(_mm256_sllv_epi32(two_words(source + 8 * i), up), down);
      store<kStream>(destination + 32 * i, quotient(_mm256_max_epi32(code, least), high, low));
    });
  }
};

template <items::Unorm16Bit kWord, bool kTiesAway>
struct ToWord {
  using Item = items::RgbaToWord<kWord, kTiesAway>;
  static constexpr std::size_t kBlock = 16;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const __m256i words = _mm256_packus_epi32(in_order(eight(source)), in_order(eight(source + 128)));
    store<kStream>(destination, _mm256_permute4x64_epi64(words, 0xd8));
  }

 private:
  static constexpr float largest(std::size_t i) { return static_cast<float>((1 << kWord.bits[i]) - 1); }
  static constexpr std::uint64_t weight(std::size_t i) { return std::uint64_t{1} << (kWord.shift[i] + 16 * i); }

  /// Pixels 0 2 4 6 1 3 5 7.
  static HWY_INLINE __m256i eight(const std::byte* source) {
    const __m256 most =
        _mm256_setr_ps(largest(0), largest(1), largest(2), largest(3), largest(0), largest(1), largest(2), largest(3));
    const auto code = [&](int i) HALFULP_INLINE {
      const __m256 x = _mm256_min_ps(above_zero(load_floats(source + 32 * i)), _mm256_set1_ps(1));
      const __m256i nearest = unorm_code(x, most);
      if constexpr (kWord.bits[3] != 1 || !kTiesAway) return nearest;
      const __m256i upper = _mm256_castps_si256(_mm256_cmp_ps(x, _mm256_set1_ps(0.5F), _CMP_GE_OQ));
      return _mm256_blend_epi32(nearest, _mm256_srli_epi32(upper, 31), 0x88);
    };
    // red + green, blue + alpha, each in its place. The highest place's weight is negative: only 16 bits count.
    constexpr std::uint64_t kWeights = weight(0) | weight(1) | weight(2) | weight(3);
    const __m256i weights = _mm256_set1_epi64x(static_cast<std::int64_t>(kWeights));
    const __m256i first = _mm256_madd_epi16(_mm256_packus_epi32(code(0), code(1)), weights);
    const __m256i second = _mm256_madd_epi16(_mm256_packus_epi32(code(2), code(3)), weights);
    return _mm256_and_si256(joined<0>(first, second), _mm256_set1_epi32(0xffff));
  }
};

template <items::Unorm16Bit kWord>
struct FromWord {
  using Item = items::WordToRgba<kWord>;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const __m256i spread = _mm256_setr_epi8(0, 1, -1, -1, 0, 1, -1, -1, 0, 1, -1, -1, 0, 1, -1, -1, 2, 3, -1, -1, 2, 3,
                                            -1, -1, 2, 3, -1, -1, 2, 3, -1, -1);
    const __m256i shift = four(kWord.shift);
    const __m256i kept = four({most(0), most(1), most(2), most(3)});
    const __m256i missing = four({0, 0, 0, kWord.bits[3] == 0 ? 1 : 0});
    const __m256 high = four(reciprocal(0).high, reciprocal(1).high, reciprocal(2).high, reciprocal(3).high);
    const __m256 low = four(reciprocal(0).low, reciprocal(1).low, reciprocal(2).low, reciprocal(3).low);
    unrolled<4>([&](int i) HALFULP_INLINE {
      std::int32_t two;
      std::memcpy(&two, source + 4 * i, sizeof two);
      const __m256i words = _mm256_shuffle_epi8(_mm256_set1_epi32(two), spread);
      const __m256i code = _mm256_or_si256(_mm256_and_si256(_mm256_srlv_epi32(words, shift), kept), missing);
      store<kStream>(destination + 32 * i, quotient(code, high, low));
    });
  }

 private:
  static constexpr int most(std::size_t i) { return (1 << kWord.bits[i]) - 1; }
  static constexpr Reciprocal reciprocal(std::size_t i) { return Reciprocal(kWord.bits[i] == 0 ? 1 : most(i)); }
  static HWY_INLINE __m256i four(const std::array<int, 4>& x) {
    return _mm256_setr_epi32(x[0], x[1], x[2], x[3], x[0], x[1], x[2], x[3]);
  }
  static HWY_INLINE __m256 four(float r, float g, float b, float a) { return _mm256_setr_ps(r, g, b, a, r, g, b, a); }
};

struct SwapFloats {
  using Item = items::SwapRedAndBlueFloats;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HALFULP_INLINE {
      store<kStream>(destination + 32 * i, _mm256_permute_ps(load_floats(source + 32 * i), 0xc6));
    });
  }
};

struct SwapBytes {
  using Item = items::SwapRedAndBlueBytes;
  static constexpr std::size_t kBlock = 32;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HALFULP_INLINE {
      store<kStream>(destination + 32 * i, with_bytes_swapped(load_bytes(source + 32 * i)));
    });
  }
};

/// Rounds x >= 0 or NaN to the 6, 6, 5 fraction bits of red, green, blue; denormals of 2^-14 and below as they have
/// them. Adding a power of two and subtracting it rounds at the place where the sum ends, 23 bits below it.
HWY_INLINE __m256 rounded_to_ufloat(__m256 x) {
  const __m256 bounded = _mm256_min_ps(_mm256_set1_ps(0x1p16F), x);  // becomes infinity below; NaN stays
  const __m256i exponent = _mm256_and_si256(_mm256_castps_si256(bounded), _mm256_set1_epi32(0x7f800000));
  const __m256i place = _mm256_setr_epi32(17 << 23, 17 << 23, 18 << 23, 0, 17 << 23, 17 << 23, 18 << 23, 0);
  const __m256 power =
      _mm256_castsi256_ps(_mm256_add_epi32(_mm256_max_epu32(exponent, _mm256_set1_epi32((127 - 14) << 23)), place));
  return _mm256_sub_ps(_mm256_add_ps(bounded, power), power);
}

/// r11g11b10 is binary16 without its sign and its last 4, 4, 5 bits.
template <class Item_, bool kTowardZero>
struct ToR11g11b10 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto half = [&](int i) HALFULP_INLINE {
      // maxps takes its second operand if one is NaN and if both are zero: -0 loses its sign below.
      __m256 x = _mm256_max_ps(_mm256_setzero_ps(), load_floats(source + 32 * i));
      if constexpr (!kTowardZero) x = rounded_to_ufloat(x);
      return _mm256_cvtps_ph(x, kTowardZero ? _MM_FROUND_TO_ZERO : _MM_FROUND_TO_NEAREST_INT);
    };
    const __m256i kept = _mm256_set1_epi64x(0x00007fe07ff07ff0);
    // red + (green << 11), blue << 15
    const __m256i weights = _mm256_set1_epi64x(0x0000400008000001);
    const auto word = [&](int i) HALFULP_INLINE {
      const __m256i halves = _mm256_set_m128i(half(i + 1), half(i));
      return _mm256_madd_epi16(_mm256_srli_epi16(_mm256_and_si256(halves, kept), 4), weights);
    };
    store<kStream>(destination, _mm256_permute4x64_epi64(joined<7>(word(0), word(2)), 0xd8));
  }
};

struct FromR11g11b10 {
  using Item = items::R11g11b10ToRgba;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    // Each component comes to the top of 16 bits: bytes 0 1, 1 2, 2 3 of the word, shifted left by 5, 2, 0.
    const __m256i bytes = _mm256_setr_epi8(0, 1, 1, 2, 2, 3, -1, -1, 4, 5, 5, 6, 6, 7, -1, -1, 8, 9, 9, 10, 10, 11, -1,
                                           -1, 12, 13, 13, 14, 14, 15, -1, -1);
    const __m256i left = _mm256_set1_epi64x(0x0000000100040020);
    const __m256i kept = _mm256_set1_epi64x(0x0000ffc0ffe0ffe0);
    const __m256i one = _mm256_set1_epi64x(0x3c00000000000000);
    unrolled<2>([&](int i) HALFULP_INLINE {
      const __m256i words = _mm256_broadcastsi128_si256(load_16_bytes(source + 16 * i));
      const __m256i top = _mm256_and_si256(_mm256_mullo_epi16(_mm256_shuffle_epi8(words, bytes), left), kept);
      const __m256i halves = _mm256_or_si256(_mm256_srli_epi16(top, 1), one);
      store<kStream>(destination + 64 * i, _mm256_cvtph_ps(_mm256_castsi256_si128(halves)));
      store<kStream>(destination + 64 * i + 32, _mm256_cvtph_ps(_mm256_extracti128_si256(halves, 1)));
    });
  }
};

template <class Item_, bool kTiesEven>
struct ToRgb9e5 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto pixels = [&](int i) HALFULP_INLINE {
      const __m128i low = load_16_bytes(source + 16 * i);
      return _mm256_castsi256_ps(_mm256_set_m128i(load_16_bytes(source + 16 * i + 64), low));
    };
    const __m256 a = pixels(0);
    const __m256 b = pixels(1);
    const __m256 c = pixels(2);
    const __m256 d = pixels(3);
    const auto join = [](__m256 x, __m256 y, auto part) HALFULP_INLINE {
      const __m256d both = part(_mm256_castps_pd(x), _mm256_castps_pd(y));
      return _mm256_min_ps(above_zero(_mm256_castpd_ps(both)), _mm256_set1_ps(65408));
    };
    const auto low = [](__m256d x, __m256d y) HALFULP_INLINE { return _mm256_unpacklo_pd(x, y); };
    const auto high = [](__m256d x, __m256d y) HALFULP_INLINE { return _mm256_unpackhi_pd(x, y); };
    // One component of the eight pixels each.
    const __m256 red = join(_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d), low);
    const __m256 green = join(_mm256_unpacklo_ps(a, b), _mm256_unpacklo_ps(c, d), high);
    const __m256 blue = join(_mm256_unpackhi_ps(a, b), _mm256_unpackhi_ps(c, d), low);

    // The exponent of the largest, rounded to 9 bits: 511.5 / 512 of a binade and more belong to the next. At least
    // -16.
    const __m256i largest = _mm256_castps_si256(_mm256_max_ps(_mm256_max_ps(red, green), blue));
    const __m256i rounded =
        _mm256_and_si256(_mm256_add_epi32(largest, _mm256_set1_epi32(1 << 14)), _mm256_set1_epi32(0x7f800000));
    const __m256i exponent = _mm256_max_epi32(rounded, _mm256_set1_epi32((127 - 16) << 23));
    // 2^(8 - exponent), and twice that where ties go up: floor(2x) is exact, and floor(x + 1/2) = (floor(2x) + 1) / 2.
    constexpr std::uint32_t kScale = (127U + 8 + 127 + (kTiesEven ? 0 : 1)) << 23;
    const __m256 scale =
        _mm256_castsi256_ps(_mm256_sub_epi32(_mm256_set1_epi32(static_cast<std::int32_t>(kScale)), exponent));
    // Products are exact. A sum from 2^23 on has its code in the low bits, rounded, and kAbove above them.
    constexpr std::uint32_t kAbove = kTiesEven ? std::bit_cast<std::uint32_t>(0x1p23F) : 0;
    const auto code = [&](__m256 x) HALFULP_INLINE {
      if constexpr (kTiesEven) {
        return _mm256_castps_si256(_mm256_fmadd_ps(x, scale, _mm256_set1_ps(0x1p23F)));
      } else {
        const __m256i twice = _mm256_cvttps_epi32(_mm256_mul_ps(x, scale));
        return _mm256_srli_epi32(_mm256_add_epi32(twice, _mm256_set1_epi32(1)), 1);
      }
    };
    // What the sum of all has too much: kAbove in three places, and the bias of the exponent.
    constexpr std::uint32_t kTooMuch = kAbove * (1 + (1 << 9) + (1 << 18)) + ((127U - 16) << 27);
    const __m256i shared =
        _mm256_sub_epi32(_mm256_slli_epi32(exponent, 4), _mm256_set1_epi32(static_cast<std::int32_t>(kTooMuch)));
    const __m256i low_half = _mm256_add_epi32(code(red), _mm256_slli_epi32(code(green), 9));
    const __m256i high_half = _mm256_add_epi32(_mm256_slli_epi32(code(blue), 18), shared);
    store<kStream>(destination, _mm256_add_epi32(low_half, high_half));
  }
};

struct FromRgb9e5 {
  using Item = items::Rgb9e5ToRgba;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    // Components stay where they are in the word; the scale takes the place into account: 2^(exponent - 24 - place).
    const __m256i kept = _mm256_setr_epi32(511, 511 << 9, 511 << 18, 0, 511, 511 << 9, 511 << 18, 0);
    const __m256i bias = _mm256_setr_epi32(103 << 23, 94 << 23, 85 << 23, 0, 103 << 23, 94 << 23, 85 << 23, 0);
    const __m256 alpha = _mm256_setr_ps(0, 0, 0, 1, 0, 0, 0, 1);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m256i word = two_words(source + 8 * i);
      const __m256i exponent = _mm256_and_si256(_mm256_srli_epi32(word, 4), _mm256_set1_epi32(31 << 23));
      const __m256 scale = _mm256_castsi256_ps(_mm256_add_epi32(exponent, bias));
      const __m256 component = _mm256_cvtepi32_ps(_mm256_and_si256(word, kept));
      store<kStream>(destination + 32 * i, _mm256_fmadd_ps(component, scale, alpha));  // exact
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
