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

constexpr float kSrgbLeast = 0x1p-13F;  // below the first float of code 1

/// Bits; beyond the last code more than those of any number.
constexpr std::uint32_t first_of_srgb_code(std::size_t code) {
  return code < 256 ? std::bit_cast<std::uint32_t>(kSrgb8Thresholds[code - 1]) : ~0U;
}

enum class SrgbPixel : std::uint8_t { none, rgba, bgra };

#if HWY_TARGET == HWY_AVX2  // pixel/avx512/srgb.hpp has others

// The code of a float in [2^-13, 1] by its high 16 bits. Of the 2^16 floats that share them, at most one is the first
// of a code: entry + float, as 32-bit integers, has the code in bits 16 to 23 and zeros above.
constexpr std::uint32_t kSrgbFirstEntry = std::bit_cast<std::uint32_t>(kSrgbLeast) >> 16;
constexpr std::uint32_t kSrgbLastEntry = std::bit_cast<std::uint32_t>(1.0F) >> 16;

constexpr auto kSrgbEntries = [] {
  std::array<std::uint32_t, kSrgbLastEntry - kSrgbFirstEntry + 1> entries{};
  std::uint32_t code = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto high = static_cast<std::uint32_t>(kSrgbFirstEntry + i);
    entries[i] = (code << 16) - (high << 16);
    const std::uint32_t next = first_of_srgb_code(code + 1);
    if (next >> 16 == high) {
      entries[i] += 0x10000 - (next & 0xffff);
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
    const auto code = [&](int i) HALFULP_INLINE {
      const __m256 clamped = _mm256_min_ps(_mm256_max_ps(load_floats(source + 32 * i), _mm256_set1_ps(kSrgbLeast)),
                                           _mm256_set1_ps(1));  // NaN gives the least
      const __m256i bits = _mm256_castps_si256(clamped);
      alignas(32) std::array<std::uint16_t, 16> halves;
      _mm256_store_si256(reinterpret_cast<__m256i*>(halves.data()), bits);
      const auto of = [&](std::size_t k) HALFULP_INLINE {
        return kPixel != SrgbPixel::none && k % 4 == 3
                   ? 0
                   : static_cast<int>(kSrgbEntries[std::size_t{halves[2 * k + 1]} - kSrgbFirstEntry]);
      };
      const __m256i entry = _mm256_setr_epi32(of(0), of(1), of(2), of(3), of(4), of(5), of(6), of(7));
      const __m256i srgb = _mm256_srli_epi32(_mm256_add_epi32(bits, entry), 16);
      if constexpr (kPixel == SrgbPixel::none) return srgb;
      return _mm256_blend_epi32(srgb, unorm_code(clamped, _mm256_set1_ps(255)), 0x88);
    };
    const __m256i low = _mm256_packus_epi32(code(0), code(1));
    const __m256i high = _mm256_packus_epi32(code(2), code(3));
    const __m256i codes = in_order(_mm256_packus_epi16(low, high));
    store<kStream>(destination, kPixel == SrgbPixel::bgra ? with_bytes_swapped(codes) : codes);
  }
};

/// What codes stand for, where a float is the first or the second of two.
struct SrgbFloats {
  std::array<std::uint64_t, 256> first;
  std::array<std::uint64_t, 256> second;
  std::array<std::uint64_t, 256> alpha;  ///< second, linear
};
constexpr SrgbFloats kSrgbFloats = [] {
  SrgbFloats floats{};
  for (std::uint32_t code = 0; code < 256; ++code) {
    floats.first[code] = std::bit_cast<std::uint32_t>(srgb8_to_float(static_cast<std::uint8_t>(code)));
    floats.second[code] = floats.first[code] << 32;
    floats.alpha[code] = std::uint64_t{std::bit_cast<std::uint32_t>(unorm_to_float(code, 8))} << 32;
  }
  return floats;
}();

/// srgb8 to floats, two at a time; of pixels each fourth one is linear, unorm8.
template <class Item_, SrgbPixel kPixel>
struct FromSrgb8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32 / sizeof(typename Item::Source);

  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<8>([&](int i) HALFULP_INLINE {
      std::uint32_t codes;
      std::memcpy(&codes, source + 4 * i, sizeof codes);
      constexpr int kRed = kPixel == SrgbPixel::bgra ? 16 : 0;
      const auto pair = [&](int place, int first, int last,
                            const std::array<std::uint64_t, 256>& second) HALFULP_INLINE {
        const std::uint64_t both = kSrgbFloats.first[codes >> first & 255] | second[codes >> last & 255];
        std::byte* const to = destination + 16 * i + 8 * place;
        if constexpr (kStream) {
          _mm_stream_si64(reinterpret_cast<long long*>(to), static_cast<long long>(both));
        } else {
          std::memcpy(to, &both, sizeof both);
        }
      };
      pair(0, kRed, 8, kSrgbFloats.second);
      pair(1, 16 - kRed, 24, kPixel == SrgbPixel::none ? kSrgbFloats.second : kSrgbFloats.alpha);
    });
  }
};

#endif

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
