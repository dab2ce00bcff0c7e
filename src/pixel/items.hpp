// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "pixel/component.hpp"

/// One value or pixel, from bytes to bytes, by pixel/component.hpp: what each kernel does to each of its items.
namespace halfulp::pixel::items {

/// What a format of the width `Bytes` does: `convert` takes a value of Source to one of Destination.
template <class Source_, class Destination_, Destination_ (*convert)(const Source_&)>
struct Item {
  using Source = Source_;
  using Destination = Destination_;
  static void apply(const std::byte* source, std::byte* destination) {
    Source in;
    std::memcpy(&in, source, sizeof in);
    const Destination out = convert(in);
    std::memcpy(destination, &out, sizeof out);
  }
};

using Rgba = std::array<float, 4>;

// unorm of two bits or more, snorm of three or more, and srgb8: no tie is broken differently by the rules. x * M + 1/2
// is an integer for odd M > 1 and a dyadic x in (0, 1) only at x = 1/2, which lies between M/2 - 1/2, odd for M = 3 mod
// 4, and the even M/2 + 1/2: away from zero and to even are the same. 2^n - 1 is 3 mod 4 from n = 2 on.
inline constexpr bool kUnormTiesDoNotDiffer = [] {
  for (const int bits : {2, 4, 5, 6, 8, 10, 16}) {
    if (float_to_unorm(0.5F, bits, kDirect3dRules) != float_to_unorm(0.5F, bits, kMetalRules)) return false;
  }
  return true;
}();
static_assert(kUnormTiesDoNotDiffer);
inline constexpr Rules kRules = kDirect3dRules;

using Binary32ToHalfTowardZero =
    Item<float, std::uint16_t, [](const float& x) { return float_to_half(x, kDirect3dRules); }>;
using Binary32ToHalfNearest = Item<float, std::uint16_t, [](const float& x) { return float_to_half(x, kMetalRules); }>;
using HalfToBinary32 = Item<std::uint16_t, float, [](const std::uint16_t& x) { return half_to_float(x); }>;
using Binary32ToUnorm8 =
    Item<float, std::uint8_t, [](const float& x) { return static_cast<std::uint8_t>(float_to_unorm(x, 8, kRules)); }>;
using Binary32ToUnorm16 = Item<float, std::uint16_t, [](const float& x) {
  return static_cast<std::uint16_t>(float_to_unorm(x, 16, kRules));
}>;
using Binary32ToSnorm8 =
    Item<float, std::int8_t, [](const float& x) { return static_cast<std::int8_t>(float_to_snorm(x, 8, kRules)); }>;
using Binary32ToSnorm16 =
    Item<float, std::int16_t, [](const float& x) { return static_cast<std::int16_t>(float_to_snorm(x, 16, kRules)); }>;
using Unorm8ToBinary32 = Item<std::uint8_t, float, [](const std::uint8_t& x) { return unorm_to_float(x, 8); }>;
using Unorm16ToBinary32 = Item<std::uint16_t, float, [](const std::uint16_t& x) { return unorm_to_float(x, 16); }>;
using Snorm8ToBinary32 = Item<std::int8_t, float, [](const std::int8_t& x) { return snorm_to_float(x, 8); }>;
using Snorm16ToBinary32 = Item<std::int16_t, float, [](const std::int16_t& x) { return snorm_to_float(x, 16); }>;

using Binary32ToSrgb8 = Item<float, std::uint8_t, [](const float& x) { return float_to_srgb8(x, kRules); }>;
using Srgb8ToBinary32 = Item<std::uint8_t, float, [](const std::uint8_t& x) { return srgb8_to_float(x); }>;

using RgbaToBgra8Unorm = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  const auto unorm = [&](std::size_t i) { return float_to_unorm(x[i], 8, kRules); };
  return unorm(2) | unorm(1) << 8 | unorm(0) << 16 | unorm(3) << 24;
}>;
using Bgra8UnormToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  const auto real = [&](int shift) { return unorm_to_float(x >> shift & 255, 8); };
  return Rgba{real(16), real(8), real(0), real(24)};
}>;
using RgbaToRgba8Srgb = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  const auto srgb = [&](std::size_t i) { return std::uint32_t{float_to_srgb8(x[i], kRules)}; };
  return srgb(0) | srgb(1) << 8 | srgb(2) << 16 | float_to_unorm(x[3], 8, kRules) << 24;
}>;
using Rgba8SrgbToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  const auto linear = [&](int shift) { return srgb8_to_float(static_cast<std::uint8_t>(x >> shift)); };
  return Rgba{linear(0), linear(8), linear(16), unorm_to_float(x >> 24, 8)};
}>;
using RgbaToBgra8Srgb = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  const auto srgb = [&](std::size_t i) { return std::uint32_t{float_to_srgb8(x[i], kRules)}; };
  return srgb(2) | srgb(1) << 8 | srgb(0) << 16 | float_to_unorm(x[3], 8, kRules) << 24;
}>;
using Bgra8SrgbToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  const auto linear = [&](int shift) { return srgb8_to_float(static_cast<std::uint8_t>(x >> shift)); };
  return Rgba{linear(16), linear(8), linear(0), unorm_to_float(x >> 24, 8)};
}>;
using RgbaToRgb10a2 = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  return float_to_unorm(x[0], 10, kRules) | float_to_unorm(x[1], 10, kRules) << 10 |
         float_to_unorm(x[2], 10, kRules) << 20 | float_to_unorm(x[3], 2, kRules) << 30;
}>;
using Rgb10a2ToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  return Rgba{unorm_to_float(x & 1023, 10), unorm_to_float(x >> 10 & 1023, 10), unorm_to_float(x >> 20 & 1023, 10),
              unorm_to_float(x >> 30, 2)};
}>;
/// kTiesAway: 1/2 in alpha, of two bits, is 1, else 0.
template <bool kTiesAway>
constexpr std::uint32_t rgb10a2_snorm_of(const Rgba& x) {
  const auto code = [&](std::size_t i, int bits) {
    const std::int32_t signed_code = float_to_snorm(x[i], bits, kTiesAway ? kDirect3dRules : kMetalRules);
    return static_cast<std::uint32_t>(signed_code) & ((1U << bits) - 1);
  };
  return code(0, 10) | code(1, 10) << 10 | code(2, 10) << 20 | code(3, 2) << 30;
}
template <bool kTiesAway>
using RgbaToRgb10a2Snorm = Item<Rgba, std::uint32_t, rgb10a2_snorm_of<kTiesAway>>;
using RgbaToRgb10a2SnormTiesAway = RgbaToRgb10a2Snorm<true>;
using RgbaToRgb10a2SnormTiesEven = RgbaToRgb10a2Snorm<false>;
using Rgb10a2SnormToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  const auto real = [&](int shift, int bits) {
    return snorm_to_float(static_cast<std::int32_t>(x << (32 - shift - bits)) >> (32 - bits), bits);
  };
  return Rgba{real(0, 10), real(10, 10), real(20, 10), real(30, 2)};
}>;

