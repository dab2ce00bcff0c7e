// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "halfulp/pixel_format.hpp"
#include "pixel/block.hpp"
#include "pixel/bulk.hpp"
#include "pixel/component.hpp"
#include "pixel/place.hpp"

namespace halfulp::pixel {

/// Decodes and encodes blocks of a format of real numbers: by its kernels where it has some, else one component after
/// the other.
class RealCodec {
 public:
  RealCodec(const PixelFormatInfo& format, Rules rules);

  /// n pixels to floats; channels that the format lacks stay as they are. n: kBlockPixels at most.
  void decode(const std::byte* pixels, Reals& rgba, std::size_t n) const;
  void encode(const Reals& rgba, std::byte* pixels, std::size_t n) const;

 private:
  void decode_bulk(const std::byte* pixels, Reals& rgba, std::size_t n) const;
  void encode_bulk(const Reals& rgba, std::byte* pixels, std::size_t n) const;

  std::optional<Bulk> bulk_;
  bool bulk_is_rgba_ = false;  ///< its floats are those of a block
  struct Step {
    Place place;
    std::size_t channel;
    void (*decode)(const std::uint32_t* codes, float* channel, std::size_t n);
    void (*encode)(const float* channel, std::uint32_t* codes, std::size_t n, Rules rules);
  };
  std::vector<Step> steps_;  ///< one for each component, where there is no kernel
  std::size_t bytes_per_pixel_;
  Rules rules_;
};

}  // namespace halfulp::pixel
