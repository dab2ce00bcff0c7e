// SPDX-License-Identifier: Apache-2.0
#include "reference.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace halfulp::pixel {
namespace {

/// A pixel as one little-endian integer.
__extension__ using Word = unsigned __int128;

Word mask(int bits) { return (Word{1} << bits) - 1; }

std::uint32_t code_in(Word pixel, const PixelComponent& component) {
  return static_cast<std::uint32_t>(pixel >> component.first_bit & mask(component.bits));
}

std::int64_t signed_value(std::uint32_t code, int bits) {
  const std::int64_t value = code;
  return (code >> (bits - 1) & 1) != 0 ? value - (std::int64_t{1} << bits) : value;
}

float quiet_nan(bool negative, std::uint32_t payload) {
  return std::bit_cast<float>((negative ? 0xffc00000U : 0x7fc00000U) | payload);
}

/// A float of 5 exponent bits, bias 15.
float decode_small_float(bool negative, std::uint32_t magnitude, int fraction_bits) {
  const auto exponent = static_cast<int>(magnitude >> fraction_bits);
  const std::uint32_t fraction = magnitude & ((1U << fraction_bits) - 1);
  const double sign = negative ? -1.0 : 1.0;
  if (exponent == 31) {
    return fraction != 0 ? quiet_nan(negative, fraction << (23 - fraction_bits)) : static_cast<float>(sign) * INFINITY;
  }
  const double significand = exponent == 0 ? fraction : fraction + std::ldexp(1.0, fraction_bits);
  return static_cast<float>(sign * std::ldexp(significand, std::max(exponent, 1) - 15 - fraction_bits));
}

std::uint32_t encode_small_float(float x, int fraction_bits, bool toward_zero) {
  const std::uint32_t infinity = 31U << fraction_bits;
  const std::uint32_t quiet = 1U << (fraction_bits - 1);
  if (std::isnan(x)) {
    return infinity | quiet | (std::bit_cast<std::uint32_t>(x) & 0x7fffffU) >> (23 - fraction_bits);
  }
  const double magnitude = std::fabs(static_cast<double>(x));
  if (std::isinf(magnitude)) return infinity;
  if (magnitude == 0) return 0;
  // A step of the target near x; the quotient of a float by a power of two is exact in double.
  const int exponent = std::max(std::ilogb(magnitude), -14);
  const double steps = std::ldexp(magnitude, fraction_bits - exponent);
  const double whole = toward_zero ? std::trunc(steps) : std::nearbyint(steps);
  const double rounded = std::ldexp(whole, exponent - fraction_bits);
  if (rounded >= 65536.0) return toward_zero ? infinity - 1 : infinity;
  if (rounded < 0x1p-14) return static_cast<std::uint32_t>(whole);
  const int final_exponent = std::ilogb(rounded);
  const auto significand = static_cast<std::uint32_t>(std::ldexp(rounded, fraction_bits - final_exponent));
  return (static_cast<std::uint32_t>(final_exponent + 14) << fraction_bits) + significand;
}

/// x * scale for x in (0, 1), rounded once, in integers: x = significand / 2^places.
std::uint32_t rounded_product(float x, std::uint32_t scale, bool ties_away) {
  int exponent = 0;
  const auto significand = static_cast<std::uint64_t>(std::ldexp(std::frexp(x, &exponent), 24));
  const int places = 24 - exponent;
  const std::uint64_t product = significand * scale;  // 48 bits at most
  if (places > 50) return 0;                          // below 2^-2
  const std::uint64_t whole = product >> places;
  const std::uint64_t twice_rest = (product - (whole << places)) * 2;
  const std::uint64_t one = std::uint64_t{1} << places;
  const bool up = twice_rest > one || (twice_rest == one && (ties_away || whole % 2 == 1));
  return static_cast<std::uint32_t>(whole + (up ? 1 : 0));
}

std::uint32_t encode_unorm(float x, int bits, Api api) {
  const auto largest = static_cast<std::uint32_t>(mask(bits));
  if (std::isnan(x) || x <= 0) return 0;
  if (x >= 1) return largest;
  return rounded_product(x, largest, api == Api::direct3d);
}

float decode_srgb(std::uint32_t code) {
  const long double c = static_cast<long double>(code) / 255;
  const long double linear = c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L);
  // A few units in the 64th bit leave the float certain unless the value is that near to the middle of two.
  const auto low = static_cast<float>(linear * (1 - 0x1p-58L));
  const auto high = static_cast<float>(linear * (1 + 0x1p-58L));
  if (low != high) throw std::logic_error("decode_srgb: the float is not certain");
  return low;
}

std::uint32_t encode_srgb(float x) {
  if (std::isnan(x) || x <= 0) return 0;
  if (x >= 1) return 255;
  const long double c = x;
  const long double srgb = c <= 0.0031308L ? 12.92L * c : 1.055L * powl(c, 1 / 2.4L) - 0.055L;
  const long double scaled = srgb * 255 + 0.5L;
  if (std::fabs(scaled - std::round(scaled)) < 1e-12L && scaled > 0.6L) {
    throw std::logic_error("encode_srgb: the code is not certain");
  }
  return static_cast<std::uint32_t>(std::floor(scaled));
}