constexpr std::uint32_t r11g11b10(const Rgba& x, Rules rules) {
  return float_to_ufloat(x[0], 6, rules) | float_to_ufloat(x[1], 6, rules) << 11 |
         float_to_ufloat(x[2], 5, rules) << 22;
}
using RgbaToR11g11b10TowardZero = Item<Rgba, std::uint32_t, [](const Rgba& x) { return r11g11b10(x, kDirect3dRules); }>;
using RgbaToR11g11b10Nearest = Item<Rgba, std::uint32_t, [](const Rgba& x) { return r11g11b10(x, kMetalRules); }>;
using R11g11b10ToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  return Rgba{ufloat_to_float(x & 2047, 6), ufloat_to_float(x >> 11 & 2047, 6), ufloat_to_float(x >> 22, 5), 1.0F};
}>;

using RgbaToRgb9e5TiesEven =
    Item<Rgba, std::uint32_t, [](const Rgba& x) { return floats_to_rgb9e5(x[0], x[1], x[2], kDirect3dRules); }>;
using RgbaToRgb9e5TiesUp =
    Item<Rgba, std::uint32_t, [](const Rgba& x) { return floats_to_rgb9e5(x[0], x[1], x[2], kMetalRules); }>;
using Rgb9e5ToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  Rgba rgba{0, 0, 0, 1};
  rgb9e5_to_floats(x, rgba.data());
  return rgba;
}>;

