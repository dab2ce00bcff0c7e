// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_SRGB) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_SRGB
#undef HALFULP_PIXEL_AVX2_SRGB
#else
#define HALFULP_PIXEL_AVX2_SRGB
#endif

#include <array>
#include <bit>

#include "pixel/avx2/normalized.hpp"
#include "pixel/avx2/run.hpp"

// sRGB by tables, whose answers are exact, read one component at a time: faster than gather instructions, and than a
// polynomial and the decision of what lies close to a border.

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// Bits; beyond the last code more than those of any number.
constexpr std::uint32_t first_of_srgb_code(std::size_t code) {
  return code < 256 ? std::bit_cast<std::uint32_t>(kSrgb8Thresholds[code - 1]) : ~0U;
}

enum class SrgbPixel : std::uint8_t { none, rgba, bgra };

/// Where such pixels have a component, counted as those of RGBA are; and the other way round.
template <SrgbPixel kPixel>
constexpr std::size_t srgb_place_of(std::size_t component) {
  return kPixel == SrgbPixel::bgra && component % 2 == 0 ? component ^ 2U : component;
}

#if HWY_TARGET == HWY_AVX2  // pixel/avx512/srgb.hpp has others

// The code of a float in [0, 1] by its high 16 bits. Of the 2^16 floats that share them, at most one is the first of a
// code: entry + float, as 32-bit integers, has the code in bits 16 to 23 and zeros above. (The table is 64 KiB so that
// no index needs clamping; colours use some of its last 7 KiB.)
constexpr auto kSrgbEntries = [] {
  std::array<std::uint32_t, (std::bit_cast<std::uint32_t>(1.0F) >> 16) + 1> entries{};
  std::uint32_t code = 0;
  for (std::uint32_t high = 0; high < entries.size(); ++high) {
    entries[high] = (code << 16) - (high << 16);
    const std::uint32_t next = first_of_srgb_code(code + 1);
    if (next >> 16 == high) {
      entries[high] += 0x10000 - (next & 0xffff);
      ++code;
    }
    if (first_of_srgb_code(code + 1) >> 16 == high) throw "two codes begin under one entry";
  }
  return entries;
}();

/// Floats to srgb8; of pixels each fourth one is linear, unorm8.
template <class Item_, SrgbPixel kPixel>
struct ToSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32 * sizeof(float) / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    alignas(32) std::array<std::byte, 32 * sizeof(float)> clamped;
    if (HWY_UNLIKELY(!all_from_0_to_1(source))) {
      unrolled<4>([&](int i) HALFULP_INLINE {
        const __m256 x = _mm256_min_ps(above_zero(load_floats(source + 32 * i)), _mm256_set1_ps(1));
        store<false>(clamped.data() + 32 * i, x);
      });
      source = clamped.data();
    }
    const auto code = [&](int i) HALFULP_INLINE { return eight(source + 32 * i); };
    const __m256i low = _mm256_packus_epi32(code(0), code(1));
    const __m256i high = _mm256_packus_epi32(code(2), code(3));
    const __m256i codes = in_order(_mm256_packus_epi16(low, high));
    store<kStream>(destination, kPixel == SrgbPixel::bgra ? with_bytes_swapped(codes) : codes);
  }

 private:
  /// Of 32 floats. The bits of others are more than those of 1 as unsigned integers, those of -0 too.
  static HWY_INLINE bool all_from_0_to_1(const std::byte* source) {
    const __m256i low = _mm256_max_epu32(load_bytes(source), load_bytes(source + 32));
    const __m256i high = _mm256_max_epu32(load_bytes(source + 64), load_bytes(source + 96));
    const __m256i one = _mm256_set1_epi32(std::bit_cast<std::int32_t>(1.0F));
    const __m256i most = _mm256_max_epu32(_mm256_max_epu32(low, high), one);
    return _mm256_movemask_epi8(_mm256_cmpeq_epi32(most, one)) == -1;
  }

  /// The codes of eight floats in [0, 1].
  static HWY_INLINE __m256i eight(const std::byte* source) {
    const auto entry = [&](std::size_t i) HALFULP_INLINE {
      if (kPixel != SrgbPixel::none && i % 4 == 3) return 0;
      std::uint16_t high;
      std::memcpy(&high, source + sizeof(float) * i + 2, sizeof high);
      return static_cast<int>(kSrgbEntries[high]);
    };
    const __m256i entries =
        _mm256_setr_epi32(entry(0), entry(1), entry(2), entry(3), entry(4), entry(5), entry(6), entry(7));
    const __m256i srgb = _mm256_srli_epi32(_mm256_add_epi32(load_bytes(source), entries), 16);
    if constexpr (kPixel == SrgbPixel::none) return srgb;
    return _mm256_blend_epi32(srgb, unorm_code(load_floats(source), _mm256_set1_ps(255)), 0x88);
  }
};

/// What codes stand for.
struct FloatsOfCodes {
  std::array<float, 256> srgb;
  std::array<float, 256> linear;
};
constexpr FloatsOfCodes kFloatsOfCodes = [] {
  FloatsOfCodes floats{};
  for (std::uint32_t code = 0; code < 256; ++code) {
    floats.srgb[code] = srgb8_to_float(static_cast<std::uint8_t>(code));
    floats.linear[code] = unorm_to_float(code, 8);
  }
  return floats;
}();

/// srgb8 to floats; of pixels each fourth one is linear, unorm8.
template <class Item_, SrgbPixel kPixel>
struct FromSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32 / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HALFULP_INLINE {
      std::uint64_t codes;
      std::memcpy(&codes, source + 8 * i, sizeof codes);
      const auto real = [&](std::size_t k) HALFULP_INLINE {
        const bool is_linear = kPixel != SrgbPixel::none && k % 4 == 3;
        return (is_linear ? kFloatsOfCodes.linear : kFloatsOfCodes.srgb)[codes >> 8 * srgb_place_of<kPixel>(k) & 255];
      };
      store<kStream>(destination + 32 * i,
                     _mm256_setr_ps(real(0), real(1), real(2), real(3), real(4), real(5), real(6), real(7)));
    });
  }
};

#endif

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
