// SPDX-License-Identifier: Apache-2.0
#include "pixel/kernels.hpp"

#include <algorithm>

#include "number/vector_targets.hpp"
#include "pixel/items.hpp"

// Compiled once per target.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "pixel/kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
//
#include <hwy/highway.h>

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3_DL
#include "pixel/avx2/half.hpp"
#include "pixel/avx2/normalized.hpp"
#include "pixel/avx2/packed.hpp"
#include "pixel/avx2/pair.hpp"
#include "pixel/avx2/srgb.hpp"
#endif
#if HWY_TARGET == HWY_AVX3_DL
#include "pixel/avx512/srgb.hpp"
#endif

// Every kernel, what it does to one item, and the struct that does it where there is AVX2.
#ifndef HALFULP_PIXEL_KERNELS
#define HALFULP_PIXEL_KERNELS(ROW)                                                                                   \
  ROW(binary32_to_half_toward_zero, Binary32ToHalfTowardZero,                                                        \
      ToHalf<items::Binary32ToHalfTowardZero, _MM_FROUND_TO_ZERO>)                                                   \
  ROW(binary32_to_half_nearest, Binary32ToHalfNearest,                                                               \
      ToHalf<items::Binary32ToHalfNearest, _MM_FROUND_TO_NEAREST_INT>)                                               \
  ROW(half_to_binary32, HalfToBinary32, FromHalf)                                                                    \
  ROW(binary32_to_unorm8, Binary32ToUnorm8, ToUnorm8<items::Binary32ToUnorm8, false>)                                \
  ROW(binary32_to_unorm16, Binary32ToUnorm16, ToUnorm16)                                                             \
  ROW(binary32_to_snorm8, Binary32ToSnorm8, ToSnorm8)                                                                \
  ROW(binary32_to_snorm16, Binary32ToSnorm16, ToSnorm16)                                                             \
  ROW(unorm8_to_binary32, Unorm8ToBinary32, FromNormalized<items::Unorm8ToBinary32, 255>)                            \
  ROW(unorm16_to_binary32, Unorm16ToBinary32, FromNormalized<items::Unorm16ToBinary32, 65535>)                       \
  ROW(snorm8_to_binary32, Snorm8ToBinary32, FromNormalized<items::Snorm8ToBinary32, 127>)                            \
  ROW(snorm16_to_binary32, Snorm16ToBinary32, FromNormalized<items::Snorm16ToBinary32, 32767>)                       \
  ROW(binary32_to_srgb8, Binary32ToSrgb8, ToSrgb8<items::Binary32ToSrgb8, SrgbPixel::none>)                          \
  ROW(srgb8_to_binary32, Srgb8ToBinary32, FromSrgb8<items::Srgb8ToBinary32, SrgbPixel::none>)                        \
  ROW(rgba_to_bgra8_unorm, RgbaToBgra8Unorm, ToUnorm8<items::RgbaToBgra8Unorm, true>)                                \
  ROW(bgra8_unorm_to_rgba, Bgra8UnormToRgba, FromBgra8Unorm)                                                         \
  ROW(rgba_to_rgba8_srgb, RgbaToRgba8Srgb, ToSrgb8<items::RgbaToRgba8Srgb, SrgbPixel::rgba>)                         \
  ROW(rgba8_srgb_to_rgba, Rgba8SrgbToRgba, FromSrgb8<items::Rgba8SrgbToRgba, SrgbPixel::rgba>)                       \
  ROW(rgba_to_bgra8_srgb, RgbaToBgra8Srgb, ToSrgb8<items::RgbaToBgra8Srgb, SrgbPixel::bgra>)                         \
  ROW(bgra8_srgb_to_rgba, Bgra8SrgbToRgba, FromSrgb8<items::Bgra8SrgbToRgba, SrgbPixel::bgra>)                       \
  ROW(rgba_to_rgb10a2, RgbaToRgb10a2, ToRgb10a2)                                                                     \
  ROW(rgb10a2_to_rgba, Rgb10a2ToRgba, FromRgb10a2)                                                                   \
  ROW(rgba_to_rgb10a2_snorm_ties_away, RgbaToRgb10a2SnormTiesAway, ToRgb10a2Snorm<true>)                             \
  ROW(rgba_to_rgb10a2_snorm_ties_even, RgbaToRgb10a2SnormTiesEven, ToRgb10a2Snorm<false>)                            \
  ROW(rgb10a2_snorm_to_rgba, Rgb10a2SnormToRgba, FromRgb10a2Snorm)                                                   \
  ROW(rgba_to_b5g6r5, RgbaToB5g6r5, ToWord<items::kB5g6r5, true>)                                                    \
  ROW(b5g6r5_to_rgba, B5g6r5ToRgba, FromWord<items::kB5g6r5>)                                                        \
  ROW(rgba_to_bgr5a1_ties_away, RgbaToBgr5a1TiesAway, ToWord<items::kBgr5a1, true>)                                  \
  ROW(rgba_to_bgr5a1_ties_even, RgbaToBgr5a1TiesEven, ToWord<items::kBgr5a1, false>)                                 \
  ROW(bgr5a1_to_rgba, Bgr5a1ToRgba, FromWord<items::kBgr5a1>)                                                        \
  ROW(rgba_to_a1bgr5_ties_away, RgbaToA1bgr5TiesAway, ToWord<items::kA1bgr5, true>)                                  \
  ROW(rgba_to_a1bgr5_ties_even, RgbaToA1bgr5TiesEven, ToWord<items::kA1bgr5, false>)                                 \
  ROW(a1bgr5_to_rgba, A1bgr5ToRgba, FromWord<items::kA1bgr5>)                                                        \
  ROW(rgba_to_bgra4, RgbaToBgra4, ToWord<items::kBgra4, true>)                                                       \
  ROW(bgra4_to_rgba, Bgra4ToRgba, FromWord<items::kBgra4>)                                                           \
  ROW(rgba_to_abgr4, RgbaToAbgr4, ToWord<items::kAbgr4, true>)                                                       \
  ROW(abgr4_to_rgba, Abgr4ToRgba, FromWord<items::kAbgr4>)                                                           \
  ROW(rgba_to_r11g11b10_toward_zero, RgbaToR11g11b10TowardZero, ToR11g11b10<items::RgbaToR11g11b10TowardZero, true>) \
  ROW(rgba_to_r11g11b10_nearest, RgbaToR11g11b10Nearest, ToR11g11b10<items::RgbaToR11g11b10Nearest, false>)          \
  ROW(r11g11b10_to_rgba, R11g11b10ToRgba, FromR11g11b10)                                                             \
  ROW(rgba_to_rgb9e5_ties_even, RgbaToRgb9e5TiesEven, ToRgb9e5<items::RgbaToRgb9e5TiesEven, true>)                   \
  ROW(rgba_to_rgb9e5_ties_up, RgbaToRgb9e5TiesUp, ToRgb9e5<items::RgbaToRgb9e5TiesUp, false>)                        \
  ROW(rgb9e5_to_rgba, Rgb9e5ToRgba, FromRgb9e5)                                                                      \
  ROW(swap_red_and_blue_floats, SwapRedAndBlueFloats, SwapFloats)                                                    \
  ROW(swap_red_and_blue_bytes, SwapRedAndBlueBytes, SwapBytes)

