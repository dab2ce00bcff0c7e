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
  static std::uint32_t encode(float x, Rules rules) { return float_to_unorm(x, kBits, rules); }
};

struct Srgb8 {
  static float decode(std::uint32_t code) { return srgb8_to_float(static_cast<std::uint8_t>(code)); }
  static std::uint32_t encode(float x, Rules rules) { return float_to_srgb8(x, rules); }
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
    row<Unorm<1>>(ComponentKind::unorm, 1), row<Unorm<4>>(ComponentKind::unorm, 4),
    row<Unorm<5>>(ComponentKind::unorm, 5), row<Unorm<6>>(ComponentKind::unorm, 6),
    row<Srgb8>(ComponentKind::srgb, 8),
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
  const std::size_t stride = bulk_->channels.size();
  for (std::size_t j = 0; j < stride; ++j) {
    float* channel = rgba.data() + static_cast<std::size_t>(bulk_->channels[j]);
    for (std::size_t i = 0; i < n; ++i) channel[kChannels * i] = floats[stride * i + j];
  }
}

void RealCodec::encode_bulk(const Reals& rgba, std::byte* pixels, std::size_t n) const {
  const std::size_t items = n * bulk_->items_per_pixel;
  if (bulk_is_rgba_) return bulk_->encode(std::as_bytes(std::span(rgba)).data(), pixels, items);
  Reals floats;
  const std::size_t stride = bulk_->channels.size();
  for (std::size_t j = 0; j < stride; ++j) {
    const float* channel = rgba.data() + static_cast<std::size_t>(bulk_->channels[j]);
    for (std::size_t i = 0; i < n; ++i) floats[stride * i + j] = channel[kChannels * i];
  }
  bulk_->encode(std::as_bytes(std::span(floats)).data(), pixels, items);
}

}  // namespace halfulp::pixel
