// SPDX-License-Identifier: Apache-2.0
#include "pixel/integer_codec.hpp"

#include <algorithm>
#include <cstring>

namespace halfulp::pixel {

IntegerCodec::IntegerCodec(const PixelFormatInfo& format)
    : bytes_per_pixel_(static_cast<std::size_t>(format.bytes_per_pixel)) {
  for (const PixelComponent& component : format.components()) {
    const bool has_sign = component.kind == ComponentKind::sint;
    const std::int64_t span = std::int64_t{1} << component.bits;
    const std::int64_t lowest = has_sign ? -span / 2 : 0;
    steps_.push_back(
        {place_of(format, component), static_cast<std::size_t>(component.channel), lowest, lowest + span - 1});
  }
}

void IntegerCodec::decode(const std::byte* pixels, Integers& rgba, std::size_t n) const {
  Codes codes;
  for (const Step& step : steps_) {
    gather(pixels, step.place, codes, n);
    // Two's complement: what is above the highest value stands for 2^bits less.
    const std::int64_t span = step.highest - step.lowest + 1;
    std::int64_t* channel = rgba.data() + step.channel;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t code = codes[i];
      channel[kChannels * i] = code > step.highest ? code - span : code;
    }
  }
}

void IntegerCodec::encode(const Integers& rgba, std::byte* pixels, std::size_t n) const {
  Codes codes;
  if (!steps_.front().place.alone) std::memset(pixels, 0, n * bytes_per_pixel_);
  for (const Step& step : steps_) {
    const std::int64_t* channel = rgba.data() + step.channel;
    for (std::size_t i = 0; i < n; ++i) {
      const std::int64_t clamped = std::clamp(channel[kChannels * i], step.lowest, step.highest);
      codes[i] = static_cast<std::uint32_t>(clamped) & step.place.mask;
    }
    scatter(codes, step.place, pixels, n);
  }
}

void truncate(const Reals& reals, Integers& integers, std::size_t n) {
  // Without branches: data is not sorted. The largest float below 2^32 is an integer, so clamping to 2^32 first and to
  // 2^32 - 1 as an integer afterwards loses nothing.
  constexpr std::int64_t kHighest = 0xffffffff;
  for (std::size_t i = 0; i < n * kChannels; ++i) {
    const float number = reals[i] == reals[i] ? reals[i] : 0.0F;  // NaN differs from itself
    const float clamped = std::min(std::max(number, -0x1p31F), 0x1p32F);
    integers[i] = std::min(static_cast<std::int64_t>(clamped), kHighest);
  }
}

void round(const Integers& integers, Reals& reals, std::size_t n) {
  for (std::size_t i = 0; i < n * kChannels; ++i) reals[i] = static_cast<float>(integers[i]);
}

}  // namespace halfulp::pixel
