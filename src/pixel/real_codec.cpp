// SPDX-License-Identifier: Apache-2.0
#include "pixel/real_codec.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <string>

#include "halfulp/error.hpp"

namespace halfulp::pixel {
namespace {

template <int kBits>
struct Unorm {
  static float decode(std::uint32_t code) { return unorm_to_float(code, kBits); }
  /// float_to_unorm() without branches. The product has 24 + kBits bits, so the sum is exact from 1/2 on, and below it
  /// stays below 1. Where the sum is an integer there was a tie, and an odd one is to be even.
  static std::uint32_t encode(float x, Rules rules) {
    const float above = x > 0 ? x : 0.0F;
    const double sum = static_cast<double>(above < 1 ? above : 1.0F) * ((1 << kBits) - 1) + 0.5;
    const auto code = static_cast<std::int32_t>(sum);
    const int odd_tie = static_cast<int>(sum == code) & static_cast<int>(!rules.ties_away) & code;
    return static_cast<std::uint32_t>(code - (odd_tie & 1));
  }
};

template <typename Component>
void decode_codes(const std::uint32_t* codes, float* channel, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) channel[kChannels * i] = Component::decode(codes[i]);
}

template <typename Component>
void encode_codes(const float* channel, std::uint32_t* codes, std::size_t n, Rules rules) {
  for (std::size_t i = 0; i < n; ++i) codes[i] = Component::encode(channel[kChannels * i], rules);
}

struct ComponentRow {
  ComponentKind kind;
  int bits;
  void (*decode)(const std::uint32_t* codes, float* channel, std::size_t n);
  void (*encode)(const float* channel, std::uint32_t* codes, std::size_t n, Rules rules);
};

template <typename Component>
constexpr ComponentRow row(ComponentKind kind, int bits) {
  return {kind, bits, decode_codes<Component>, encode_codes<Component>};
}

/// What has no kernel.
constexpr std::array kComponents = {
    row<Unorm<1>>(ComponentKind::unorm, 1),
    row<Unorm<4>>(ComponentKind::unorm, 4),
    row<Unorm<5>>(ComponentKind::unorm, 5),
    row<Unorm<6>>(ComponentKind::unorm, 6),
};

const ComponentRow& row_of(const PixelFormatInfo& format, const PixelComponent& component) {
  const auto* const row = std::ranges::find_if(kComponents, [&](const ComponentRow& other) {
    return other.kind == component.kind && other.bits == component.bits;
  });
  if (row == kComponents.end()) {
    throw Error(Error::Kind::kInternal, std::string(format.name) + " has no codec; add it to src/pixel/real_codec.cpp");
  }
  return *row;
}

constexpr std::array kRgba = {Channel::red, Channel::green, Channel::blue, Channel::alpha};

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
    : bulk_(bulk_of(format, rules)), bytes_per_pixel_(static_cast<std::size_t>(format.bytes_per_pixel)), rules_(rules) {
  if (bulk_) {
    bulk_is_rgba_ = std::ranges::equal(bulk_->channels, kRgba);
    return;
  }
  for (const PixelComponent& component : format.components()) {
    const ComponentRow& row = row_of(format, component);
    steps_.push_back(
        {place_of(format, component), static_cast<std::size_t>(component.channel), row.decode, row.encode});
  }
}

void RealCodec::decode(const std::byte* pixels, Reals& rgba, std::size_t n) const {
  if (bulk_) return decode_bulk(pixels, rgba, n);
  Codes codes;
  for (const Step& step : steps_) {
    gather(pixels, step.place, codes, n);
    step.decode(codes.data(), rgba.data() + step.channel, n);
  }
}

void RealCodec::encode(const Reals& rgba, std::byte* pixels, std::size_t n) const {
  if (bulk_) return encode_bulk(rgba, pixels, n);
  Codes codes;
  if (!steps_.front().place.alone) std::memset(pixels, 0, n * bytes_per_pixel_);
  for (const Step& step : steps_) {
    step.encode(rgba.data() + step.channel, codes.data(), n, rules_);
    scatter(codes, step.place, pixels, n);
  }
}

void RealCodec::decode_bulk(const std::byte* pixels, Reals& rgba, std::size_t n) const {
  const std::size_t items = n * bulk_->items_per_pixel;
  if (bulk_is_rgba_) return bulk_->decode(pixels, std::as_writable_bytes(std::span(rgba)).data(), items);
  Reals floats;
  bulk_->decode(pixels, std::as_writable_bytes(std::span(floats)).data(), items);
  kSpread[bulk_->channels.size() - 1](floats, bulk_->channels, rgba, n);
}

void RealCodec::encode_bulk(const Reals& rgba, std::byte* pixels, std::size_t n) const {
  const std::size_t items = n * bulk_->items_per_pixel;
  if (bulk_is_rgba_) return bulk_->encode(std::as_bytes(std::span(rgba)).data(), pixels, items);
  Reals floats;
  kCollect[bulk_->channels.size() - 1](rgba, bulk_->channels, floats, n);
  bulk_->encode(std::as_bytes(std::span(floats)).data(), pixels, items);
}

}  // namespace halfulp::pixel
