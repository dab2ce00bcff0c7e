// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_HALF) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_HALF
#undef HALFULP_PIXEL_AVX2_HALF
#else
#define HALFULP_PIXEL_AVX2_HALF
#endif

#include "pixel/avx2/run.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// binary32 to binary16, rounded as kRounding (_MM_FROUND_...) says.
template <class Item_, int kRounding>
struct ToHalf {
  using Item = Item_;
  static constexpr std::size_t kBlock = 32;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<2>([&](int i) HALFULP_INLINE {
      const __m128i low = _mm256_cvtps_ph(load_floats(source + 64 * i), kRounding);
      const __m128i high = _mm256_cvtps_ph(load_floats(source + 64 * i + 32), kRounding);
      store<kStream>(destination + 32 * i, _mm256_set_m128i(high, low));
    });
  }
};

struct FromHalf {
  using Item = items::HalfToBinary32;
  static constexpr std::size_t kBlock = 32;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    unrolled<4>([&](int i) HALFULP_INLINE {
      store<kStream>(destination + 32 * i, _mm256_cvtph_ps(load_16_bytes(source + 16 * i)));
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
