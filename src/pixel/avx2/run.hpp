// SPDX-License-Identifier: Apache-2.0
#if defined(HALFULP_PIXEL_AVX2_RUN) == defined(HWY_TARGET_TOGGLE)
#ifdef HALFULP_PIXEL_AVX2_RUN
#undef HALFULP_PIXEL_AVX2_RUN
#else
#define HALFULP_PIXEL_AVX2_RUN
#endif

// The files of this folder are parts of src/pixel/kernels.cpp, which includes them for the targets AVX2 and AVX3_DL:
// 256-bit vectors, FMA and F16C. A kernel is a struct: its Item (see items.hpp), kBlock items at a time, and block(),
// which takes that many from any address to any address; with kStream the destination is aligned to 64 bytes, or to 32
// where a block has no more.

#include <immintrin.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "pixel/items.hpp"

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

HWY_INLINE __m256 load_floats(const std::byte* source) {
  return _mm256_loadu_ps(reinterpret_cast<const float*>(source));
}
HWY_INLINE __m256i load_bytes(const std::byte* source) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(source));
}
HWY_INLINE __m128i load_16_bytes(const std::byte* source) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(source));
}
HWY_INLINE __m128i load_8_bytes(const std::byte* source) {
  return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(source));
}

template <bool kStream>
HWY_INLINE void store(std::byte* destination, __m256i v) {
  if constexpr (kStream) {
    _mm256_stream_si256(reinterpret_cast<__m256i*>(destination), v);
  } else {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(destination), v);
  }
}
template <bool kStream>
HWY_INLINE void store(std::byte* destination, __m256 v) {
  store<kStream>(destination, _mm256_castps_si256(v));
}

/// body(0), body(1) ... body(kTimes - 1), without a loop.
template <int kTimes, int kFirst = 0, class Body>
HWY_INLINE void unrolled(const Body& body) {
  if constexpr (kFirst < kTimes) {
    body(kFirst);
    unrolled<kTimes, kFirst + 1>(body);
  }
}

/// For arrays that unrolled() goes through.
template <class Array>
HWY_INLINE auto& at(Array& array, int i) {
  return array[static_cast<std::size_t>(i)];
}

/// From this many bytes on the destination goes past the caches, and the source is asked for ahead of time.
constexpr std::size_t kStreamBytes = std::size_t{16} << 20;
constexpr std::size_t kBytesAhead = 1024;

/// Of what is read once. Addresses past the end do no harm.
template <std::size_t kBytes>
HWY_INLINE void prefetch(const std::byte* source) {
  for (std::size_t i = 0; i < kBytes; i += 64) _mm_prefetch(reinterpret_cast<const char*>(source + i), _MM_HINT_NTA);
}

template <class Kernel>
HWY_INLINE void run(const std::byte* source, std::byte* destination, std::size_t count) {
  constexpr std::size_t kIn = sizeof(typename Kernel::Item::Source);
  constexpr std::size_t kOut = sizeof(typename Kernel::Item::Destination);
  constexpr std::size_t kBlock = Kernel::kBlock;
  constexpr std::size_t kAligned = kBlock * kOut % 64 == 0 ? 64 : 32;
  static_assert(kBlock * kOut % kAligned == 0);
  if (count < kBlock) {
    if (count == 0) return;
    alignas(64) std::byte in[kBlock * kIn] = {};
    alignas(64) std::byte out[kBlock * kOut];
    std::memcpy(in, source, count * kIn);
    Kernel::template block<false>(in, out);
    std::memcpy(destination, out, count * kOut);
    return;
  }
  std::size_t i = 0;
  const std::size_t head_bytes = -reinterpret_cast<std::uintptr_t>(destination) % kAligned;
  if (count * kOut >= kStreamBytes && head_bytes % kOut == 0) {
    Kernel::template block<false>(source, destination);
    for (i = head_bytes / kOut; i + kBlock <= count; i += kBlock) {
      prefetch<kBlock * kIn>(source + i * kIn + kBytesAhead);
      Kernel::template block<true>(source + i * kIn, destination + i * kOut);
    }
    _mm_sfence();
  }
  // The last block may do again what was done: source and destination do not overlap.
  for (; i < count; i += kBlock) {
    const std::size_t from = std::min(i, count - kBlock);
    Kernel::template block<false>(source + from * kIn, destination + from * kOut);
  }
}

/// Puts the 32-bit words 0 2 4 6 1 3 5 7 in order.
HWY_INLINE __m256i in_order(__m256i v) {
  return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

/// The first and the third of each four bytes change places.
HWY_INLINE __m256i with_bytes_swapped(__m256i v) {
  const __m256i order = _mm256_setr_epi8(2, 1, 0, 3, 6, 5, 4, 7, 10, 9, 8, 11, 14, 13, 12, 15, 2, 1, 0, 3, 6, 5, 4, 7,
                                         10, 9, 8, 11, 14, 13, 12, 15);
  return _mm256_shuffle_epi8(v, order);
}

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
