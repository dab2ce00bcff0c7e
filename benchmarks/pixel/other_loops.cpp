// SPDX-License-Identifier: Apache-2.0
#include "pixel/other_loops.hpp"

#include <Imath/half.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

namespace halfulp::benchmarks {
namespace {

void imath_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    const std::uint16_t half = imath_float_to_half(x);
    std::memcpy(destination + i * sizeof half, &half, sizeof half);
  }
}

void imath_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    std::memcpy(&half, source + i * sizeof half, sizeof half);
    const float x = imath_half_to_float(half);
    std::memcpy(destination + i * sizeof x, &x, sizeof x);
  }
}

#if defined(__x86_64__)
#define HALFULP_F16C [[gnu::target("avx2,fma,f16c")]]

HALFULP_F16C void f16c_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    const auto half = static_cast<std::uint16_t>(_mm_extract_epi16(_mm_cvtps_ph(_mm_set_ss(x), _MM_FROUND_TO_ZERO), 0));
    std::memcpy(destination + i * sizeof half, &half, sizeof half);
  }
}

HALFULP_F16C void f16c_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    std::memcpy(&half, source + i * sizeof half, sizeof half);
    const float x = _mm_cvtss_f32(_mm_cvtph_ps(_mm_cvtsi32_si128(half)));
    std::memcpy(destination + i * sizeof x, &x, sizeof x);
  }
}

#if defined(__FLT16_MANT_DIG__) && !defined(__clang__)
#define HALFULP_FLOAT16

HALFULP_F16C void float16_to_half(const std::byte* source, std::byte* destination, std::size_t count) {
  const auto* const from = reinterpret_cast<const float*>(source);
  auto* const to = reinterpret_cast<_Float16*>(destination);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<_Float16>(from[i]);
}

HALFULP_F16C void float16_from_half(const std::byte* source, std::byte* destination, std::size_t count) {
  const auto* const from = reinterpret_cast<const _Float16*>(source);
  auto* const to = reinterpret_cast<float*>(destination);
  for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]);
}
#endif
#endif

/// The usual code of an application: pow for each component.
void pow_to_srgb8(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count * 4; ++i) {
    float x;
    std::memcpy(&x, source + i * sizeof x, sizeof x);
    x = std::clamp(x, 0.0F, 1.0F);
    if (i % 4 != 3) x = x <= 0.0031308F ? 12.92F * x : 1.055F * std::pow(x, 1 / 2.4F) - 0.055F;
    destination[i] = static_cast<std::byte>(x * 255 + 0.5F);
  }
}

std::vector<OtherLoop> loops() {
  constexpr PixelFormat kFloat = PixelFormat::r32_float;
  constexpr PixelFormat kHalf = PixelFormat::r16_float;
  std::vector<OtherLoop> loops = {
      {"imath", kFloat, kHalf, imath_to_half},
      {"imath", kHalf, kFloat, imath_from_half},
      {"pow", PixelFormat::rgba32_float, PixelFormat::rgba8_srgb, pow_to_srgb8},
  };
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0) return loops;  // f16c is older
  loops.push_back({"f16c", kFloat, kHalf, f16c_to_half});
  loops.push_back({"f16c", kHalf, kFloat, f16c_from_half});
#if defined(HALFULP_FLOAT16)
  loops.push_back({"_Float16", kFloat, kHalf, float16_to_half});
  loops.push_back({"_Float16", kHalf, kFloat, float16_from_half});
#endif
#endif
  return loops;
}

}  // namespace

std::span<const OtherLoop> other_loops() {
  static const std::vector<OtherLoop> kLoops = loops();
  return kLoops;
}

}  // namespace halfulp::benchmarks
