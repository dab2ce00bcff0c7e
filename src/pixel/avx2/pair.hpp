// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_PAIR) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_PAIR
#undef HALFULP_PIXEL_AVX2_PAIR
#else
#define HALFULP_PIXEL_AVX2_PAIR
#endif

#include <algorithm>

#include "pixel/avx2/run.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

/// Codes to other codes: a block of one is decoded to floats, and these are encoded, most of them out of registers.
template <class Decode, class Encode>
struct Pair {
  using Item = items::Pair<typename Decode::Item, typename Encode::Item>;

 private:
  // Of the floats that a block of either has.
  static constexpr std::size_t kDecoded = Decode::kBlock * sizeof(typename Decode::Item::Destination);
  static constexpr std::size_t kEncoded = Encode::kBlock * sizeof(typename Encode::Item::Source);
  static constexpr std::size_t kFloatBytes = std::max(kDecoded, kEncoded);
  static_assert(kFloatBytes % kDecoded == 0 && kFloatBytes % kEncoded == 0);

 public:
  static constexpr std::size_t kBlock = kFloatBytes / Item::kFloatBytes;
  template <bool kStream>
  static HWY_INLINE void block(const std::byte* source, std::byte* destination) {
    constexpr std::size_t kIn = Decode::kBlock * sizeof(typename Decode::Item::Source);
    constexpr std::size_t kOut = Encode::kBlock * sizeof(typename Encode::Item::Destination);
    alignas(64) std::byte floats[kFloatBytes];
    unrolled<kFloatBytes / kDecoded>(
        [&](std::size_t i) HALFULP_INLINE { Decode::template block<false>(source + i * kIn, floats + i * kDecoded); });
    unrolled<kFloatBytes / kEncoded>([&](std::size_t i) HALFULP_INLINE {
      Encode::template block<kStream>(floats + i * kEncoded, destination + i * kOut);
    });
  }
};

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
