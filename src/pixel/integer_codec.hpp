// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"
#include "pixel/place.hpp"

namespace halfulp::pixel {

/// Decodes and encodes blocks of an integer format, one component after the other.
class IntegerCodec {
 public:
  explicit IntegerCodec(const PixelFormatInfo& format);

  /// n pixels to integers; channels that the format lacks stay as they are. n: kBlockPixels at most.
  void decode(const std::byte* pixels, Integers& rgba, std::size_t n) const;
  /// Clamps each integer to its component's range.
  void encode(const Integers& rgba, std::byte* pixels, std::size_t n) const;

 private:
  struct Step {
    Place place;
    std::size_t channel;
    std::int64_t lowest;
    std::int64_t highest;
  };
  std::vector<Step> steps_;  ///< one for each component
  std::size_t bytes_per_pixel_;
};

/// Toward zero, NaN to 0, clamped to [-2^31, 2^32 - 1], which holds the range of every component.
void truncate(const Reals& reals, Integers& integers, std::size_t n);

/// The nearest binary32 value, ties to even.
void round(const Integers& integers, Reals& reals, std::size_t n);

}  // namespace halfulp::pixel