// Of pairs of codes a kernel that decodes and one that encodes, in one: those with binary16, which are faster so, and
// go past the caches where images are large. Others spend their time on the conversions, not on the floats in between.
#define HALFULP_PIXEL_PAIRS(PAIR)                                                   \
  PAIR(unorm8_to_half_toward_zero, Unorm8ToBinary32, Binary32ToHalfTowardZero)      \
  PAIR(unorm8_to_half_nearest, Unorm8ToBinary32, Binary32ToHalfNearest)             \
  PAIR(half_to_unorm8, HalfToBinary32, Binary32ToUnorm8)                            \
  PAIR(unorm16_to_half_toward_zero, Unorm16ToBinary32, Binary32ToHalfTowardZero)    \
  PAIR(unorm16_to_half_nearest, Unorm16ToBinary32, Binary32ToHalfNearest)           \
  PAIR(half_to_unorm16, HalfToBinary32, Binary32ToUnorm16)                          \
  PAIR(bgra8_unorm_to_half_toward_zero, Bgra8UnormToRgba, Binary32ToHalfTowardZero) \
  PAIR(bgra8_unorm_to_half_nearest, Bgra8UnormToRgba, Binary32ToHalfNearest)        \
  PAIR(half_to_bgra8_unorm, HalfToBinary32, RgbaToBgra8Unorm)                       \
  PAIR(rgba8_srgb_to_half_toward_zero, Rgba8SrgbToRgba, Binary32ToHalfTowardZero)   \
  PAIR(rgba8_srgb_to_half_nearest, Rgba8SrgbToRgba, Binary32ToHalfNearest)          \
  PAIR(bgra8_srgb_to_half_toward_zero, Bgra8SrgbToRgba, Binary32ToHalfTowardZero)   \
  PAIR(bgra8_srgb_to_half_nearest, Bgra8SrgbToRgba, Binary32ToHalfNearest)          \
  PAIR(rgb10a2_to_half_toward_zero, Rgb10a2ToRgba, Binary32ToHalfTowardZero)        \
  PAIR(rgb10a2_to_half_nearest, Rgb10a2ToRgba, Binary32ToHalfNearest)               \
  PAIR(half_to_rgb10a2, HalfToBinary32, RgbaToRgb10a2)                              \
  PAIR(r11g11b10_to_half_toward_zero, R11g11b10ToRgba, Binary32ToHalfTowardZero)    \
  PAIR(r11g11b10_to_half_nearest, R11g11b10ToRgba, Binary32ToHalfNearest)           \
  PAIR(half_to_r11g11b10_toward_zero, HalfToBinary32, RgbaToR11g11b10TowardZero)    \
  PAIR(half_to_r11g11b10_nearest, HalfToBinary32, RgbaToR11g11b10Nearest)           \
  PAIR(rgb9e5_to_half_toward_zero, Rgb9e5ToRgba, Binary32ToHalfTowardZero)          \
  PAIR(rgb9e5_to_half_nearest, Rgb9e5ToRgba, Binary32ToHalfNearest)