/// The unorm components of a 16-bit word: red, green, blue, alpha. No bits: the word has none, and alpha is 1.
struct Unorm16Bit {
  std::array<int, 4> bits;
  std::array<int, 4> shift;
};
inline constexpr Unorm16Bit kB5g6r5 = {{5, 6, 5, 0}, {11, 5, 0, 0}};
inline constexpr Unorm16Bit kBgr5a1 = {{5, 5, 5, 1}, {10, 5, 0, 15}};
inline constexpr Unorm16Bit kA1bgr5 = {{5, 5, 5, 1}, {11, 6, 1, 0}};
inline constexpr Unorm16Bit kBgra4 = {{4, 4, 4, 4}, {8, 4, 0, 12}};
inline constexpr Unorm16Bit kAbgr4 = {{4, 4, 4, 4}, {12, 8, 4, 0}};

/// kTiesAway: a tie of a component of one bit, 1/2, is 1, else 0.
template <Unorm16Bit kWord, bool kTiesAway>
constexpr std::uint16_t word_of(const Rgba& x) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (kWord.bits[i] == 0) continue;
    word |= float_to_unorm(x[i], kWord.bits[i], kTiesAway ? kDirect3dRules : kMetalRules) << kWord.shift[i];
  }
  return static_cast<std::uint16_t>(word);
}
template <Unorm16Bit kWord>
constexpr Rgba rgba_of(const std::uint16_t& word) {
  Rgba rgba{0, 0, 0, 1};
  for (std::size_t i = 0; i < rgba.size(); ++i) {
    if (kWord.bits[i] == 0) continue;
    rgba[i] = unorm_to_float(word >> kWord.shift[i] & ((1U << kWord.bits[i]) - 1), kWord.bits[i]);
  }
  return rgba;
}
template <Unorm16Bit kWord, bool kTiesAway>
using RgbaToWord = Item<Rgba, std::uint16_t, word_of<kWord, kTiesAway>>;
template <Unorm16Bit kWord>
using WordToRgba = Item<std::uint16_t, Rgba, rgba_of<kWord>>;
using RgbaToB5g6r5 = RgbaToWord<kB5g6r5, true>;
using B5g6r5ToRgba = WordToRgba<kB5g6r5>;
using RgbaToBgr5a1TiesAway = RgbaToWord<kBgr5a1, true>;
using RgbaToBgr5a1TiesEven = RgbaToWord<kBgr5a1, false>;
using Bgr5a1ToRgba = WordToRgba<kBgr5a1>;
using RgbaToA1bgr5TiesAway = RgbaToWord<kA1bgr5, true>;
using RgbaToA1bgr5TiesEven = RgbaToWord<kA1bgr5, false>;
using A1bgr5ToRgba = WordToRgba<kA1bgr5>;
using RgbaToBgra4 = RgbaToWord<kBgra4, true>;
using Bgra4ToRgba = WordToRgba<kBgra4>;
using RgbaToAbgr4 = RgbaToWord<kAbgr4, true>;
using Abgr4ToRgba = WordToRgba<kAbgr4>;

using SwapRedAndBlueFloats = Item<Rgba, Rgba, [](const Rgba& x) { return Rgba{x[2], x[1], x[0], x[3]}; }>;
using SwapRedAndBlueBytes = Item<std::uint32_t, std::uint32_t, [](const std::uint32_t& x) {
  return (x & 0xff00ff00) | (x >> 16 & 0xff) | (x & 0xff) << 16;
}>;

/// `count` items, one after the other.
template <class Item>
void each(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Item::apply(source + i * sizeof(typename Item::Source), destination + i * sizeof(typename Item::Destination));
  }
}

/// Codes to other codes by the floats between them: values where both items have values, else pixels.
template <class Decode, class Encode>
struct Pair {
 private:
  static constexpr bool kPixels =
      sizeof(typename Decode::Destination) == sizeof(Rgba) || sizeof(typename Encode::Source) == sizeof(Rgba);
  template <class Code, class Floats>
  using Codes = std::array<Code, kPixels ? sizeof(Rgba) / sizeof(Floats) : 1>;

 public:
  static constexpr std::size_t kFloatBytes = kPixels ? sizeof(Rgba) : sizeof(float);
  using Source = Codes<typename Decode::Source, typename Decode::Destination>;
  using Destination = Codes<typename Encode::Destination, typename Encode::Source>;
  static void apply(const std::byte* source, std::byte* destination) {
    std::byte floats[kFloatBytes];
    each<Decode>(source, floats, std::tuple_size_v<Source>);
    each<Encode>(floats, destination, std::tuple_size_v<Destination>);
  }
};

}  // namespace halfulp::pixel::items