/// EXT_texture_shared_exponent, "Shared exponent texture color conversion", B = 15, N = 9.
std::uint32_t encode_shared(const std::array<float, 4>& rgba, Api api) {
  std::array<double, 3> clamped{};
  for (std::size_t i = 0; i < 3; ++i) {
    clamped[i] = std::isnan(rgba[i]) ? 0 : std::clamp<double>(static_cast<double>(rgba[i]), 0, 65408);
  }
  const double largest = *std::ranges::max_element(clamped);
  const int floor_log = largest > 0 ? std::max(-16, std::ilogb(largest)) : -16;
  int shared = floor_log + 1 + 15;
  const auto rounded = [&](double x) {
    const double scaled = std::ldexp(x, 24 - shared);
    return static_cast<std::uint32_t>(api == Api::metal ? std::floor(scaled + 0.5) : std::nearbyint(scaled));
  };
  if (rounded(largest) == 512) ++shared;
  return rounded(clamped[0]) | rounded(clamped[1]) << 9 | rounded(clamped[2]) << 18 |
         static_cast<std::uint32_t>(shared) << 27;
}

float decode_real(std::uint32_t code, Word pixel, const PixelComponent& component) {
  const int bits = component.bits;
  switch (component.kind) {
    case ComponentKind::unorm:
      // A quotient of integers below 2^24, rounded to double, then to float, is rounded as if once.
      return static_cast<float>(code / static_cast<double>(mask(bits)));
    case ComponentKind::snorm:
      return static_cast<float>(
          std::max(-1.0, static_cast<double>(signed_value(code, bits)) / static_cast<double>(mask(bits - 1))));
    case ComponentKind::srgb:
      return decode_srgb(code);
    case ComponentKind::floating:
      return bits == 32 ? std::bit_cast<float>(code) : decode_small_float(code >> 15 != 0, code & 0x7fff, 10);
    case ComponentKind::ufloat:
      return decode_small_float(false, code, bits - 5);
    default:
      return static_cast<float>(std::ldexp(code, static_cast<int>(pixel >> 27 & 31) - 24));
  }
}

std::uint32_t encode_real(float x, const PixelComponent& component, Api api) {
  const int bits = component.bits;
  const bool toward_zero = api == Api::direct3d;
  switch (component.kind) {
    case ComponentKind::unorm:
      return encode_unorm(x, bits, api);
    case ComponentKind::snorm: {
      const std::uint32_t magnitude = encode_unorm(std::fabs(x), bits - 1, api);
      return static_cast<std::uint32_t>((x < 0 ? -Word{magnitude} : Word{magnitude}) & mask(bits));
    }
    case ComponentKind::srgb:
      return encode_srgb(x);
    case ComponentKind::floating:
      if (bits == 32) return std::bit_cast<std::uint32_t>(x);
      return encode_small_float(x, 10, toward_zero) | (std::signbit(x) ? 0x8000U : 0);
    default:
      return !std::isnan(x) && x <= 0 ? 0 : encode_small_float(x, bits - 5, toward_zero);
  }
}

std::int64_t truncated(float x, std::int64_t low, std::int64_t high) {
  if (std::isnan(x)) return 0;
  // Doubles hold both ends.
  return static_cast<std::int64_t>(
      std::clamp(std::trunc(static_cast<double>(x)), static_cast<double>(low), static_cast<double>(high)));
}

struct Pixel {
  std::array<float, 4> real = {0, 0, 0, 1};
  std::array<std::int64_t, 4> integer = {0, 0, 0, 1};
};

Pixel decoded(Word pixel, const PixelFormatInfo& format) {
  Pixel result;
  for (const PixelComponent& component : format.components()) {
    const auto channel = static_cast<std::size_t>(component.channel);
    const std::uint32_t code = code_in(pixel, component);
    if (component.kind == ComponentKind::uint) {
      result.integer[channel] = code;
    } else if (component.kind == ComponentKind::sint) {
      result.integer[channel] = signed_value(code, component.bits);
    } else {
      result.real[channel] = decode_real(code, pixel, component);
    }
  }
  return result;
}

Word encoded(const Pixel& pixel, const PixelFormatInfo& format, bool from_integers, Api api) {
  Word word = 0;
  for (const PixelComponent& component : format.components()) {
    if (component.kind == ComponentKind::shared_exponent) return encode_shared(pixel.real, api);
    const auto channel = static_cast<std::size_t>(component.channel);
    std::uint32_t code = 0;
    if (format.is_integer()) {
      const bool has_sign = component.kind == ComponentKind::sint;
      const std::int64_t low = has_sign ? -(std::int64_t{1} << (component.bits - 1)) : 0;
      const auto high = static_cast<std::int64_t>(mask(component.bits - (has_sign ? 1 : 0)));
      const std::int64_t value =
          from_integers ? std::clamp(pixel.integer[channel], low, high) : truncated(pixel.real[channel], low, high);
      code = static_cast<std::uint32_t>(value);
    } else {
      code = encode_real(pixel.real[channel], component, api);
    }
    word |= (code & mask(component.bits)) << component.first_bit;
  }
  return word;
}

}  // namespace

std::vector<std::byte> reference(PixelFormat from, PixelFormat to, Api api, std::span<const std::byte> source) {
  if (from == to) return {source.begin(), source.end()};
  const auto from_bytes = static_cast<std::size_t>(info(from).bytes_per_pixel);
  const auto to_bytes = static_cast<std::size_t>(info(to).bytes_per_pixel);
  std::vector<std::byte> result(source.size() / from_bytes * to_bytes);
  for (std::size_t i = 0; i < source.size() / from_bytes; ++i) {
    Word word = 0;
    std::memcpy(&word, source.data() + i * from_bytes, from_bytes);
    Pixel pixel = decoded(word, info(from));
    if (info(from).is_integer() && !info(to).is_integer()) {
      for (std::size_t channel = 0; channel < 4; ++channel) {
        pixel.real[channel] = static_cast<float>(static_cast<double>(pixel.integer[channel]));  // exact in double
      }
    }
    const Word out = encoded(pixel, info(to), info(from).is_integer(), api);
    std::memcpy(result.data() + i * to_bytes, &out, to_bytes);
  }
  return result;
}

}  // namespace halfulp::pixel
