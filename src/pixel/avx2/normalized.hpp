// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_NORMALIZED) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_NORMALIZED
#undef HALFULP_PIXEL_AVX2_NORMALIZED
#else
#define HALFULP_PIXEL_AVX2_NORMALIZED
#endif

#include <array>
#include <type_traits>

#include "pixel/avx2/run.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// max(x, 0); NaN gives 0: maxps takes its second operand then.
HWY_INLINE __m256 above_zero(__m256 x) { return _mm256_max_ps(x, _mm256_setzero_ps()); }

/// x * largest for x >= 0, rounded once, to nearest, ties to even (see kUnormTiesDoNotDiffer): the sum's last place is
/// 1, and the fused operation rounds only there. Above 2^23 the result is no code, but larger than all: packing
/// saturates.
HWY_INLINE __m256i unorm_code(__m256 x, __m256 largest) {
  const __m256 sum = _mm256_fmadd_ps(x, largest, _mm256_set1_ps(0x1p23F));
  return _mm256_sub_epi32(_mm256_castps_si256(sum), _mm256_set1_epi32(0x4b000000));
}

/// The same for any x, clamped to [-1, 1]; NaN gives 0.
HWY_INLINE __m256i snorm_code(__m256 x, __m256 largest) {
  x = _mm256_and_ps(x, _mm256_cmp_ps(x, x, _CMP_ORD_Q));
  x = _mm256_min_ps(_mm256_max_ps(x, _mm256_set1_ps(-1)), _mm256_set1_ps(1));
  const __m256 sum = _mm256_fmadd_ps(x, largest, _mm256_set1_ps(0x1.8p23F));
  return _mm256_sub_epi32(_mm256_castps_si256(sum), _mm256_set1_epi32(0x4b400000));
}

/// 1 / largest as the sum of two floats, exact to 2^-47 relative.
struct Reciprocal {
  float high;
  float low;
  constexpr explicit Reciprocal(int largest)
      : high(static_cast<float>(1.0 / largest)), low(static_cast<float>(1.0 / largest - static_cast<double>(high))) {}
};

/// code / largest for integers of 16 bits at most, correctly rounded: code * high + RN(code * low) is within 2^-46
/// relative of the quotient, which is at least 2^-41 away from a tie (a multiple of 1 / (largest * 2^25) apart from it)
/// or exact.
HWY_INLINE __m256 quotient(__m256i code, __m256 high, __m256 low) {
  const __m256 c = _mm256_cvtepi32_ps(code);
  return _mm256_fmadd_ps(c, high, _mm256_mul_ps(c, low));
}

/// kSwap: red and blue of pixels of four change places.
template <class Item_, bool kSwap>
struct ToUnorm8 {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32 * sizeof(float) / sizeof(typename Item::Source);
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto code = [&](int i) HALFULP_INLINE {
      return unorm_code(above_zero(load_floats(source + 32 * i)), _mm256_set1_ps(255));
    };
    const __m256i low = _mm256_packs_epi32(code(0), code(1));
    const __m256i high = _mm256_packs_epi32(code(2), code(3));
    const __m256i codes = in_order(_mm256_packus_epi16(low, high));
    store<kStream>(destination, kSwap ? with_bytes_swapped(codes) : codes);
  }
};

struct ToUnorm16 {
  using Item = items::Binary32ToUnorm16;
  static constexpr std::size_t kBlock = 16;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto code = [&](int i) HALFULP_INLINE {
      return unorm_code(above_zero(load_floats(source + 32 * i)), _mm256_set1_ps(65535));
    };
    store<kStream>(destination, _mm256_permute4x64_epi64(_mm256_packus_epi32(code(0), code(1)), 0xd8));
  }
};

struct ToSnorm8 {
  using Item = items::Binary32ToSnorm8;
  static constexpr std::size_t kBlock = 32;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto code = [&](int i)
                          HALFULP_INLINE { return snorm_code(load_floats(source + 32 * i), _mm256_set1_ps(127)); };
    const __m256i low = _mm256_packs_epi32(code(0), code(1));
    const __m256i high = _mm256_packs_epi32(code(2), code(3));
    store<kStream>(destination, in_order(_mm256_packs_epi16(low, high)));
  }
};

struct ToSnorm16 {
  using Item = items::Binary32ToSnorm16;
  static constexpr std::size_t kBlock = 16;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    const auto code = [&](int i)
                          HALFULP_INLINE { return snorm_code(load_floats(source + 32 * i), _mm256_set1_ps(32767)); };
    store<kStream>(destination, _mm256_permute4x64_epi64(_mm256_packs_epi32(code(0), code(1)), 0xd8));
  }
};

/// unorm and snorm of 8 and 16 bits to binary32. kLargest: of the codes; below -kLargest there is one more, read as it.
template <class Item_, int kLargest>
struct FromNormalized {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    using Code = typename Item::Source;
    constexpr Reciprocal kReciprocal(kLargest);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m256i code = widened<Code>(source + 8 * sizeof(Code) * static_cast<std::size_t>(i));
      store<kStream>(destination + 32 * i,
                     quotient(code, _mm256_set1_ps(kReciprocal.high), _mm256_set1_ps(kReciprocal.low)));
    });
  }

 private:
  template <class Code>
  static HWY_INLINE __m256i widened(const std::byte* source) {
    if constexpr (std::is_same_v<Code, std::uint8_t>) {
      return _mm256_cvtepu8_epi32(load_8_bytes(source));
    } else if constexpr (std::is_same_v<Code, std::uint16_t>) {
      return _mm256_cvtepu16_epi32(load_16_bytes(source));
    } else if constexpr (std::is_same_v<Code, std::int8_t>) {
      return _mm256_max_epi32(_mm256_cvtepi8_epi32(load_8_bytes(source)), _mm256_set1_epi32(-kLargest));
    } else {
      return _mm256_max_epi32(_mm256_cvtepi16_epi32(load_16_bytes(source)), _mm256_set1_epi32(-kLargest));
    }
  }
};

struct FromBgra8Unorm {
  using Item = items::Bgra8UnormToRgba;
  static constexpr std::size_t kBlock = 8;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    constexpr Reciprocal kReciprocal(255);
    unrolled<4>([&](int i) HALFULP_INLINE {
      const __m256i rgba = _mm256_shuffle_epi32(_mm256_cvtepu8_epi32(load_8_bytes(source + 8 * i)), 0xc6);
      store<kStream>(destination + 32 * i,
                     quotient(rgba, _mm256_set1_ps(kReciprocal.high), _mm256_set1_ps(kReciprocal.low)));
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