#endif

HWY_BEFORE_NAMESPACE();
namespace halfulp::pixel::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3_DL
namespace {

/// The struct that does what an item of pixel/items.hpp says.
template <class Item>
struct VectorsOf;
#define HALFULP_PIXEL_ROW(name, item, ...) \
  template <>                              \
  struct VectorsOf<items::item> : __VA_ARGS__ {};
HALFULP_PIXEL_KERNELS(HALFULP_PIXEL_ROW)
#undef HALFULP_PIXEL_ROW

}  // namespace

#define HALFULP_PIXEL_ROW(name, item, ...)                                        \
  void name(const std::byte* source, std::byte* destination, std::size_t count) { \
    run<VectorsOf<items::item>>(source, destination, count);                      \
  }
#define HALFULP_PIXEL_PAIR(name, decode, encode)                                               \
  void name(const std::byte* source, std::byte* destination, std::size_t count) {              \
    run<Pair<VectorsOf<items::decode>, VectorsOf<items::encode>>>(source, destination, count); \
  }
#else
#define HALFULP_PIXEL_ROW(name, item, ...)                                        \
  void name(const std::byte* source, std::byte* destination, std::size_t count) { \
    items::each<items::item>(source, destination, count);                         \
  }
#define HALFULP_PIXEL_PAIR(name, decode, encode)                                        \
  void name(const std::byte* source, std::byte* destination, std::size_t count) {       \
    items::each<items::Pair<items::decode, items::encode>>(source, destination, count); \
  }
#endif
HALFULP_PIXEL_KERNELS(HALFULP_PIXEL_ROW)
HALFULP_PIXEL_PAIRS(HALFULP_PIXEL_PAIR)
#undef HALFULP_PIXEL_ROW
#undef HALFULP_PIXEL_PAIR

std::string_view kernel_target() { return hwy::TargetName(HWY_TARGET); }

}  // namespace halfulp::pixel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace halfulp::pixel {

#define HALFULP_PIXEL_ROW(name, item, ...)                                        \
  HWY_EXPORT(name);                                                               \
  void name(const std::byte* source, std::byte* destination, std::size_t count) { \
    HWY_DYNAMIC_DISPATCH(name)(source, destination, count);                       \
  }
HALFULP_PIXEL_KERNELS(HALFULP_PIXEL_ROW)
#undef HALFULP_PIXEL_ROW

namespace {

#define HALFULP_PIXEL_PAIR(name, decode, encode)                                  \
  HWY_EXPORT(name);                                                               \
  void name(const std::byte* source, std::byte* destination, std::size_t count) { \
    HWY_DYNAMIC_DISPATCH(name)(source, destination, count);                       \
  }
HALFULP_PIXEL_PAIRS(HALFULP_PIXEL_PAIR)
#undef HALFULP_PIXEL_PAIR

/// The kernel that does what an item says.
template <class Item>
constexpr Kernel kKernelOf = nullptr;
#define HALFULP_PIXEL_ROW(name, item, ...) \
  template <>                              \
  [[maybe_unused]] constexpr Kernel kKernelOf<items::item> = name;
HALFULP_PIXEL_KERNELS(HALFULP_PIXEL_ROW)
#undef HALFULP_PIXEL_ROW

template <class Item>
constexpr KernelRow row(std::string_view name, Kernel kernel, Kernel decode, Kernel encode) {
  return {.name = name,
          .kernel = kernel,
          .definition = items::each<Item>,
          .source_bytes = sizeof(typename Item::Source),
          .destination_bytes = sizeof(typename Item::Destination),
          .decode = decode,
          .encode = encode};
}

}  // namespace

std::span<const KernelRow> kernels() {
#define HALFULP_PIXEL_ROW(name, item, ...) row<items::item>(#name, name, nullptr, nullptr),
#define HALFULP_PIXEL_PAIR(name, decode, encode) \
  row<items::Pair<items::decode, items::encode>>(#name, name, kKernelOf<items::decode>, kKernelOf<items::encode>),
  static constexpr KernelRow kRows[] = {HALFULP_PIXEL_KERNELS(HALFULP_PIXEL_ROW)
                                            HALFULP_PIXEL_PAIRS(HALFULP_PIXEL_PAIR)};
#undef HALFULP_PIXEL_ROW
#undef HALFULP_PIXEL_PAIR
  return kRows;
}

Kernel pair_kernel(Kernel decode, Kernel encode) {
  const auto is_pair = [&](const KernelRow& row) { return row.decode == decode && row.encode == encode; };
  const auto found = std::ranges::find_if(kernels(), is_pair);
  return found == kernels().end() ? nullptr : found->kernel;
}

HWY_EXPORT(kernel_target);
std::string_view kernel_target() { return HWY_DYNAMIC_DISPATCH(kernel_target)(); }

}  // namespace halfulp::pixel
#endif
