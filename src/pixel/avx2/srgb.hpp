// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>

#include "pixel/avx2/run.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// rgba to rgba8_srgb. A code is first computed to 2^-10 of a code; a component that close to the border of two codes
/// is then decided by kSrgb8Thresholds, exactly.
struct ToRgba8Srgb {
  using Item = items::RgbaToRgba8Srgb;
  static constexpr std::size_t kBlock = 8;

  /// Codes in fixed point: bits 15 to 22 are the code, bits 0 to 14 the place between its two borders.
  static constexpr int kPlaceBits = 15;
  /// Of the approximation, in units of that place. The polynomial is within 0.00078 of a code (Remez; m in
  /// [0.0031308 * 256, 2], weighted by kFactor), the roundings add less than 2^-13; 32 units are 2^-10.
  static constexpr int kError = 32;

  using Floats = std::array<__m256, 2>;
  using Words = std::array<__m256i, 2>;

  /// 256 + 1/2 + code of four pixels, as floats in [256, 512): their last place is 2^-15. Step by step for two
  /// vectors, so that one chain of operations fills the gaps of the other. As integers, floats of zero and above
  /// compare as floats do, and in more of the CPU's ports.
  static HWY_INLINE Words fixed_point(const std::byte* source) {
    Words x;
    unrolled<2>([&](int i) HALFULP_INLINE {
      const __m256 positive = _mm256_max_ps(load_floats(source + 32 * i), _mm256_setzero_ps());   // NaN gives 0
      at(x, i) = _mm256_min_epi32(_mm256_castps_si256(positive), _mm256_set1_epi32(0x3f7fffff));  // just below 1
    });
    // The curve: 255 * (1.055 * x^(5/12) - 0.055) with x = m * 2^e, e = -8 ... -1; m < 1 between the knee and 2^-8.
    Words exponent;
    Floats m;
    unrolled<2>([&](int i) HALFULP_INLINE {
      at(exponent, i) =
          _mm256_and_si256(_mm256_max_epi32(at(x, i), _mm256_set1_epi32(119 << 23)), _mm256_set1_epi32(255 << 23));
      at(m, i) = _mm256_castsi256_ps(
          _mm256_sub_epi32(_mm256_add_epi32(at(x, i), _mm256_set1_epi32(127 << 23)), at(exponent, i)));
    });
    Floats square;
    Floats power;  // m^(5/12)
    unrolled<2>([&](int i) HALFULP_INLINE { at(square, i) = _mm256_mul_ps(at(m, i), at(m, i)); });
    const auto linear = [&](int i, float slope, float constant) HALFULP_INLINE {
      return _mm256_fmadd_ps(at(m, i), _mm256_set1_ps(slope), _mm256_set1_ps(constant));
    };
    unrolled<2>([&](int i) HALFULP_INLINE {
      at(power, i) = _mm256_fmadd_ps(linear(i, 0x1.c94d52p-8F, -0x1.028ff6p-4F), at(square, i),
                                     linear(i, 0x1.f2fd2ep-3F, -0x1.164bd8p-1F));
    });
    unrolled<2>([&](int i) HALFULP_INLINE {
      at(power, i) = _mm256_fmadd_ps(at(power, i), at(square, i), linear(i, 0x1.fb26cep-1F, 0x1.764942p-2F));
    });
    Words fixed;
    unrolled<2>([&](int i) HALFULP_INLINE {
      // 255 * 1.055 * 2^(5e/12) of e = -7 ... -1, -8: the low three bits of e + 127 choose.
      const __m256 factor =
          _mm256_permutevar8x32_ps(_mm256_setr_ps(0x1.1d05a6p+5F, 0x1.7c7574p+5F, 0x1.fbda00p+5F, 0x1.52f344p+6F,
                                                  0x1.c471bep+6F, 0x1.2df86ap+7F, 0x1.931502p+7F, 0x1.ab0cf2p+4F),
                                   _mm256_srli_epi32(at(exponent, i), 23));
      const __m256 curve = _mm256_fmadd_ps(factor, at(power, i), _mm256_set1_ps(256.5F - 0.055F * 255));
      // The straight part, and alpha.
      constexpr float kSlope = 12.92F * 255;
      const __m256 slope = _mm256_setr_ps(kSlope, kSlope, kSlope, 255, kSlope, kSlope, kSlope, 255);
      const __m256 straight = _mm256_fmadd_ps(_mm256_castsi256_ps(at(x, i)), slope, _mm256_set1_ps(256.5F));
      constexpr int kKnee = 0x3b4d2e1c;  // 0.0031308
      constexpr int kOne = 127 << 23;
      const __m256i knee = _mm256_setr_epi32(kKnee, kKnee, kKnee, kOne, kKnee, kKnee, kKnee, kOne);
      const __m256 above = _mm256_castsi256_ps(_mm256_cmpgt_epi32(at(x, i), knee));
      at(fixed, i) = _mm256_castps_si256(_mm256_blendv_ps(straight, curve, above));
    });
    return fixed;
  }

