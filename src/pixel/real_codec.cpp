// SPDX-License-Identifier: Apache-2.0
#include "pixel/real_codec.hpp"

#include <array>
#include <bit>
#include <cstring>

namespace halfulp::pixel {
namespace {

/// Two's complement of kBits bits.
template <int kBits>
std::int32_t signed_code(std::uint32_t code) {
  return static_cast<std::int32_t>(code << (32 - kBits)) >> (32 - kBits);
}

template <int kBits>
struct Unorm {
  static float decode(std::uint32_t code) { return unorm_to_float(code, kBits); }
  static std::uint32_t encode(float x, Rules rules) { return float_to_unorm(x, kBits, rules); }
};

template <int kBits>
struct Snorm {
  static float decode(std::uint32_t code) { return snorm_to_float(signed_code<kBits>(code), kBits); }
  static std::uint32_t encode(float x, Rules rules) {
    return static_cast<std::uint32_t>(float_to_snorm(x, kBits, rules)) & ((1U << kBits) - 1);
  }
};

struct Srgb8 {
  static float decode(std::uint32_t code) { return srgb8_to_float(static_cast<std::uint8_t>(code)); }
  static std::uint32_t encode(float x, Rules rules) { return float_to_srgb8(x, rules); }
};

struct Binary16 {
  static float decode(std::uint32_t code) { return half_to_float(static_cast<std::uint16_t>(code)); }
  static std::uint32_t encode(float x, Rules rules) { return float_to_half(x, rules); }
};

struct Binary32 {
  static float decode(std::uint32_t code) { return std::bit_cast<float>(code); }
  static std::uint32_t encode(float x, Rules /*rules*/) { return std::bit_cast<std::uint32_t>(x); }
};

template <int kFractionBits>
struct Ufloat {
  static float decode(std::uint32_t code) { return ufloat_to_float(code, kFractionBits); }
  static std::uint32_t encode(float x, Rules rules) { return float_to_ufloat(x, kFractionBits, rules); }
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

constexpr std::array kComponents = {
    row<Unorm<1>>(ComponentKind::unorm, 1),     row<Unorm<2>>(ComponentKind::unorm, 2),
    row<Unorm<4>>(ComponentKind::unorm, 4),     row<Unorm<5>>(ComponentKind::unorm, 5),
    row<Unorm<6>>(ComponentKind::unorm, 6),     row<Unorm<8>>(ComponentKind::unorm, 8),
    row<Unorm<10>>(ComponentKind::unorm, 10),   row<Unorm<16>>(ComponentKind::unorm, 16),
    row<Snorm<8>>(ComponentKind::snorm, 8),     row<Snorm<16>>(ComponentKind::snorm, 16),
    row<Srgb8>(ComponentKind::srgb, 8),         row<Binary16>(ComponentKind::floating, 16),
    row<Binary32>(ComponentKind::floating, 32), row<Ufloat<6>>(ComponentKind::ufloat, 11),
    row<Ufloat<5>>(ComponentKind::ufloat, 10),
};

const ComponentRow& row_of(const PixelComponent& component) {
  std::size_t at = 0;
  // tests/pixel/converter_test.cpp converts every format of the table, so there is a row.
  while (kComponents[at].kind != component.kind || kComponents[at].bits != component.bits) ++at;
  return kComponents[at];
}

void decode_shared_exponents(const std::byte* pixels, Reals& rgba, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::uint32_t code = 0;
    std::memcpy(&code, pixels + i * sizeof code, sizeof code);
    rgb9e5_to_floats(code, &rgba[kChannels * i]);
  }
}

void encode_shared_exponents(const Reals& rgba, std::byte* pixels, std::size_t n, Rules rules) {
  for (std::size_t i = 0; i < n; ++i) {
    const float* pixel = &rgba[kChannels * i];
    const std::uint32_t code = floats_to_rgb9e5(pixel[0], pixel[1], pixel[2], rules);
    std::memcpy(pixels + i * sizeof code, &code, sizeof code);
  }
}

}  // namespace

RealCodec::RealCodec(const PixelFormatInfo& format, Rules rules)
    : bytes_per_pixel_(static_cast<std::size_t>(format.bytes_per_pixel)), rules_(rules) {
  for (const PixelComponent& component : format.components()) {
    if (component.kind == ComponentKind::shared_exponent) return;
    const ComponentRow& row = row_of(component);
    steps_.push_back(
        {place_of(format, component), static_cast<std::size_t>(component.channel), row.decode, row.encode});
  }
}

void RealCodec::decode(const std::byte* pixels, Reals& rgba, std::size_t n) const {
  if (steps_.empty()) return decode_shared_exponents(pixels, rgba, n);
  Codes codes;
  for (const Step& step : steps_) {
    gather(pixels, step.place, codes, n);
    step.decode(codes.data(), rgba.data() + step.channel, n);
  }
}

void RealCodec::encode(const Reals& rgba, std::byte* pixels, std::size_t n) const {
  if (steps_.empty()) return encode_shared_exponents(rgba, pixels, n, rules_);
  Codes codes;
  if (!steps_.front().place.alone) std::memset(pixels, 0, n * bytes_per_pixel_);
  for (const Step& step : steps_) {
    step.encode(rgba.data() + step.channel, codes.data(), n, rules_);
    scatter(codes, step.place, pixels, n);
  }
}

}  // namespace halfulp::pixel
