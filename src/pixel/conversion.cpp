// SPDX-License-Identifier: Apache-2.0
#include "pixel/conversion.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "pixel/bulk.hpp"
#include "pixel/integer_kernels.hpp"

namespace halfulp::pixel {
namespace {

/// What a format's missing components are: 0, 0, 0, 1. Those that it has are written over in every block.
template <typename Values>
void fill_missing(Values& rgba) {
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = i % kChannels == kChannels - 1 ? 1 : 0;
}

/// Each code is decoded and encoded to itself, so only bytes change places. Not snorm: the most negative code is
/// written as the next one.
constexpr std::array<std::array<PixelFormat, 2>, 4> kSwapped = {{
    {PixelFormat::rgba8_unorm, PixelFormat::bgra8_unorm},
    {PixelFormat::rgba8_srgb, PixelFormat::bgra8_srgb},
    {PixelFormat::rgba8_uint, PixelFormat::bgra8_uint},
    {PixelFormat::rgba8_sint, PixelFormat::bgra8_sint},
}};

bool is_swapped(PixelFormat from, PixelFormat to) {
  return std::ranges::any_of(kSwapped, [&](const auto& pair) {
    return (pair[0] == from && pair[1] == to) || (pair[0] == to && pair[1] == from);
  });
}

}  // namespace

std::optional<Conversion::Direct> Conversion::direct_of_integers(const PixelFormatInfo& from,
                                                                 const PixelFormatInfo& to) {
  const PixelComponent& first = from.components().front();
  const PixelComponent& other = to.components().front();
  const auto is_alike = [&](const PixelComponent& a, const PixelComponent& b) {
    return a.channel == b.channel && a.kind == first.kind && a.bits == first.bits && b.kind == other.kind &&
           b.bits == other.bits;
  };
  if (!std::ranges::equal(from.components(), to.components(), is_alike)) return std::nullopt;
  const Kernel kernel = integer_kernel(first, other);
  if (kernel == nullptr) return std::nullopt;
  return Direct{kernel, from.components().size()};
}

std::optional<Conversion::Direct> Conversion::direct(const PixelFormatInfo& from, const PixelFormatInfo& to,
                                                     Rules rules) {
  if (is_swapped(from.format, to.format)) return Direct{swap_red_and_blue_bytes, 1};
  if (from.is_integer() || to.is_integer()) return direct_of_integers(from, to);
  const Bulk bulk_from = bulk_of(from, rules);
  const Bulk bulk_to = bulk_of(to, rules);
  if (bulk_from.channels != bulk_to.channels) return std::nullopt;
  if (is_binary32(from)) return Direct{bulk_to.encode, bulk_to.items_per_pixel};
  if (is_binary32(to)) return Direct{bulk_from.decode, bulk_from.items_per_pixel};
  const Kernel pair = pair_kernel(bulk_from.decode, bulk_to.encode);
  if (pair == nullptr) return std::nullopt;
  return Direct{pair, std::min(bulk_from.items_per_pixel, bulk_to.items_per_pixel)};
}

Conversion::Conversion(PixelFormat from, PixelFormat to, Rules rules)
    : from_(info(from)), to_(info(to)), direct_(direct(from_, to_, rules)) {
  from_.is_integer() ? void(integer_from_.emplace(from_)) : void(real_from_.emplace(from_, rules));
  to_.is_integer() ? void(integer_to_.emplace(to_)) : void(real_to_.emplace(to_, rules));
}

void Conversion::convert(const std::byte* source, std::byte* destination, std::size_t n, bool in_place) const {
  const auto source_bytes = static_cast<std::size_t>(from_.bytes_per_pixel);
  const auto destination_bytes = static_cast<std::size_t>(to_.bytes_per_pixel);
  if (from_.format == to_.format) {
    in_place ? std::memmove(destination, source, n * source_bytes) : std::memcpy(destination, source, n * source_bytes);
    return;
  }
  if (direct_ && !in_place) return direct_->kernel(source, destination, n * direct_->items_per_pixel);
  Block block;
  if (from_.components().size() < kChannels) {
    from_.is_integer() ? fill_missing(block.integers) : fill_missing(block.reals);
  }
  for (std::size_t at = 0; at < n; at += kBlockPixels) {
    const std::size_t pixels = std::min(kBlockPixels, n - at);
    convert_block(source + at * source_bytes, destination + at * destination_bytes, pixels, block);
  }
}

void Conversion::convert_block(const std::byte* source, std::byte* destination, std::size_t n, Block& block) const {
  if (real_from_) {
    real_from_->decode(source, block.reals, n);
    if (integer_to_) truncate(block.reals, block.integers, n);
  } else {
    integer_from_->decode(source, block.integers, n);
    if (real_to_) round(block.integers, block.reals, n);
  }
  real_to_ ? real_to_->encode(block.reals, destination, n) : integer_to_->encode(block.integers, destination, n);
}

}  // namespace halfulp::pixel
