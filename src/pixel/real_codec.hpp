// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"
#include "pixel/component.hpp"
#include "pixel/place.hpp"

namespace halfulp::pixel {

/// Decodes and encodes blocks of a format of real numbers, one component after the other.
class RealCodec {
 public:
  RealCodec(const PixelFormatInfo& format, Rules rules);

  /// n pixels to floats; channels that the format lacks stay as they are. n: kBlockPixels at most.
  void decode(const std::byte* pixels, Reals& rgba, std::size_t n) const;
  void encode(const Reals& rgba, std::byte* pixels, std::size_t n) const;

 private:
  struct Step {
    Place place;
    std::size_t channel;
    void (*decode)(const std::uint32_t* codes, float* channel, std::size_t n);
    void (*encode)(const float* channel, std::uint32_t* codes, std::size_t n, Rules rules);
  };
  std::vector<Step> steps_;  ///< one for each component; none where all share an exponent
  std::size_t bytes_per_pixel_;
  Rules rules_;
};

}  // namespace halfulp::pixel
