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

// unorm and snorm of two bits or more, and srgb8: no tie is broken differently by the rules. x * M + 1/2 is an integer
// for odd M > 1 and a dyadic x in (0, 1) only at x = 1/2, which lies between M/2 - 1/2, odd for M = 3 mod 4, and the
// even M/2 + 1/2: away from zero and to even are the same. 2^n - 1 is 3 mod 4 from n = 2 on.
inline constexpr bool kUnormTiesDoNotDiffer = [] {
  for (const int bits : {2, 8, 10, 16}) {
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

using RgbaToRgba8Srgb = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  const auto srgb = [&](std::size_t i) { return std::uint32_t{float_to_srgb8(x[i], kRules)}; };
  return srgb(0) | srgb(1) << 8 | srgb(2) << 16 | float_to_unorm(x[3], 8, kRules) << 24;
}>;
using Rgba8SrgbToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  const auto linear = [&](int shift) { return srgb8_to_float(static_cast<std::uint8_t>(x >> shift)); };
  return Rgba{linear(0), linear(8), linear(16), unorm_to_float(x >> 24, 8)};
}>;
using RgbaToRgb10a2 = Item<Rgba, std::uint32_t, [](const Rgba& x) {
  return float_to_unorm(x[0], 10, kRules) | float_to_unorm(x[1], 10, kRules) << 10 |
         float_to_unorm(x[2], 10, kRules) << 20 | float_to_unorm(x[3], 2, kRules) << 30;
}>;
using Rgb10a2ToRgba = Item<std::uint32_t, Rgba, [](const std::uint32_t& x) {
  return Rgba{unorm_to_float(x & 1023, 10), unorm_to_float(x >> 10 & 1023, 10), unorm_to_float(x >> 20 & 1023, 10),
              unorm_to_float(x >> 30, 2)};
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

/// `count` items, one after the other.
template <class Item>
void each(const std::byte* source, std::byte* destination, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Item::apply(source + i * sizeof(typename Item::Source), destination + i * sizeof(typename Item::Destination));
  }
}

}  // namespace halfulp::pixel::items
