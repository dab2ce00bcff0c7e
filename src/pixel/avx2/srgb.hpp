// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "pixel/avx2/run.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// rgba to rgba8_srgb. A code is first computed to 2^-10 of a code; a component that close to the border of two codes
/// is then decided by kSrgb8Thresholds, exactly.
struct ToRgba8Srgb {
  using Item = items::rgba_to_rgba8_srgb;
  static constexpr std::size_t kBlock = 8;

  /// Codes in fixed point: bits 15 to 22 are the code, bits 0 to 14 the place between its two borders.
  static constexpr int kPlaceBits = 15;
  /// Of the approximation, in units of that place. The polynomial is within 0.00078 of a code (Remez; m in
  /// [0.0031308 * 256, 2], weighted by kFactor), the roundings add less than 2^-13; 32 units are 2^-10.
  static constexpr int kError = 32;

  /// 256 + 1/2 + code for two pixels, as a float in [256, 512): its last place is 2^-15.
  static HWY_INLINE __m256i fixed_point(__m256 rgba) {
    const __m256 x = _mm256_min_ps(_mm256_max_ps(rgba, _mm256_setzero_ps()), _mm256_set1_ps(0x1.fffffep-1F));
    // The straight part, and alpha.
    constexpr float kSlope = 12.92F * 255;
    const __m256 slope = _mm256_setr_ps(kSlope, kSlope, kSlope, 255, kSlope, kSlope, kSlope, 255);
    const __m256 straight = _mm256_fmadd_ps(x, slope, _mm256_set1_ps(256.5F));
    // The curve: 255 * (1.055 * x^(5/12) - 0.055) with x = m * 2^e, e = -8 ... -1; m < 1 between the knee and 2^-8.
    const __m256i octave =
        _mm256_srli_epi32(_mm256_castps_si256(_mm256_max_ps(x, _mm256_set1_ps(0x1p-8F))), 23);  // low 3 bits: e + 127
    const __m256 m =
        _mm256_mul_ps(x, _mm256_permutevar8x32_ps(
                             _mm256_setr_ps(0x1p7F, 0x1p6F, 0x1p5F, 0x1p4F, 0x1p3F, 0x1p2F, 0x1p1F, 0x1p8F), octave));
    // 255 * 1.055 * 2^(5e/12) of e = -7 ... -1, -8
    const __m256 factor =
        _mm256_permutevar8x32_ps(_mm256_setr_ps(0x1.1d05a6p+5F, 0x1.7c7574p+5F, 0x1.fbda00p+5F, 0x1.52f344p+6F,
                                                0x1.c471bep+6F, 0x1.2df86ap+7F, 0x1.931502p+7F, 0x1.ab0cf2p+4F),
                                 octave);
    __m256 power = _mm256_set1_ps(0x1.c94d52p-8F);
    power = _mm256_fmadd_ps(power, m, _mm256_set1_ps(-0x1.028ff6p-4F));
    power = _mm256_fmadd_ps(power, m, _mm256_set1_ps(0x1.f2fd2ep-3F));
    power = _mm256_fmadd_ps(power, m, _mm256_set1_ps(-0x1.164bd8p-1F));
    power = _mm256_fmadd_ps(power, m, _mm256_set1_ps(0x1.fb26cep-1F));
    power = _mm256_fmadd_ps(power, m, _mm256_set1_ps(0x1.764942p-2F));
    const __m256 curve = _mm256_fmadd_ps(factor, power, _mm256_set1_ps(256.5F - 0.055F * 255));

    constexpr float kKnee = 0.0031308F;
    const __m256 knee = _mm256_setr_ps(kKnee, kKnee, kKnee, 1, kKnee, kKnee, kKnee, 1);
    return _mm256_castps_si256(_mm256_blendv_ps(straight, curve, _mm256_cmp_ps(x, knee, _CMP_GE_OQ)));
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
    const __m256i a = fixed_point(load_floats(source));
    const __m256i b = fixed_point(load_floats(source + 32));
    const __m256i c = fixed_point(load_floats(source + 64));
    const __m256i d = fixed_point(load_floats(source + 96));
    const auto code = [](__m256i fixed) HWY_ATTR { return _mm256_srli_epi32(fixed, kPlaceBits); };
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

struct FromRgba8Srgb {
  using Item = items::rgba8_srgb_to_rgba;
  static constexpr std::size_t kBlock = 8;
  static constexpr std::array<float, 256> kAlpha = [] {
    std::array<float, 256> table{};
    for (std::uint32_t code = 0; code < 256; ++code) table[code] = unorm_to_float(code, 8);
    return table;
  }();
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HWY_ATTR {
      std::uint64_t w;
      std::memcpy(&w, source + 8 * i, sizeof w);
      const auto linear = [&](int shift) HWY_ATTR { return kSrgb8Decoded[w >> shift & 255]; };
      store<kStream>(destination + 32 * i, _mm256_setr_ps(linear(0), linear(8), linear(16), kAlpha[w >> 24 & 255],
                                                          linear(32), linear(40), linear(48), kAlpha[w >> 56]));
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
