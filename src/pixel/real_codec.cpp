// SPDX-License-Identifier: Apache-2.0
#include "pixel/real_codec.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace halfulp::pixel {
namespace {

/// Puts kCount floats of each pixel into their channels.
template <std::size_t kCount>
void spread(const Reals& floats, const std::vector<Channel>& channels, Reals& rgba, std::size_t n) {
  std::array<std::size_t, kCount> place;
  for (std::size_t j = 0; j < kCount; ++j) place[j] = static_cast<std::size_t>(channels[j]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < kCount; ++j) rgba[kChannels * i + place[j]] = floats[kCount * i + j];
  }
}

/// Takes kCount floats of each pixel from their channels.
template <std::size_t kCount>
void collect(const Reals& rgba, const std::vector<Channel>& channels, Reals& floats, std::size_t n) {
  std::array<std::size_t, kCount> place;
  for (std::size_t j = 0; j < kCount; ++j) place[j] = static_cast<std::size_t>(channels[j]);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < kCount; ++j) floats[kCount * i + j] = rgba[kChannels * i + place[j]];
  }
}

constexpr std::array kSpread = {spread<1>, spread<2>, spread<3>, spread<4>};
constexpr std::array kCollect = {collect<1>, collect<2>, collect<3>, collect<4>};

}  // namespace

RealCodec::RealCodec(const PixelFormatInfo& format, Rules rules)
    : bulk_(bulk_of(format, rules)),
      order_(std::ranges::equal(bulk_.channels, kRgba)   ? Order::rgba
             : std::ranges::equal(bulk_.channels, kBgra) ? Order::bgra
                                                         : Order::other) {}

void RealCodec::decode(const std::byte* pixels, Reals& rgba, std::size_t n) const {
  const std::size_t items = n * bulk_.items_per_pixel;
  std::byte* const bytes = std::as_writable_bytes(std::span(rgba)).data();
  if (order_ == Order::rgba) return bulk_.decode(pixels, bytes, items);
  Reals floats;
  std::byte* const float_bytes = std::as_writable_bytes(std::span(floats)).data();
  bulk_.decode(pixels, float_bytes, items);
  if (order_ == Order::bgra) return swap_red_and_blue_floats(float_bytes, bytes, n);
  kSpread[bulk_.channels.size() - 1](floats, bulk_.channels, rgba, n);
}

void RealCodec::encode(const Reals& rgba, std::byte* pixels, std::size_t n) const {
  const std::size_t items = n * bulk_.items_per_pixel;
  const std::byte* const bytes = std::as_bytes(std::span(rgba)).data();
  if (order_ == Order::rgba) return bulk_.encode(bytes, pixels, items);
  Reals floats;
  std::byte* const float_bytes = std::as_writable_bytes(std::span(floats)).data();
  order_ == Order::bgra ? swap_red_and_blue_floats(bytes, float_bytes, n)
                        : kCollect[bulk_.channels.size() - 1](rgba, bulk_.channels, floats, n);
  bulk_.encode(float_bytes, pixels, items);
}

}  // namespace halfulp::pixel