  /// From kError below the nearest border below: at most 2 * kError if the approximation may be on its wrong side.
  static HWY_INLINE __m256i distance(__m256i fixed) {
    return _mm256_and_si256(_mm256_add_epi32(fixed, _mm256_set1_epi32(kError)),
                            _mm256_set1_epi32((1 << kPlaceBits) - 1));
  }

  /// Decides the components of two pixels that are close to a border.
  static HWY_NOINLINE void decide(const std::byte* source, __m256i fixed, std::byte* destination) {
    const __m256i close = _mm256_cmpgt_epi32(_mm256_set1_epi32(2 * kError + 1), distance(fixed));
    alignas(32) std::array<std::uint32_t, 8> codes;
    _mm256_store_si256(reinterpret_cast<__m256i*>(codes.data()), fixed);
    for (auto left = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(close))); left != 0;
         left &= left - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(left));
      float x;
      std::memcpy(&x, source + 4 * i, sizeof x);
      std::uint32_t code;
      if (i % 4 == 3) {
        code = float_to_unorm(x, 8, items::kRules);
      } else {
        const std::uint32_t upper = (codes[i] + kError) >> kPlaceBits & 255;  // of the two codes; no border is below 0
        code = x >= kSrgb8Thresholds[upper - 1] ? upper : upper - 1;
      }
      destination[i] = static_cast<std::byte>(code);
    }
  }

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto [a, b] = fixed_point(source);
    const auto [c, d] = fixed_point(source + 64);
    const auto code = [](__m256i fixed) HALFULP_INLINE { return _mm256_srli_epi32(fixed, kPlaceBits); };
    const __m256i low_byte = _mm256_set1_epi16(255);
    const __m256i low = _mm256_and_si256(_mm256_packus_epi32(code(a), code(b)), low_byte);
    const __m256i high = _mm256_and_si256(_mm256_packus_epi32(code(c), code(d)), low_byte);
    store<kStream>(destination, in_order(_mm256_packus_epi16(low, high)));
    const __m256i nearest =
        _mm256_min_epi32(_mm256_min_epi32(distance(a), distance(b)), _mm256_min_epi32(distance(c), distance(d)));
    const __m256i close = _mm256_cmpgt_epi32(_mm256_set1_epi32(2 * kError + 1), nearest);
    if (HWY_UNLIKELY(!_mm256_testz_si256(close, close))) {
      decide(source, a, destination);
      decide(source + 32, b, destination + 8);
      decide(source + 64, c, destination + 16);
      decide(source + 96, d, destination + 24);
    }
  }
};

/// rgba8_srgb to rgba: by tables of 8 bytes an entry, red or blue in the low and green or alpha in the high half.
struct FromRgba8Srgb {
  using Item = items::Rgba8SrgbToRgba;
  static constexpr std::size_t kBlock = 8;

  struct Tables {
    std::array<std::uint64_t, 256> low;
    std::array<std::uint64_t, 256> high;
    std::array<std::uint64_t, 256> alpha;
  };
  static constexpr Tables kTables = [] {
    Tables tables{};
    for (std::uint32_t code = 0; code < 256; ++code) {
      tables.low[code] = std::bit_cast<std::uint32_t>(srgb8_to_float(static_cast<std::uint8_t>(code)));
      tables.high[code] = tables.low[code] << 32;
      tables.alpha[code] = std::uint64_t{std::bit_cast<std::uint32_t>(unorm_to_float(code, 8))} << 32;
    }
    return tables;
  }();

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HALFULP_INLINE {
      std::uint64_t pixels;
      std::memcpy(&pixels, source + 8 * i, sizeof pixels);
      const auto half = [&](int shift, const std::array<std::uint64_t, 256>& high) HALFULP_INLINE {
        const std::uint64_t both = kTables.low[pixels >> shift & 255] | high[pixels >> (shift + 8) & 255];
        std::byte* const to = destination + 32 * i + shift / 2;
        if constexpr (kStream) {
          _mm_stream_si64(reinterpret_cast<long long*>(to), static_cast<long long>(both));
        } else {
          std::memcpy(to, &both, sizeof both);
        }
      };
      half(0, kTables.high);
      half(16, kTables.alpha);
      half(32, kTables.high);
      half(48, kTables.alpha);
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
